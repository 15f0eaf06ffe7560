import Glibc

/// A profile that is in force on this machine.
public struct InstalledProfile: Sendable {
  /// When a profile was installed, and by whom.
  public struct Receipt: Equatable, Sendable {
    /// When.
    public let at: WallTime
    /// By whom, as the machine calls them; empty: nobody knows.
    public let by: String
  }

  /// What it says.
  public let profile: Profile
  /// Its file.
  public let path: String
  /// Whose signature it carries; empty: it needs none, because it supervises nobody.
  public let signer: String
  /// When it was installed, and by whom.
  public let receipt: Receipt
  /// Whether it is the machine's own, which alone can supervise.
  public let isMachines: Bool

  /// Whether it makes the machine supervised.
  public var supervises: Bool { isMachines && profile.isSupervised }
}

/// What there is of a profile.
public enum ProfileFinding: Sendable {
  /// None.
  case none
  /// One that counts.
  case inForce(InstalledProfile)
  /// One that does not, and why.
  case faulty(ProfileFault)
}

extension MachineFolder {
  /// The machine's profile; where there is none, that of `own` (`$KIOSK_PROFILE`), which never supervises.
  public func find(own: String?, at now: WallTime) -> ProfileFinding {
    do throws(ProfileFault) {
      if hasProfile { return .inForce(try installed(at: now)) }
      guard let own, !own.isEmpty else { return .none }
      return .inForce(try chosen(own, at: now))
    } catch { return .faulty(error) }
  }

  /// The machine's profile, signed by a key that is trusted here, in its time.
  public func installed(at now: WallTime) throws(ProfileFault) -> InstalledProfile {
    if let fault { throw fault }
    let (bytes, modified) = try read(profile)
    let profile = try Self.parse(bytes, self.profile)
    let signer = try signer(of: profile, self.profile)
    try Self.check(profile.validity, now)
    return InstalledProfile(
      profile: profile, path: self.profile, signer: signer, receipt: receipt(of: profile, modified: modified),
      isMachines: true)
  }

  /// The profile that a user names for himself: his or root's, and not to be written by others.
  private func chosen(_ path: String, at now: WallTime) throws(ProfileFault) -> InstalledProfile {
    let status: Files.Status
    let bytes: [UInt8]
    do throws(SystemFault) {
      status = try Files.status(path)
      bytes = try Files.regularContents(path, limit: Profile.largest)
    } catch {
      throw error.code == ENOENT ? .missing(path) : .unreadable(path, error.reason)
    }
    if status.isWritableByOthers || (status.owner != geteuid() && status.owner != 0) { throw .exposed(path) }
    let profile = try Self.parse(bytes, path)
    let signer: String
    switch profile.document.standing(trustKeys) {
    case .trusted(let name): signer = name
    case .altered: throw .altered(path)
    case .unsigned, .foreign: signer = ""
    }
    try Self.check(profile.validity, now)
    let at = WallTime(milliseconds: status.modified / 1_000_000)
    return InstalledProfile(
      profile: profile, path: path, signer: signer, receipt: .init(at: at, by: ""), isMachines: false)
  }

  private func read(_ path: String) throws(ProfileFault) -> ([UInt8], modified: WallTime) {
    if let odd = OddFile(path) { throw .odd(odd) }
    do throws(SystemFault) {
      let bytes = try contents(path, limit: Profile.largest)
      return (bytes, WallTime(milliseconds: try Files.status(path).modified / 1_000_000))
    } catch {
      switch error.code {
      case ENOENT: throw .missing(path)
      case EPERM: throw .exposed(path)
      default: throw .unreadable(path, error.reason)
      }
    }
  }

  /// Reads a profile's bytes.
  public static func parse(_ bytes: [UInt8], _ path: String) throws(ProfileFault) -> Profile {
    let reading = ProfileReader.read(bytes)
    guard let profile = reading.content else { throw .faulty(path, reading.problems) }
    return profile
  }

  /// Whose key of those trusted here has signed `profile`.
  public func signer(of profile: Profile, _ path: String) throws(ProfileFault) -> String {
    switch profile.document.standing(trustKeys) {
    case .trusted(let name): return name
    case .unsigned: throw .unsigned(path)
    case .altered: throw .altered(path)
    case .foreign(let key):
      if let fault = keyFault(key) { throw fault }
      throw .foreign(path, key: key)
    }
  }

  /// What keeps `key` from counting though it lies among those that are trusted: the folder, or its file, that others could
  /// have written, or something that is no file and may have been meant for it; `nil`: it is not there.
  private func keyFault(_ key: [UInt8]) -> ProfileFault? {
    var odd: OddFile?
    for name in (try? Files.names(in: trust)) ?? [] where name.hasSuffix(".pub") {
      let file = trust + "/" + name
      let oddity = OddFile(file)
      odd = odd ?? oddity
      guard let bytes = try? Files.regularContents(file, limit: 4096) else { continue }
      let text = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map(String.init) ?? ""
      guard MachineKey.publicKey(hex: text) == key else { continue }
      if let status = try? Files.status(trust), !isOwners(status) { return .exposed(trust) }
      return oddity.map { .odd($0) } ?? .exposed(file)
    }
    return odd.map { .odd($0) }
  }

  /// Whether a profile counts now. A clock that was never set ends none: what is installed stays in force. One that is
  /// only being installed may begin later.
  public static func check(_ validity: Validity, _ now: WallTime, installing: Bool = false) throws(ProfileFault) {
    switch validity.standing(at: now) {
    case .now, .unknown: break
    case .notYet(let from): if !installing { throw .notYet(from) }
    case .over(let until): throw .over(until)
    }
  }

  // MARK: - Installing

  /// What came of installing or removing.
  public enum Change: Equatable, Sendable {
    /// It is done.
    case done
    /// It was so already.
    case nothing
  }

  /// Puts `profile` in the place of the one there, which is kept beside it. At any instant either the old or the new one
  /// is there, whole.
  public func install(
    _ profile: Profile, bytes: [UInt8], by name: String, at now: WallTime
  ) throws(SystemFault) -> Change {
    if !Files.may(F_OK, path) { try Files.makeDirectory(path, mode: 0o755) }
    let present = try? contents(self.profile, limit: Profile.largest)
    if present == bytes { return .nothing }
    if let present { try Files.replace(previous, with: present, mode: 0o644) }
    // Before the profile, whose content it names: a receipt of another profile counts for nothing.
    let line = "kiosk-receipt/1 \(Self.mark(profile)) \(now.milliseconds) \(name)\n"
    try Files.replace(receipt, with: Array(line.utf8), mode: 0o644)
    try Files.replace(self.profile, with: bytes, mode: 0o644)
    return .done
  }

  /// Takes the profile away, and keeps it beside.
  public func remove() throws(SystemFault) -> Change {
    guard hasProfile else { return .nothing }
    try Files.rename(profile, to: previous)
    try? Files.unlink(receipt)
    try Files.syncDirectory(of: profile)
    return .done
  }

  private static func mark(_ profile: Profile) -> String { Digest.hex(Digest.blake2b(profile.document.message)) }

  private func receipt(of profile: Profile, modified: WallTime) -> InstalledProfile.Receipt {
    let line = (try? contents(receipt, limit: 4096)).map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    let words = line?.split(separator: " ", maxSplits: 3).map(String.init) ?? []
    guard words.count == 4, words[0] == "kiosk-receipt/1", words[1] == Self.mark(profile), let at = Int64(words[2])
    else {
      return .init(at: modified, by: "")
    }
    return .init(at: WallTime(milliseconds: at), by: ScreenText.fitted(words[3]))
  }
}
