/// The users of this machine, as passwd(5) lists them: without the C library's name services, which a static program
/// does not have.
public enum Accounts {
  /// The name of user `number`; `nil` where /etc/passwd has none.
  public static func name(of number: UInt32) -> String? {
    guard let bytes = try? Files.contents("/etc/passwd", limit: 1 << 20) else { return nil }
    for line in bytes.split(separator: 0x0A) {
      let fields = line.split(separator: 0x3A, maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, String(decoding: fields[2], as: UTF8.self) == "\(number)" else { continue }
      return ScreenText.clean(String(decoding: fields[0], as: UTF8.self))
    }
    return nil
  }
}
