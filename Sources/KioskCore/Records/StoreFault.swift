import CSQLite
import Glibc

/// Why the store could not do what was asked. Nothing of the operation was kept, so it may be tried again as it stands.
public enum StoreFault: Error, Equatable, Sendable {
  /// No more room on the disk, or in the quota.
  case full
  /// The disk failed, and how.
  case io(String)
  /// Another process held the store for longer than the busy timeout (5 s).
  case busy
  /// The file is damaged, or is no store.
  case corrupt(String)
  /// The file cannot be opened or made: the path.
  case cannotOpen(String)
  /// The file may not be written.
  case readOnly
  /// Where a file is to be lies something else.
  case odd(OddFile)
  /// A newer version of the program wrote it: that version's number.
  case newer(Int)
  /// No such attempt, or more than one that begins so: the id asked for.
  case unknownAttempt(String)
  /// The file was removed or replaced while it was in use.
  case takenAway
  /// What was to be added contradicts what is there, and how.
  case conflict(String)

  /// The fault behind a result code of SQLite (https://sqlite.org/rescode.html).
  init(code: Int32, words: String, systemCode: Int32 = 0) {
    switch code & 0xff {
    case SQLITE_FULL: self = .full
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .corrupt(words)
    case SQLITE_CANTOPEN: self = .cannotOpen(words)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
    case SQLITE_CONSTRAINT: self = .conflict(words)
    case SQLITE_IOERR:
      let system = SystemFault(call: "write", code: systemCode)
      self = system.isFull ? .full : .io(systemCode == 0 ? words : "\(words): \(system.reason)")
    default: self = .io(words)
    }
  }

  /// A failed system call on the store's files.
  init(_ fault: SystemFault) {
    if fault.isFull {
      self = .full
    } else if fault.code == EROFS || fault.code == EACCES || fault.code == EPERM {
      self = .readOnly
    } else {
      self = .io("\(fault)")
    }
  }

  /// What is wrong alone: for a screen that tries again by itself.
  public var reason: String {
    switch self {
    case .full: "the disk is full"
    case .io(let how): "the disk failed (\(how))"
    case .busy: "another kiosk is writing and does not end"
    case .readOnly: "the data folder may not be written"
    case .takenAway: "the data folder was taken away"
    case .corrupt, .cannotOpen, .odd, .newer, .unknownAttempt, .conflict: words
    }
  }

  /// What is wrong and what to do, in a line for a person, without the program's name.
  public var words: String {
    switch self {
    case .full: "\(reason): make room and try again"
    case .io: "\(reason): try again, and look at the disk"
    case .busy: "\(reason): try again"
    case .corrupt(let how): "kiosk.db is damaged (\(how)): keep a copy, then restore it from an export"
    case .cannotOpen(let path): "cannot open \(path): see who owns the folder and whether it may be written"
    case .readOnly: "\(reason): see who owns it, or set KIOSK_DATA"
    case .odd(let what): "\(what.words): \(what.mend)"
    case .newer(let version): "kiosk.db was written by a newer kiosk (format \(version)): use that version"
    case .unknownAttempt(let id): "no attempt is called \(id): see kiosk results list"
    case .takenAway: "\(reason): put it back"
    case .conflict(let how): "\(how)"
    }
  }

  /// The exit status of sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .full, .io, .takenAway: 74
    case .busy: 75
    case .corrupt, .newer, .conflict: 65
    case .cannotOpen, .readOnly, .odd: 73
    case .unknownAttempt: 66
    }
  }
}
