import Glibc
import Testing

@testable import KioskCore

@Suite("Entitlements") struct EntitlementTests {
  /// A supervised machine, where only an entitlement lets a test lock.
  private func supervised() throws -> ScratchMachine {
    let scratch = ScratchMachine()
    try scratch.trust()
    try scratch.place(scratch.profile())
    return scratch
  }

  private func why(_ scratch: ScratchMachine, _ day: String = "2026-06-01") -> String {
    if case .withheld(let why) = scratch.reader(day).authority(of: "rivers").entitlement { why } else { "" }
  }

  @Test("a good one entitles the exam it names, and says who gave it to whom") func good() throws {
    let scratch = try supervised()
    try scratch.placeEntitlement(scratch.entitlement())
    let reader = scratch.reader()
    #expect(reader.authority(of: "rivers").entitlement == .given("entitlement of Class 7b, issued by Northside"))
    #expect(!reader.authority(of: "lakes").entitlement.isGiven)
    try scratch.placeEntitlement(scratch.entitlement(#"["lakes", "*"]"#))
    #expect(scratch.reader().authority(of: "anything").entitlement.isGiven)
  }

  @Test("expired, too early, unsigned, altered, foreign, misplaced, exposed, unreadable: each with its own reason")
  func eachFault() throws {
    let scratch = try supervised()
    #expect(why(scratch) == "no entitlement is installed for it")
    try scratch.placeEntitlement(scratch.entitlement(until: "2026-05-31"))
    #expect(why(scratch).hasPrefix("its entitlement ended on 2026-06-01 00:00 UTC"))
    try scratch.placeEntitlement(scratch.entitlement(from: "2026-07-01"))
    #expect(why(scratch).hasPrefix("its entitlement begins on 2026-07-01 00:00 UTC"))
    let good = try scratch.entitlement()
    try scratch.placeEntitlement(Array(String(decoding: good, as: UTF8.self).replacing("7b", with: "7c").utf8))
    #expect(why(scratch).hasPrefix("its entitlement was altered"))
    let text =
      #"{"format": "kiosk-entitlement/1", "program": "rivers", "issuer": "N", "holder": "H", "from": "2026-01-01", "until": "2027-01-01"}"#
    try scratch.placeEntitlement(Array(text.utf8))
    #expect(why(scratch).hasPrefix("its entitlement is not signed"))
    try scratch.placeEntitlement(scratch.entitlement(by: "stranger"))
    #expect(why(scratch).contains("is from Northside, whose key"))
    try scratch.placeEntitlement(scratch.entitlement(#""lakes""#))
    #expect(why(scratch).hasPrefix("the entitlement there is for lakes, not for this"))
    try scratch.placeEntitlement(good, mode: 0o666)
    #expect(why(scratch).contains("can be written by others"))
    try scratch.placeEntitlement(Array("{".utf8))
    #expect(why(scratch).hasPrefix("its entitlement cannot be read"))
    try scratch.placeEntitlement(good)
    #expect(why(scratch).isEmpty)
    // Where the clock was never set nobody can tell.
    #expect(why(scratch, "1970-01-01").contains("clock is not set"))
  }

  @Test("one of this exam that is bad tells more than another exam's that is good") func theMostTelling() throws {
    let scratch = try supervised()
    try scratch.placeEntitlement(scratch.entitlement(#""lakes""#), "a.json")
    try scratch.placeEntitlement(scratch.entitlement(until: "2026-05-31"), "b.json")
    #expect(why(scratch).hasPrefix("its entitlement ended"))
    // And a good one beside a bad one is enough.
    try scratch.placeEntitlement(scratch.entitlement(), "c.json")
    #expect(why(scratch).isEmpty)
  }

  @Test("the sample entitles any exam where nobody supervises, only its own exams elsewhere, and no program")
  func sample() throws {
    let free = ScratchMachine()
    #expect(free.reader().authority(of: "rivers").entitlement == .given("sample entitlement"))
    #expect(free.reader().bare.entitlement == .given("sample entitlement"))
    #expect(!free.reader().authority(of: "/bin/true").entitlement.isGiven)
    #expect(!free.reader().hasAnything(for: "rivers"))
    #expect(!free.reader("2046-01-01").authority(of: "rivers").entitlement.isGiven)
    let scratch = try supervised()
    for exam in SampleEntitlement.programs {
      #expect(scratch.reader().authority(of: exam).entitlement == .given("sample entitlement"))
    }
    #expect(!scratch.reader().authority(of: "rivers").entitlement.isGiven)
  }

  @Test("the sample's file is signed by the built-in key and says what is built in") func sampleFile() throws {
    let file =
      #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Assets/entitlements/sample.json"
    let bytes = try Files.contents(file)
    #expect(String(decoding: bytes, as: UTF8.self) == SampleEntitlement.text)
    let sample = try #require(EntitlementReader.read(bytes).content)
    #expect(sample.programs == SampleEntitlement.programs && sample.validity.until == SampleEntitlement.until)
    #expect(sample.document.standing([SampleEntitlement.key]) == .trusted("sample"))
    let day = try #require(Timestamps.parse("2026-06-01T00:00:00Z"))
    #expect(sample.fault(for: "geography", at: day, trust: [SampleEntitlement.key]) == nil)
    // Its key signs no profile: nobody is supervised by it.
    let scratch = ScratchMachine()
    #expect(!scratch.machine.trustKeys.contains(SampleEntitlement.key))
  }

  @Test("what an exam expects and the machine has not is told item by item") func itemByItem() {
    let policy = ExamPolicy(proctor: true, required: [.paste], detections: [.recording: .allow])
    let exam = Exam(
      id: "rivers", title: LocalizedText("Rivers"), language: "en", minutes: 300, shuffle: false,
      shuffleChoices: false, navigation: .free, draw: nil, verdict: .end, report: .full, policy: policy, questions: [])
    let authority = LockAuthority(
      supervision: .given("Lab"), listing: .withheld(""), entitlement: .withheld("it ended"),
      terms: LockTerms(
        name: "Lab", required: [.assessment: [.sysRq]], detections: [.recording: .refuse], capMinutes: 60,
        proctors: ["B. Jones"], language: "fr"))
    let report = LockReport(
      phase: .open, tier: .terminal,
      restrictions: [
        RestrictionReport(id: .paste, state: .detected),
        RestrictionReport(id: .sysRq, state: .unavailable(reason: "no")),
      ])
    let items = exam.mismatches(authority, proctors: ProctorList(names: ["A. Smith"]), on: report)
    #expect(
      items.map(\.words) == [
        "entitlement: one for rivers is expected, it ended is there",
        "policy.proctor: a passcode of B. Jones is expected, none is there",
        "minutes: 300 is expected, at most 60, by the profile is there",
        "language: en is expected, fr, by the profile is there",
        "detections.recording: allow is expected, refuse, by the profile is there",
        "required.paste: enforced is expected, paste detected is there",
        "required.sysRq, by the profile: enforced is expected, sysRq unavailable: no is there",
      ])
    #expect(exam.mismatches(LockDriver.entitled, proctors: ProctorList(names: ["A"]), on: nil).isEmpty)
  }

  @Test("what the guardian's reader tells it arrives as it was, and cut short grants nothing") func codec() throws {
    let authority = LockAuthority(
      supervision: .given("Lab é"), listing: .withheld("no"), entitlement: .given("e"),
      terms: LockTerms(name: "Lab é", required: [.assessment: [.home]], capMinutes: 7))
    var frames = FrameBuffer()
    frames.append(authority.frame())
    let payload = try #require(try frames.next())
    #expect(try LockAuthority(payload: payload) == authority)
    for length in 0..<payload.count {
      #expect(throws: WireFault.self) { try LockAuthority(payload: payload.prefix(length)) }
    }
  }
}
