import Glibc

/// What the lock asks of `/proc/PID/status` (proc_pid_status(5)), read in one go: a guardian looks every second, and two
/// hundred of them may be on one machine.
public struct ProcessStatus: Equatable, Sendable {
  /// The kernel's short name for it (`Name`), at most 15 bytes, as the kernel escapes it.
  public private(set) var name = ""
  /// The letter of its state (`State`): "R", "S", "T" for stopped, "Z" for ended and not asked after, …
  public private(set) var state = UInt8(ascii: "?")
  /// Its parent (`PPid`); 0: none.
  public private(set) var parent: Int32 = 0
  /// Who traces it (`TracerPid`); 0: nobody.
  public private(set) var tracer: Int32 = 0
  /// The signals it blocks (`SigBlk`); bit n - 1 stands for signal n.
  public private(set) var blocked: UInt64 = 0
  /// The signals it ignores (`SigIgn`), likewise.
  public private(set) var ignored: UInt64 = 0
  /// The signals it has handlers for (`SigCgt`), likewise.
  public private(set) var caught: UInt64 = 0
  /// Its capabilities in effect (`CapEff`, capabilities(7)).
  public private(set) var capabilities: UInt64 = 0
  /// Whether it is under a seccomp filter (`Seccomp: 2`).
  public private(set) var isFiltered = false
  /// Whether it may gain no privileges (`NoNewPrivs: 1`).
  public private(set) var gainsNothing = false

  /// Whether it can neither leave its filter nor gain a privilege.
  public var isConfined: Bool { isFiltered && gainsNothing }

  /// Reads it; `nil`: no such process.
  public init?(of process: Int32) {
    guard let status = Files.small("/proc/\(process)/status", { Self(lines: $0) }) else { return nil }
    self = status
  }

  /// Reads the lines of such a file; what is no number counts as 0.
  init(lines text: UnsafeRawBufferPointer) {
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count {
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), text.count - start)
      let end = found.map { UnsafeRawPointer($0) - base } ?? text.count
      if start < end { take(text[start..<end]) }
      start = end + 1
    }
  }

  private mutating func take(_ line: Slice<UnsafeRawBufferPointer>) {
    switch line.base[line.startIndex] {
    case UInt8(ascii: "N"):
      if let value = Self.value(line, "Name:") { name = String(decoding: value, as: UTF8.self) }
      if let value = Self.value(line, "NoNewPrivs:") { gainsNothing = Self.number(value, radix: 10) == 1 }
    case UInt8(ascii: "P"):
      if let value = Self.value(line, "PPid:") { parent = Int32(truncatingIfNeeded: Self.number(value, radix: 10)) }
    case UInt8(ascii: "T"):
      if let value = Self.value(line, "TracerPid:") {
        tracer = Int32(truncatingIfNeeded: Self.number(value, radix: 10))
      }
    case UInt8(ascii: "S"):
      if let value = Self.value(line, "State:"), let letter = value.first { state = letter }
      if let value = Self.value(line, "SigBlk:") { blocked = Self.number(value, radix: 16) }
      if let value = Self.value(line, "SigIgn:") { ignored = Self.number(value, radix: 16) }
      if let value = Self.value(line, "SigCgt:") { caught = Self.number(value, radix: 16) }
      if let value = Self.value(line, "Seccomp:") { isFiltered = Self.number(value, radix: 10) == 2 }
    case UInt8(ascii: "C"):
      if let value = Self.value(line, "CapEff:") { capabilities = Self.number(value, radix: 16) }
    default: break
    }
  }

  /// What stands after `name` and the blanks that follow it; `nil`: the line is another one.
  private static func value(
    _ line: Slice<UnsafeRawBufferPointer>, _ name: StaticString
  ) -> Slice<UnsafeRawBufferPointer>? {
    let count = name.utf8CodeUnitCount
    guard line.count >= count, let start = line.base.baseAddress?.advanced(by: line.startIndex),
      memcmp(start, name.utf8Start, count) == 0
    else { return nil }
    return line.dropFirst(count).drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>, radix: UInt64) -> UInt64 {
    var number: UInt64 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return number
      }
      if digit >= radix { return number }
      number = number &* radix &+ UInt64(digit)
    }
    return number
  }
}
