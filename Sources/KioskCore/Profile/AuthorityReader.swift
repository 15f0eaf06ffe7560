import Glibc

/// Reads what machine and program bring along for a lock: profile, trusted keys, entitlements.
public struct AuthorityReader: Sendable {
  /// The machine's folder.
  public let machine: MachineFolder
  /// The data folder, where entitlements are installed; `nil`: there is none.
  public let data: DataFolder?
  /// `$KIOSK_PROFILE`.
  public let ownProfile: String?
  /// Now.
  public let now: WallTime

  /// Makes a reader.
  public init(machine: MachineFolder, data: DataFolder?, ownProfile: String?, now: WallTime) {
    self.machine = machine
    self.data = data
    self.ownProfile = ownProfile
    self.now = now
  }

  /// The reader of this machine and environment, now.
  public static var here: AuthorityReader {
    AuthorityReader(
      machine: .standard, data: DataFolder.foreseen(), ownProfile: getenv("KIOSK_PROFILE").map { String(cString: $0) },
      now: Clocks.wall())
  }

  /// What there is of a profile.
  public var profile: ProfileFinding { machine.find(own: ownProfile, at: now) }

  /// Whether anything is installed that would have to be read; three calls that fail where nothing is.
  public func hasAnything(for program: String) -> Bool {
    machine.hasProfile || ownProfile?.isEmpty == false || program.hasPrefix("/")
      || data.map { Files.may(F_OK, $0.entitlements) } == true
  }

  /// What holds where nothing is installed: nobody is supervised or listed, and any exam goes by the sample entitlement.
  public var bare: LockAuthority {
    LockAuthority(
      supervision: .withheld(""), listing: .withheld(""), entitlement: sample(for: "", supervised: false))
  }

  /// What `program`, an exam's id or a program's path, may go by.
  public func authority(of program: String) -> LockAuthority {
    switch profile {
    case .none: return authority(of: program, under: nil)
    case .inForce(let installed): return authority(of: program, under: installed)
    case .faulty(let fault):
      // By its own dates it stands aside. What else is wrong with it hides what it demands, so nothing is granted.
      if fault.isByDate {
        var authority = authority(of: program, under: nil)
        authority.supervision = .withheld(fault.words)
        return authority
      }
      let why = "the machine's profile cannot be used, because \(fault.words)"
      return LockAuthority(supervision: .withheld(why), listing: .withheld(why), entitlement: .withheld(why))
    }
  }

  private func authority(of program: String, under installed: InstalledProfile?) -> LockAuthority {
    guard let installed else {
      return LockAuthority(
        supervision: .withheld(""), listing: .withheld(""), entitlement: entitlement(for: program, supervised: false))
    }
    let name = installed.profile.name
    let why = installed.isMachines ? "its profile does not supervise it" : "KIOSK_PROFILE never supervises"
    return LockAuthority(
      supervision: installed.supervises ? .given(name) : .withheld(why),
      listing: installed.supervises ? installed.profile.listing(of: program) : .withheld(why),
      entitlement: entitlement(for: program, supervised: installed.supervises), terms: installed.profile.terms)
  }

  // MARK: - Entitlements

  /// One that is installed, or why it does not count.
  public struct Found: Sendable {
    /// Its file; empty: it comes with the program.
    public let path: String
    /// What it says, where it can be read.
    public let entitlement: Entitlement?
    /// Why it does not count for anything now; `nil`: it does.
    public let fault: Entitlement.Fault?

    /// Makes one.
    public init(path: String, entitlement: Entitlement?, fault: Entitlement.Fault?) {
      self.path = path
      self.entitlement = entitlement
      self.fault = fault
    }
  }

  /// Those installed, by file name.
  public func installed() -> [Found] {
    guard let folder = data?.entitlements, let names = try? Files.names(in: folder) else { return [] }
    let keys = issuers
    return names.filter { $0.hasSuffix(".json") }.map { name in
      let path = folder + "/" + name
      do throws(SystemFault) {
        // A link is as good as what it leads to: what counts here is the signature.
        if let odd = OddFile(path), odd.kind != .link {
          return Found(path: path, entitlement: nil, fault: .odd(odd))
        }
        let status = try Files.status(path)
        if status.isWritableByOthers { return Found(path: path, entitlement: nil, fault: .exposed(path)) }
        let reading = EntitlementReader.read(try Files.regularContents(path, limit: Entitlement.largest))
        guard let entitlement = reading.content else {
          let why = reading.problems.first?.described(file: name) ?? "it is none"
          return Found(path: path, entitlement: nil, fault: .unreadable(why))
        }
        return Found(path: path, entitlement: entitlement, fault: entitlement.fault(at: now, trust: keys))
      } catch { return Found(path: path, entitlement: nil, fault: .unreadable(error.reason)) }
    }
  }

  /// The keys whose entitlements count: the machine's, and that of the sample.
  public var issuers: [TrustKey] { machine.trustKeys + [SampleEntitlement.key] }

  private func entitlement(for program: String, supervised: Bool) -> Grant {
    var fault: Entitlement.Fault?
    for found in installed() {
      guard let entitlement = found.entitlement else {
        fault = fault ?? found.fault
        continue
      }
      let isSample = entitlement.document.signature?.key == SampleEntitlement.key.bytes
      if let reason = found.fault ?? (entitlement.names(program) ? nil : .misplaced(programs: entitlement.programs)) {
        // What is wrong with this program's own tells more than that there are others.
        if entitlement.names(program) || fault == nil { fault = reason }
      } else {
        return .given(isSample ? SampleEntitlement.source : entitlement.source)
      }
    }
    let sample = sample(for: program, supervised: supervised)
    if sample.isGiven { return sample }
    return fault.map { .withheld("\($0.words): \($0.mend)") } ?? sample
  }

  /// On a machine that nobody supervises any exam may go by the sample; on others only those it names.
  private func sample(for program: String, supervised: Bool) -> Grant {
    if program.hasPrefix("/") || (supervised && !SampleEntitlement.programs.contains(program)) {
      return .withheld("no entitlement is installed for it")
    }
    return now.milliseconds < SampleEntitlement.until.milliseconds
      ? .given(SampleEntitlement.source) : .withheld(Entitlement.Fault.expired(SampleEntitlement.until).words)
  }
}

extension DataFolder {
  /// The entitlements installed for those who share this folder.
  public var entitlements: String { path + "/entitlements" }
}
