import Glibc

/// A setting of the kernel's that is a small file: read as it stands, written, read back.
public struct KernelSetting: Equatable, Sendable {
  /// Its path.
  public let path: String

  /// Takes a path as it is.
  public init(_ path: String) { self.path = path }

  /// SysRq chords (Documentation/admin-guide/sysrq.rst): 0 is none.
  public static let sysRq = KernelSetting("/proc/sys/kernel/sysrq")
  /// Four levels, of which the first says what reaches the consoles (proc(5)).
  public static let printk = KernelSetting("/proc/sys/kernel/printk")
  /// Whether the levels count at all: `Y` means they do not.
  public static let ignoreLevels = KernelSetting("/sys/module/printk/parameters/ignore_loglevel")
  /// Seconds without a key until the consoles go blank; 0: never. It is changed by an escape sequence, not by writing.
  public static let consoleBlank = KernelSetting("/sys/module/kernel/parameters/consoleblank")

  /// Whether this kernel has it.
  public var isThere: Bool { Files.may(F_OK, path) }
  /// Whether this process may change it.
  public var isWritable: Bool { Files.may(W_OK, path) }

  /// What it is, byte for byte.
  public func bytes() throws(SystemFault) -> [UInt8] { try Files.contents(path, limit: 4096) }

  /// Its words.
  public func words() throws(SystemFault) -> [String] { Self.words(try bytes()) }

  /// The words of a setting's bytes.
  public static func words(_ bytes: [UInt8]) -> [String] {
    bytes.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes it, in one write(2) as the kernel wants it.
  public func write(_ bytes: [UInt8]) throws(SystemFault) {
    let descriptor = try Files.open(path, O_WRONLY | O_TRUNC)
    defer { Files.close(descriptor) }
    try Files.writeAll(descriptor, bytes)
  }

  /// Bytes as a word for the journal: "340a"; "-" for none.
  public static func hex(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "-" }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Reads what `hex` wrote; `nil`: it is nothing of the kind.
  public static func bytes(hex text: String) -> [UInt8]? {
    if text == "-" { return [] }
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}
