import Glibc

/// The folder that holds everything that lasts: the store, the drafts, exams of one's own, the machine's key.
///
/// Where it is, is part of the contract: `$KIOSK_DATA`, else `/var/lib/kiosk` when it is writable, else
/// `$XDG_DATA_HOME/kiosk`, else `~/.local/share/kiosk`.
public struct DataFolder: Equatable, Sendable {
  /// What the search looks at, as a value so that it can be tested.
  public struct Surroundings: Sendable {
    /// `$KIOSK_DATA`; a supervised machine ignores it.
    public var kioskData: String?
    /// `$XDG_DATA_HOME`; counts only where it is absolute (XDG Base Directory Specification 0.8).
    public var xdgDataHome: String?
    /// `$HOME`.
    public var home: String?
    /// The machine's own folder.
    public var system: String

    /// Makes surroundings.
    public init(kioskData: String?, xdgDataHome: String?, home: String?, system: String = "/var/lib/kiosk") {
      self.kioskData = kioskData
      self.xdgDataHome = xdgDataHome
      self.home = home
      self.system = system
    }

    /// This process's environment. With `supervised` the variable KIOSK_DATA is ignored.
    public static func current(supervised: Bool = false) -> Surroundings {
      func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
      }
      return Surroundings(
        kioskData: supervised ? nil : variable("KIOSK_DATA"), xdgDataHome: variable("XDG_DATA_HOME"),
        home: variable("HOME"))
    }
  }

  /// Why there is no folder to work in.
  public enum Fault: Error, Equatable, Sendable {
    /// None of the variables says where.
    case nowhere
    /// It cannot be made or looked at.
    case cannotMake(String, reason: String)
    /// It is there and is no folder.
    case notAFolder(String)
    /// Others may write it, so they could plant exams, or take results away.
    case writableByOthers(String)
    /// It belongs to another user.
    case foreign(String)
    /// This user may not write it.
    case notWritable(String)

    /// What is wrong and what to do, without the program's name.
    public var words: String {
      switch self {
      case .nowhere: "there is no data folder: set KIOSK_DATA or HOME"
      case .cannotMake(let path, let reason): "cannot make \(path) (\(reason)): set KIOSK_DATA to a folder of yours"
      case .notAFolder(let path): "\(path) is not a folder: move it away, or set KIOSK_DATA"
      case .writableByOthers(let path): "\(path) can be written by others: run chmod go-w '\(path)'"
      case .foreign(let path): "\(path) belongs to another user: run chown, or set KIOSK_DATA to a folder of yours"
      case .notWritable(let path): "\(path) may not be written: run chmod u+rwx '\(path)', or set KIOSK_DATA"
      }
    }

    /// The exit status of sysexits.h: cannot create, or refused.
    public var exitStatus: Int32 {
      switch self {
      case .nowhere, .cannotMake, .notAFolder, .notWritable: 73
      case .writableByOthers, .foreign: 77
      }
    }
  }

  /// Its path.
  public let path: String

  /// The SQLite file.
  public var store: String { path + "/kiosk.db" }
  /// The folder of draft logs.
  public var drafts: String { path + "/drafts" }
  /// The folder of exams of one's own.
  public var exams: String { path + "/exams" }
  /// The machine's signing key, readable by its owner alone.
  public var key: String { path + "/machine.key" }
  /// The file whose kernel lock says that a live lock holds.
  public var lock: String { path + "/kiosk.lock" }

  /// Takes a folder as it is; `locate` is what checks one.
  public init(path: String) { self.path = path }

  /// Finds the folder, makes it (0700) where it is not there, and refuses one that others can write.
  public static func locate(_ surroundings: Surroundings = .current()) throws(Fault) -> DataFolder {
    let folder = DataFolder(path: try place(surroundings))
    try make(folder.path)
    try folder.check()
    return folder
  }

  /// Makes the folder where it is no longer there, and refuses one that others can write.
  public func makeAgain() throws(Fault) {
    try DataFolder.make(path)
    try check()
  }

  /// Where the folder would be, neither looked at nor made; `nil`: nothing says where.
  public static func foreseen(_ surroundings: Surroundings = .current()) -> DataFolder? {
    (try? place(surroundings)).map { DataFolder(path: $0) }
  }

  /// Where it is to be.
  static func place(_ surroundings: Surroundings) throws(Fault) -> String {
    if let chosen = surroundings.kioskData { return trimmed(chosen) }
    if Files.may(R_OK | W_OK | X_OK, surroundings.system) { return surroundings.system }
    if let data = surroundings.xdgDataHome, data.utf8.first == UInt8(ascii: "/") { return trimmed(data) + "/kiosk" }
    if let home = surroundings.home { return trimmed(home) + "/.local/share/kiosk" }
    throw .nowhere
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  /// Makes `path` and the folders above it that are missing, each 0700.
  private static func make(_ path: String) throws(Fault) {
    do {
      try Files.makeDirectory(path)
      return
    } catch {
      if error.code == EEXIST { return }
      guard error.code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw .cannotMake(path, reason: error.reason)
      }
      try make(String(path[..<slash]))
    }
    do {
      try Files.makeDirectory(path)
    } catch {
      if error.code != EEXIST { throw .cannotMake(path, reason: error.reason) }
    }
  }

  private func check() throws(Fault) {
    let status: Files.Status
    do {
      status = try Files.status(path)
    } catch {
      throw .cannotMake(path, reason: error.reason)
    }
    if !status.isDirectory { throw .notAFolder(path) }
    if status.owner != geteuid() && geteuid() != 0 { throw .foreign(path) }
    if status.isWritableByOthers { throw .writableByOthers(path) }
    if !Files.may(R_OK | W_OK | X_OK, path) { throw .notWritable(path) }
  }
}
