import CSodium
import Glibc

/// The proctors and what tells whether a passcode is theirs: `passcodes.json` in the data folder, for its owner alone.
///
/// A passcode itself is kept nowhere: only its Argon2id hash (RFC 9106, 3 passes over 64 MiB) with a salt of its own.
public struct Passcodes: Equatable, Sendable {
  /// One proctor.
  public struct Proctor: Equatable, Sendable {
    /// As the ledger and the screen call him.
    public let name: String
    /// The encoded hash, "$argon2id$v=19$m=65536,t=3,p=1$…".
    let hash: String
  }

  /// Why there is nothing to go by.
  public enum Fault: Error, Equatable, Sendable {
    /// The file cannot be read or written.
    case system(SystemFault)
    /// Others may read or change the file.
    case exposed(String)
    /// Where the file is to be lies something else.
    case odd(OddFile)
    /// It is no list of proctors.
    case corrupt(String)
    /// The machine cannot give the memory that hashing takes.
    case noMemory
    /// There are as many proctors as there can be.
    case full

    /// What is wrong and what to do, without the program's name.
    public var words: String {
      switch self {
      case .system(let fault): "the passcodes cannot be reached (\(fault)): see the data folder"
      case .exposed(let path): "\(path) can be read or changed by others: run chmod 600 '\(path)'"
      case .odd(let what): "\(what.words): \(what.mend)"
      case .corrupt(let path): "\(path) is no list of passcodes: remove it and set them anew"
      case .noMemory: "the passcode needs 64 MiB of memory to be checked: close other programs and try again"
      case .full: "there are \(Passcodes.mostProctors) proctors already: remove one first"
      }
    }

    /// The exit status of sysexits.h.
    public var exitStatus: Int32 {
      switch self {
      case .system(let fault): fault.isFull ? 74 : 73
      case .exposed, .odd: 77
      case .corrupt: 65
      case .noMemory: 75
      case .full: 73
      }
    }
  }

  /// The most proctors of one data folder.
  public static let mostProctors = 32
  /// The longest name, in characters.
  public static let longestName = 40
  /// The name where none is given.
  public static let standardName = "proctor"
  /// The fewest characters of a passcode.
  public static let shortestPasscode = 4

  /// In the order they were set.
  public private(set) var proctors: [Proctor] = []

  /// No proctor.
  public init() {}

  /// Their names.
  public var names: [String] { proctors.map(\.name) }

  /// A name as it is kept: cleaned, trimmed; `nil` where nothing is left, or too much.
  public static func name(_ text: String) -> String? {
    let clean = ScreenText.fitted(text)
    let tail = clean.drop { $0 == " " }
    guard let last = tail.lastIndex(where: { $0 != " " }) else { return nil }
    let name = String(tail[...last])
    return name.count <= longestName && name.utf8.count <= 160 ? name : nil
  }

  /// Sets the passcode of `name`, who may be new. Takes a fifth of a second.
  public mutating func set(_ name: String, _ passcode: Secret) throws(Fault) {
    guard let hash = PasscodeHash.make(passcode) else { throw .noMemory }
    let proctor = Proctor(name: name, hash: hash)
    if let index = proctors.firstIndex(where: { $0.name == name }) {
      proctors[index] = proctor
    } else {
      guard proctors.count < Self.mostProctors else { throw .full }
      proctors.append(proctor)
    }
  }

  /// Takes `name` off the list; `false` where it is not on it.
  public mutating func remove(_ name: String) -> Bool {
    guard let index = proctors.firstIndex(where: { $0.name == name }) else { return false }
    proctors.remove(at: index)
    return true
  }

  /// Whose passcode this is: that of `name`, or of whoever it fits where `name` is nil.
  public func judge(_ passcode: Secret, of name: String?) -> PasscodeVerdict {
    for proctor in proctors where name == nil || proctor.name == name {
      switch PasscodeHash.fits(passcode, proctor.hash) {
      case .some(true): return .right(proctor.name)
      case .some(false): continue
      case nil: return .unknown
      }
    }
    return .wrong
  }

  // MARK: - The file

