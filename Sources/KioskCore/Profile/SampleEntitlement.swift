/// The entitlement that comes with the program, for the exams that come with it: `Assets/entitlements/sample.json`.
///
/// Its file was issued once, with a key whose secret half was thrown away in the same minute: nobody can issue another
/// one in its name. What is held here is what the file says, so that nothing has to be read where nothing is installed.
public enum SampleEntitlement {
  /// What consent, panel and result call it.
  public static let source = "sample entitlement"
  /// The exams it names.
  public static let programs = ["geography", "spelling"]
  /// When it ends.
  public static let until = WallTime(milliseconds: 2_398_377_600_000)
  /// The file.
  public static let text = """
    {
      "format": "kiosk-entitlement/1",
      "program": ["geography", "spelling"],
      "issuer": "kiosk sample issuer",
      "holder": "anyone who tries kiosk",
      "from": "2026-01-01",
      "until": "2045-12-31",
      "signature": {
        "key": "5eebacb2f48c0d35585c6d7485f17bc7bbdd60e37e3fe1415e78f625f48e7ecd",
        "value": "7f9fc241dd236b64872c02e81462b617468acf617d55b0621bc310621dd657f1c8e3b68edcfd1871a47382ddfd3e1781fe763c6d0a7938029a787bd8372c9803"
      }
    }

    """
  /// The issuer's public key.
  public static let key = TrustKey(name: "sample", bytes: Digest.bytes(hexadecimalKey) ?? [])

  private static let hexadecimalKey = "5eebacb2f48c0d35585c6d7485f17bc7bbdd60e37e3fe1415e78f625f48e7ecd"
}
