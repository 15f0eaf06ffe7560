import Glibc

/// What /proc tells about one process.
struct ProcessRow: Equatable {
  var pid: pid_t
  /// The short name of the program, at most 15 bytes.
  var name: String
  /// One letter: R running, S sleeping, T stopped, Z dead but not reaped, …
  var state: Character
  var parent: pid_t
  var session: pid_t
  /// The device number of the controlling terminal, 0 where there is none.
  var terminal: Int
  /// The foreground process group of that terminal, -1 where there is none.
  var foreground: pid_t
}

/// Looks processes up in /proc.
enum ProcessTable {
  /// One process, nil when it is gone.
  static func row(_ pid: pid_t) -> ProcessRow? {
    guard let stat = readFile("/proc/\(pid)/stat").map({ String(decoding: $0, as: UTF8.self) }),
      // The name may hold spaces and parentheses: it ends at the last one.
      let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[stat.index(after: close)...].split(whereSeparator: \.isWhitespace)
    guard fields.count > 5, let state = fields[0].first, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
      let terminal = Int(fields[4]), let foreground = pid_t(fields[5])
    else { return nil }
    let name = String(stat[stat.index(after: open)..<close])
    return ProcessRow(
      pid: pid, name: name, state: state, parent: parent, session: session, terminal: terminal, foreground: foreground)
  }

  /// Every process of the machine.
  static var all: [ProcessRow] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var rows: [ProcessRow] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let pid = pid_t(name), let row = row(pid) { rows.append(row) }
    }
    return rows
  }

  /// What a process has as its descriptors 0, 1 and 2.
  static func standard(of pid: pid_t) -> [String] {
    (0...2).map { descriptor in
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = readlink("/proc/\(pid)/fd/\(descriptor)", &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// The living children of a process, oldest first.
  static func children(of pid: pid_t) -> [ProcessRow] {
    all.filter { $0.parent == pid && $0.state != "Z" }.sorted { $0.pid < $1.pid }
  }
}

/// The bytes of a file, nil where it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return count == 0 ? bytes : nil }
    bytes.append(contentsOf: buffer[..<count])
  }
}

/// Writes a file anew. False where it could not be written whole.
@discardableResult
func writeFile(_ path: String, _ text: String, mode: mode_t = 0o600) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  return write(descriptor, bytes, bytes.count) == bytes.count
}
