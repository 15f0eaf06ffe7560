/// What the lock asks of `/proc/PID/stat` (proc_pid_stat(5)): who shares its session, whose terminal is
/// whose, and which process it is.
struct ProcessStat: Equatable {
  /// The kernel's short name for it.
  let name: String
  /// Its session (the sixth field).
  let session: Int32
  /// Its controlling terminal as the kernel numbers it (the seventh); 0: none.
  let terminal: Int32
  /// When it was started, in ticks since the machine's start (the twenty-second).
  let started: UInt64

  /// Reads it; `nil`: no such process, or one that has ended and only waits to be asked after.
  init?(of process: Int32) {
    guard let stat = Files.small("/proc/\(process)/stat", { Self(line: $0) }) ?? nil else { return nil }
    self = stat
  }

  /// Reads such a line. The name stands in brackets and may hold any character, brackets and blanks too.
  init?(line: UnsafeRawBufferPointer) {
    guard let start = line.firstIndex(of: UInt8(ascii: "(")), let end = line.lastIndex(of: UInt8(ascii: ")")),
      start < end
    else { return nil }
    let words = line[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 20)
    guard words.count > 19, words[0].first != UInt8(ascii: "Z"),
      let session = Int32(String(decoding: words[3], as: UTF8.self)),
      let terminal = Int32(String(decoding: words[4], as: UTF8.self)),
      let started = UInt64(String(decoding: words[19], as: UTF8.self))
    else { return nil }
    name = String(decoding: line[(start + 1)..<end], as: UTF8.self)
    self.session = session
    self.terminal = terminal
    self.started = started
  }
}
