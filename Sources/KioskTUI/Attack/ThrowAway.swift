import Glibc
import KioskCore

/// A data folder and an exam that nobody misses, gone when the attack is over.
struct ThrowAway {
  /// What the first question wants to hear: nobody outside may learn it.
  static let key = "kq7plesiosaur"
  /// A word to be spelt, which is the id of its question too.
  static let word = "quokkaword"

  let folder: DataFolder
  /// Stands for a machine's `/etc/kiosk`, with a profile in it.
  var machine: MachineFolder { MachineFolder(path: folder.path + "/machine", owner: geteuid()) }
  let environment: [String]

  init() throws(SystemFault) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = String(try Randomness.seed(), radix: 36)
    folder = DataFolder(path: "\(parent)/kiosk-attack-\(name)")
    try Files.makeDirectory(folder.path)
    try Files.makeDirectory(folder.exams)
    try Files.makeDirectory(folder.path + "/attach")
    try Files.replace(folder.exams + "/throw-away.exam.json", with: Array(Self.exam("").utf8))
    let refusing = Self.exam(#""policy": { "detections": { "multiplexer": "refuse" } },"#)
    try Files.replace(folder.exams + "/refusing.exam.json", with: Array(refusing.utf8))
    environment = Self.environment(folder)
    try Files.makeDirectory(machine.path)
    try Files.replace(machine.profile, with: Array("{}\n".utf8))
  }

  private static func exam(_ policy: String) -> String {
    """
    { "format": "kiosk-exam/1", "id": "throw-away", "title": "A throw-away lock", "language": "en", "minutes": 60,
      \(policy) "shuffle": false, "verdict": "end", "report": "none",
      "questions": [
        { "id": "first", "type": "shortAnswer", "prompt": "This lock is being attacked.",
          "answers": [ { "text": "\(key)" } ] },
        { "id": "\(word)", "type": "spelling", "word": "\(word)", "definition": "What must not be told.",
          "sentence": "A \(word) stays here." } ] }

    """
  }

  private static func environment(_ folder: DataFolder) -> [String] {
    var variables = [
      "LANG=C.UTF-8", "HOME=\(folder.path)", "KIOSK_DATA=\(folder.path)", "KIOSK_EXAMS=\(folder.exams)",
      "KIOSK_TRY=1",
    ]
    var names = ["PATH"]
    #if DEBUG
      names.append(Weakness.variable)
    #endif
    for name in names {
      if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    return variables
  }

  /// Undoes what a lock left, then removes everything; what there is to do by hand, where that failed. What could not be
  /// undone stays as it is.
  func remove() -> String? {
    let undoing = "\(folder.path) is not undone: run KIOSK_DATA=\(folder.path) kiosk release"
    for folder in [folder, DataFolder(path: folder.path + "/attach")] {
      for name in (try? Files.names(in: folder.locks)) ?? [] where name.hasSuffix(".journal") {
        for (_, outcome) in JournalUndo.undo(folder.locks + "/" + name) {
          if case .failed = outcome { return undoing }
        }
      }
    }
    for (_, outcome) in MachineUndo.undoLeftovers() {
      if case .failed = outcome { return undoing }
    }
    Self.removeTree(folder.path)
    return Files.isGone(folder.path) ? nil : "\(folder.path) could not be removed: remove it by hand"
  }

  private static func removeTree(_ path: String) {
    for name in (try? Files.names(in: path)) ?? [] {
      let inner = path + "/" + name
      if unlink(inner) != 0 { removeTree(inner) }
    }
    rmdir(path)
  }
}
