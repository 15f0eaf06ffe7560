import Testing

@testable import KioskCore

/// Every kind of profile and entitlement that is none, with the place of its fault, its words and its mend.
@Suite("Bad profiles and entitlements") struct BadDocumentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    /// "line:column: words", as far as they matter.
    let problem: String
    var testDescription: String { problem }

    init(_ text: String, _ problem: String) {
      self.text = text
      self.problem = problem
    }
  }

  private static func profile(_ rest: String) -> String {
    "{ \"format\": \"kiosk-profile/1\", \"name\": \"Lab\", \"supervised\": true,\n\(rest) }"
  }

  private static func entitlement(_ rest: String) -> String {
    "{ \"format\": \"kiosk-entitlement/1\", \"issuer\": \"N\", \"holder\": \"H\",\n\(rest) }"
  }

  static let profiles: [Case] = [
    Case("", "1:1: the file is empty"),
    Case("[]", "1:1: the profile must be an object, not a list"),
    Case("{", "1:2: "),
    Case("{ \"format\": \"kiosk-profile/1\",\n \"name\": \"Lab\"\n \"supervised\": true }", "3:2: "),
    Case("{ // a comment\n }", "1:3: "),
    Case(profile("\"name\": \"Again\""), "2:1: the key \"name\" is given twice"),
    Case("{ \"name\": \"Lab\", \"supervised\": true }", "1:1: the profile has no \"format\""),
    Case(
      "{ \"format\": \"kiosk-exam/1\", \"name\": \"Lab\", \"supervised\": true }",
      "1:13: \"format\" is \"kiosk-exam/1\", which is not read here: write \"kiosk-profile/1\""),
    Case("{ \"format\": \"kiosk-profile/1\", \"supervised\": true }", "1:1: the profile has no \"name\""),
    Case(
      "{ \"format\": \"kiosk-profile/1\", \"name\": \"\", \"supervised\": true }", "1:40: \"name\" is empty"),
    Case(
      "{ \"format\": \"kiosk-profile/1\", \"name\": 7, \"supervised\": true }",
      "1:40: \"name\" must be a text, not a number"),
    Case(
      "{ \"format\": \"kiosk-profile/1\", \"name\": \"a\\u001b[2J\", \"supervised\": true }",
      "1:40: \"name\" holds characters that cannot be shown"),
    Case("{ \"format\": \"kiosk-profile/1\", \"name\": \"Lab\" }", "1:1: the profile has no \"supervised\""),
    Case(
      "{ \"format\": \"kiosk-profile/1\", \"name\": \"Lab\", \"supervised\": \"yes\" }",
      "1:61: \"supervised\" must be true or false, not a text"),
    Case(profile("\"supervise\": true"), "2:1: unknown key \"supervise\" in the profile: did you mean \"supervised\"?"),
    Case(profile("\"allowlist\": []"), "2:1: unknown key \"allowlist\" in the profile: did you mean \"allowList\"?"),
    Case(profile("\"capMinute\": 5"), "2:1: unknown key \"capMinute\" in the profile: did you mean \"capMinutes\"?"),
    Case(profile("\"passcode\": \"1234\""), "2:1: unknown key \"passcode\" in the profile"),
    Case(profile("\"trust\": []"), "2:1: unknown key \"trust\" in the profile"),
    Case(profile("\"capMinutes\": 481"), "2:15: \"capMinutes\" is 481, outside 1 to 480"),
    Case(profile("\"capMinutes\": 0"), "2:15: \"capMinutes\" is 0, outside 1 to 480"),
    Case(profile("\"capMinutes\": \"60\""), "2:15: \"capMinutes\" must be a whole number, not a text"),
    Case(profile("\"capMinutes\": 1.5"), "2:15: \"capMinutes\" must be a whole number, not 1.5"),
    Case(profile("\"singleApp\": \"program\""), "2:14: \"singleApp\" \"program\" is no whole path of a program"),
    Case(profile("\"singleApp\": \"/usr/../bin/x\""), "2:14: \"singleApp\" \"/usr/../bin/x\" is no whole path"),
    Case(profile("\"singleApp\": []"), "2:14: \"singleApp\" is empty"),
    Case(profile("\"singleApp\": [\"/bin/x\", 3]"), "2:25: an argument must be a text, not a number"),
    Case(profile("\"allowList\": {}"), "2:14: \"allowList\" must be a list, not an object"),
    Case(profile("\"allowList\": [\"/bin/x\"]"), "2:15: an entry of \"allowList\" must be an object, not a text"),
    Case(profile("\"allowList\": [{\"path\": \"/bin/x\"}]"), "2:15: an entry of \"allowList\" has no \"hash\""),
    Case(
      profile("\"allowList\": [{\"path\": \"/bin/x\", \"hash\": \"abc\"}]"),
      "2:42: \"hash\" is not 64 hexadecimal digits: copy it whole"),
    Case(
      profile("\"allowList\": [{\"path\": \"x\", \"hash\": \"\(String(repeating: "0", count: 64))\"}]"),
      "2:24: \"path\" \"x\" is no whole path of a program"),
    Case(
      profile(
        "\"allowList\": [{\"path\": \"/x\", \"hash\": \"\(String(repeating: "0", count: 64))\"},\n"
          + "{\"path\": \"/x\", \"hash\": \"\(String(repeating: "1", count: 64))\"}]"),
      "3:1: \"/x\" is listed twice"),
    Case(profile("\"required\": [\"home\"]"), "2:13: \"required\" must be an object, not a list"),
    Case(
      profile("\"required\": {\"assesment\": []}"),
      "2:14: unknown key \"assesment\" in \"required\": did you mean \"assessment\"?"),
    Case(
      profile("\"required\": {\"assessment\": [\"hom\"]}"),
      "2:29: a restriction cannot be \"hom\": did you mean \"home\"?"),
    Case(
      profile("\"detections\": {\"recording\": \"forbid\"}"),
      "2:29: \"recording\" cannot be \"forbid\": write one of \"allow\", \"record\", \"refuse\""),
    Case(profile("\"detections\": {\"vnc\": \"refuse\"}"), "2:16: unknown key \"vnc\" in \"detections\""),
    Case(
      profile("\"aids\": {\"invers\": \"deny\"}"), "2:10: unknown key \"invers\" in \"aids\": did you mean \"invert\"?"),
    Case(profile("\"aids\": {\"invert\": \"off\"}"), "2:20: \"invert\" cannot be \"off\""),
    Case(profile("\"proctors\": \"A. Smith\""), "2:13: \"proctors\" must be a list, not a text"),
    Case(profile("\"proctors\": [\"A\", \"A\"]"), "2:19: the proctor \"A\" is named twice"),
    Case(profile("\"proctors\": [\"\"]"), "2:14: a proctor is empty"),
    Case(profile("\"language\": \"english please\""), "2:13: \"language\" is not a language tag"),
    Case(profile("\"from\": \"tomorrow\""), "2:9: \"from\" \"tomorrow\" is not a time"),
    Case(profile("\"from\": \"2026-02-30\""), "2:9: \"from\" \"2026-02-30\" is not a time"),
    Case(profile("\"until\": 2026"), "2:10: \"until\" must be a text, not a number"),
    Case(
      profile("\"from\": \"2026-05-02\", \"until\": \"2026-05-01\""), "2:32: \"until\" is not after \"from\""),
    Case(profile("\"signature\": \"abc\""), "2:14: \"signature\" must be an object, not a text"),
    Case(profile("\"signature\": {\"key\": \"00\"}"), "2:14: \"signature\" has no \"value\""),
    Case(profile("\"signature\": {\"key\": \"00\", \"value\": \"00\"}"), "2:22: \"key\" is not 64 hexadecimal digits"),
  ]

  static let entitlements: [Case] = [
    Case("{ \"issuer\": \"N\" }", "1:1: the entitlement has no \"format\""),
    Case(
      entitlement("\"from\": \"2026-01-01\", \"until\": \"2026-02-01\""), "1:1: the entitlement has no \"program\""),
    Case(entitlement("\"program\": \"a\", \"until\": \"2026-02-01\""), "1:1: the entitlement has no \"from\""),
    Case(entitlement("\"program\": \"a\", \"from\": \"2026-02-01\""), "1:1: the entitlement has no \"until\""),
    Case(
      "{ \"format\": \"kiosk-entitlement/1\", \"program\": \"a\", \"holder\": \"H\",\n"
        + "\"from\": \"2026-01-01\", \"until\": \"2026-02-01\" }", "1:1: the entitlement has no \"issuer\""),
    Case(
      "{ \"format\": \"kiosk-entitlement/1\", \"program\": \"a\", \"issuer\": \"H\",\n"
        + "\"from\": \"2026-01-01\", \"until\": \"2026-02-01\" }", "1:1: the entitlement has no \"holder\""),
    Case(
      entitlement("\"program\": [], \"from\": \"2026-01-01\", \"until\": \"2026-02-01\""),
      "2:12: \"program\" names no program"),
    Case(
      entitlement("\"program\": \"a b\", \"from\": \"2026-01-01\", \"until\": \"2026-02-01\""),
      "2:12: \"a b\" is neither an exam's id nor the path of a program"),
    Case(
      entitlement("\"program\": 3, \"from\": \"2026-01-01\", \"until\": \"2026-02-01\""),
      "2:12: \"program\" must be a list, not a number"),
    Case(
      entitlement("\"programs\": \"a\", \"from\": \"2026-01-01\", \"until\": \"2026-02-01\""),
      "2:1: unknown key \"programs\" in the entitlement: did you mean \"program\"?"),
    Case(
      entitlement("\"program\": \"a\", \"from\": \"2026-03-01\", \"until\": \"2026-02-01\""),
      "2:48: \"until\" is not after \"from\""),
  ]

  private func lines(_ problems: [ExamProblem]) -> [String] {
    problems.map { String($0.described(file: "f").dropFirst(2)) }
  }

  @Test("a profile is told with line, column, what is wrong and what to write", arguments: profiles)
  func badProfile(_ bad: Case) {
    let reading = ProfileReader.read(Array(bad.text.utf8))
    #expect(reading.content == nil)
    #expect(lines(reading.problems).contains { $0.hasPrefix(bad.problem) }, "\(lines(reading.problems))")
  }

  @Test("so is an entitlement", arguments: entitlements)
  func badEntitlement(_ bad: Case) {
    let reading = EntitlementReader.read(Array(bad.text.utf8))
    #expect(reading.content == nil)
    #expect(lines(reading.problems).contains { $0.hasPrefix(bad.problem) }, "\(lines(reading.problems))")
  }

  @Test("the tables hold more than forty") func count() { #expect(Self.profiles.count + Self.entitlements.count > 40) }

  @Test("a file that is too large or no text is refused too") func neither() {
    let large = ProfileReader.read([UInt8](repeating: 0x20, count: Profile.largest + 1))
    #expect(large.content == nil && large.problems.first?.message == "the file is larger than 256 KiB")
    #expect(ProfileReader.read([0xFF, 0xFE]).content == nil)
    #expect(EntitlementReader.read([UInt8](repeating: 0x20, count: Entitlement.largest + 1)).content == nil)
  }

  @Test("every key that is right is read") func everyKey() throws {
    let zeros = String(repeating: "0", count: 64)
    let text = """
      { "format": "kiosk-profile/1", "name": "Lab é", "supervised": true, "singleApp": ["/bin/x", "-v"],
        "allowList": [{"path": "/bin/y", "hash": "\(zeros)"}],
        "required": {"assessment": ["home", "paste"], "singleApp": ["consoleSwitch"]},
        "detections": {"recording": "refuse"}, "aids": {"invert": "deny", "largePrint": "allow"},
        "proctors": ["A. Smith"], "capMinutes": 90, "language": "pt-BR", "from": "2026-01-01T08:00:00Z",
        "until": "2026-01-31", "x-note": "kept" }
      """
    let profile = try #require(ProfileReader.read(Array(text.utf8)).content)
    #expect(profile.name == "Lab é" && profile.isSupervised && profile.singleApp == ["/bin/x", "-v"])
    #expect(profile.allowList == [Profile.Listed(path: "/bin/y", hash: [UInt8](repeating: 0, count: 32))])
    #expect(
      profile.terms
        == LockTerms(
          name: "Lab é", required: [.assessment: [.home, .paste], .singleApp: [.consoleSwitch]],
          detections: [.recording: .refuse], capMinutes: 90, deniedAids: [.invert], proctors: ["A. Smith"],
          language: "pt-BR", until: Timestamps.parse("2026-02-01T00:00:00Z")))
    #expect(profile.validity.from == Timestamps.parse("2026-01-01T08:00:00Z"))
  }
}
