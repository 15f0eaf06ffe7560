import Glibc

/// The folder of what an administrator decides for a machine: its profile, and the keys whose signatures count.
///
/// MUST: nothing in it counts that anybody but its owner, root, could have written.
public struct MachineFolder: Equatable, Sendable {
  /// `/etc/kiosk`.
  public static let standard = MachineFolder(path: "/etc/kiosk")

  /// Its path.
  public let path: String
  /// Whose everything in it must be: root.
  public let owner: UInt32

  /// Takes a folder as it is.
  public init(path: String, owner: UInt32 = 0) {
    self.path = path
    self.owner = owner
  }

  /// The machine's profile.
  public var profile: String { path + "/profile.json" }
  /// The profile that was installed before it.
  public var previous: String { path + "/profile.previous.json" }
  /// When the profile was installed, and by whom.
  public var receipt: String { path + "/profile.receipt" }
  /// The folder of public keys.
  public var trust: String { path + "/trust" }

  /// Whether anything lies there for a profile, whatever it is worth, and be it a link to nothing: one call that fails where
  /// nothing does.
  public var hasProfile: Bool { Files.isAnything(profile) }

  /// The keys whose signatures count here, by name. What others could have written is passed over, as is what is no key;
  /// `faults` tells of both.
  public func trustKeys(faults: inout [String]) -> [TrustKey] {
    guard let status = try? Files.status(trust) else { return [] }
    guard status.isDirectory else {
      faults.append("\(trust) is no folder: run mv '\(trust)' '\(trust).aside' and mkdir '\(trust)'")
      return []
    }
    guard isOwners(status) else {
      faults.append("\(trust) is not root's alone: run chown root and chmod go-w on it")
      return []
    }
    var keys: [TrustKey] = []
    for name in (try? Files.names(in: trust)) ?? [] where name.hasSuffix(".pub") {
      let path = trust + "/" + name
      if let odd = OddFile(path) {
        faults.append("\(odd.words): \(odd.mend)")
        continue
      }
      guard let bytes = try? contents(path, limit: 4096) else {
        faults.append("\(path) is not root's alone, or cannot be read: run chown root and chmod go-w on it")
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map(String.init) ?? ""
      guard let key = MachineKey.publicKey(hex: text) else {
        faults.append("\(path) holds no public key: write 64 hexadecimal digits")
        continue
      }
      keys.append(TrustKey(name: ScreenText.fitted(String(name.dropLast(4))), bytes: key))
    }
    return keys
  }

  /// The keys whose signatures count here.
  public var trustKeys: [TrustKey] {
    var faults: [String] = []
    return trustKeys(faults: &faults)
  }

  /// The content of a regular file that nobody but the owner can have written (EPERM otherwise), itself no link.
  func contents(_ path: String, limit: Int) throws(SystemFault) -> [UInt8] {
    let descriptor = try Files.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    defer { Files.close(descriptor) }
    let status = try Files.status(of: descriptor)
    guard status.isRegular else { throw SystemFault(call: "open", subject: path, code: ENXIO) }
    guard isOwners(status) else { throw SystemFault(call: "open", subject: path, code: EPERM) }
    return try Files.contents(of: descriptor, limit: limit, subject: path)
  }

  func isOwners(_ status: Files.Status) -> Bool { status.owner == owner && !status.isWritableByOthers }

  /// Why the folder itself cannot be relied on; `nil`: it can.
  public var fault: ProfileFault? {
    guard let status = try? Files.status(path) else { return nil }
    if !status.isDirectory { return .notAFolder(path) }
    return isOwners(status) ? nil : .exposed(path)
  }
}

/// Why a profile is not in force.
public enum ProfileFault: Error, Equatable, Sendable {
  /// There is no such file.
  case missing(String)
  /// It cannot be read, and why.
  case unreadable(String, String)
  /// Somebody else could have written it.
  case exposed(String)
  /// What lies there is no file.
  case odd(OddFile)
  /// What should be a folder is none.
  case notAFolder(String)
  /// It says something that cannot be.
  case faulty(String, [ExamProblem])
  /// Nobody has signed it.
  case unsigned(String)
  /// It was changed after it was signed.
  case altered(String)
  /// It is signed with a key that is not trusted here.
  case foreign(String, key: [UInt8])
  /// It begins later.
  case notYet(WallTime)
  /// It has ended.
  case over(WallTime)

  /// Whether the profile stands aside by its own dates: then it is as if there were none.
  public var isByDate: Bool {
    switch self {
    case .notYet, .over: true
    case .missing, .unreadable, .exposed, .odd, .notAFolder, .faulty, .unsigned, .altered, .foreign: false
    }
  }

  /// Why, in words.
  public var words: String {
    switch self {
    case .missing(let path): "there is no \(ScreenText.fitted(path))"
    case .unreadable(let path, let why): "\(ScreenText.fitted(path)) cannot be read (\(why))"
    case .exposed(let path): "\(ScreenText.fitted(path)) does not belong to its owner alone"
    case .odd(let what): what.words
    case .notAFolder(let path): "\(ScreenText.fitted(path)) is no folder"
    case .faulty(let path, let problems):
      problems.first { $0.severity == .error }?.described(file: path) ?? "\(ScreenText.fitted(path)) is no profile"
    case .unsigned(let path): "\(ScreenText.fitted(path)) is not signed"
    case .altered(let path): "\(ScreenText.fitted(path)) was altered after it was signed"
    case .foreign(let path, let key):
      "\(ScreenText.fitted(path)) is signed with the key \(MachineKey.hex(key)), which is not trusted here"
    case .notYet(let from): "the profile begins on \(Timestamps.dayAndMinute(from))"
    case .over(let until): "the profile ended on \(Timestamps.dayAndMinute(until))"
    }
  }

  /// What to do about it.
  public var mend: String {
    switch self {
    case .missing: "name a file that is there"
    case .unreadable: "see who may read it"
    case .exposed(let path): "run chown root '\(ScreenText.fitted(path))' and chmod go-w '\(ScreenText.fitted(path))'"
    case .odd(let what): what.mend
    case .notAFolder(let path):
      "run mv '\(ScreenText.fitted(path))' '\(ScreenText.fitted(path)).aside' and mkdir '\(ScreenText.fitted(path))'"
    case .faulty: "mend it, then sign it again"
    case .unsigned: "sign it with kiosk profile sign"
    case .altered: "take the file as it was signed, or sign it again"
    case .foreign: "put that key into /etc/kiosk/trust, if it is one to trust"
    case .notYet: "wait, or sign one with an earlier \"from\""
    case .over: "sign one with a later \"until\""
    }
  }

  /// The exit status of sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .missing: 66
    case .unreadable: 74
    case .faulty, .unsigned, .altered: 65
    case .exposed, .odd, .notAFolder, .foreign, .notYet, .over: 77
    }
  }
}
