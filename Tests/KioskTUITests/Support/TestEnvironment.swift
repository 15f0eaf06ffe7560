import Glibc

/// What the tests' own environment says, read once: some tests change it for the whole process, and who reads it just then
/// reads what is being moved.
enum TestEnvironment {
  /// Where programs are looked for.
  static let path = text("PATH") ?? "/usr/bin:/bin"
  /// Below which folder temporary ones are made.
  static let temporary = text("TMPDIR") ?? "/tmp"
  /// Whether golden files are to be written anew.
  static let writesGoldens = text("KIOSK_GOLDEN") == "write"

  private static func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