  /// The proctors of `folder`; none where there is no file.
  public static func read(_ folder: DataFolder) throws(Fault) -> Passcodes {
    // A link is as good as what it leads to.
    if let odd = OddFile(folder.passcodes), odd.kind != .link { throw .odd(odd) }
    do throws(SystemFault) {
      let status = try Files.status(folder.passcodes)
      if status.mode & 0o077 != 0 { throw SystemFault(call: "stat", subject: folder.passcodes, code: EPERM) }
      let bytes = try Files.regularContents(folder.passcodes, limit: 1 << 16)
      if let passcodes = Passcodes(json: bytes) { return passcodes }
      throw SystemFault(call: "read", subject: folder.passcodes, code: EBADMSG)
    } catch {
      switch error.code {
      case ENOENT: return Passcodes()
      case EPERM: throw .exposed(folder.passcodes)
      case EBADMSG: throw .corrupt(folder.passcodes)
      default: throw .system(error)
      }
    }
  }

  /// Puts the list in the place of the last one, whole or not at all, and makes the file that waits are kept in.
  public func write(_ folder: DataFolder) throws(Fault) {
    do throws(SystemFault) {
      try Files.replace(folder.passcodes, with: json, mode: 0o600)
      if !Files.may(F_OK, folder.passcodeWait) {
        try Files.replace(folder.passcodeWait, with: BackOff().line, mode: 0o600)
      }
    } catch { throw .system(error) }
  }

  private var json: [UInt8] {
    let list = proctors.map { JSONValue.object(["name": .string($0.name), "hash": .string($0.hash)]) }
    return JSONWriter.bytes(.object(["format": "kiosk-passcodes/1", "proctors": .array(list)]), pretty: true)
  }

  private init?(json bytes: [UInt8]) {
    guard let root = try? JSONReader.read(bytes).root, root["format"]?.string == "kiosk-passcodes/1",
      let list = root["proctors"]?.array, list.count <= Self.mostProctors
    else { return nil }
    for node in list {
      guard let text = node["name"]?.string, let name = Passcodes.name(text), name == text,
        let hash = node["hash"]?.string, PasscodeHash.isOurs(hash), !names.contains(name)
      else { return nil }
      proctors.append(Proctor(name: name, hash: hash))
    }
  }
}

/// What became of a passcode.
public enum PasscodeVerdict: Equatable, Sendable {
  /// It is that proctor's.
  case right(String)
  /// It is nobody's, or not that proctor's.
  case wrong
  /// It could not be judged: there is no memory for it.
  case unknown
}

/// Argon2id with the settings of the design.
enum PasscodeHash {
  /// 3 passes.
  private static let passes: UInt64 = 3
  /// 64 MiB.
  private static let memory = 64 << 20
  private static let head = "$argon2id$v=19$m=65536,t=3,p=1$"

  /// Whether a stored hash was made with these settings: no file makes checking take more memory or less time.
  static func isOurs(_ hash: String) -> Bool {
    hash.hasPrefix(head) && hash.utf8.count < Int(crypto_pwhash_strbytes())
      && hash.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// The encoded hash; `nil` where there is no memory. The corresponding C function is `crypto_pwhash_str`.
  static func make(_ passcode: Secret) -> String? {
    guard sodium_init() >= 0, let passcode = passcode.composed else { return nil }
    var encoded = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
    let made = passcode.withBytes { bytes -> Int32 in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return crypto_pwhash_str(&encoded, start, UInt64(bytes.count), passes, memory)
    }
    guard made == 0 else { return nil }
    let hash = String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return isOurs(hash) ? hash : nil
  }

  /// Whether `passcode` made `hash`; `nil` where there is no memory. The corresponding C function is
  /// `crypto_pwhash_str_verify`.
  static func fits(_ passcode: Secret, _ hash: String) -> Bool? {
    guard sodium_init() >= 0 else { return nil }
    guard let passcode = passcode.composed else { return false }
    // The call says -1 for a wrong passcode and for want of memory alike: see first whether there is any.
    guard let room = malloc(memory) else { return nil }
    free(room)
    return passcode.withBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return false }
      return hash.withCString { crypto_pwhash_str_verify($0, start, UInt64(bytes.count)) == 0 }
    }
  }
}

extension DataFolder {
  /// The proctors' names and hashes.
  public var passcodes: String { path + "/passcodes.json" }
  /// How long to wait after wrong passcodes; its kernel lock is held while one is being checked.
  public var passcodeWait: String { path + "/passcodes.wait" }
}
