import KioskVoice
import KioskWords
import SittingScript
import Testing

@testable import KioskCore

@Suite("Messages between guardian and front end")
struct MessageTests {
  static let report = LockReport(
    phase: .locked, mode: .assessment, since: WallTime(milliseconds: 1), until: WallTime(milliseconds: -2),
    tier: .terminal,
    restrictions: [
      RestrictionReport(id: .home, state: .enforced), RestrictionReport(id: .paste, state: .detected, finding: "é"),
      RestrictionReport(id: .focus, state: .unavailable(reason: "渥太华")),
    ], escapes: 3, interruptions: 4)

  static let frontEnd: [FrontEndMessage] = [
    .hello(version: 1),
    .assessRequested(
      program: "geography", required: [.home, .paste], detections: [.recording: .refuse, .remote: .allow]),
    .lockRequested(LockDriver.request), .unlockRequested(.expired), .homeBlocked(.ctrlBackslash), .bannerShown("🔒"),
    .noted(what: "pasteBurst", detail: ""), .focusChanged(true), .terminalReported(mode: 2004, value: 2), .terminalGone,
    .leaveRequested(status: -1), .passcodeTyped(proctor: "", Secret()),
    .passcodeTyped(proctor: "A. Smith", Secret("渥太华 🔑".utf8) ?? Secret()), .proctorAsked(.end), .proctorLeft,
    .passcodeAsked(true), .voiceWanted(language: "fr-CA"), .voiceLeft, .bellWanted(right: true),
    .sayWanted(slot: 7, .sentence, .slow),
    .wordGiven(
      slot: .max,
      SpokenWord(word: "été", pronunciation: "ete", definition: "d", sentence: "L'été.", origin: "nom. Latin.")),
    .helpsWanted(slot: 9, language: "en-GB"), .helpsLeft, .vocabularyGiven(["São Tomé", "Oslo"], own: true),
    .helpAsked(slot: .max, HelpRequest(number: 7, .check(["teh", "été"]))),
    .helpAsked(slot: 0, HelpRequest(number: .max, .near("teh"))),
    .helpAsked(slot: 0, HelpRequest(number: 0, .suggest("the cap"))),
    .helpAsked(slot: 0, HelpRequest(number: 1, .define("cape town"))),
    .lockRequested(
      LockRequest(
        mode: .assessment, consented: true,
        grants: [
          HelpGrant(slot: 3, features: [.spellCheck, .share]), HelpGrant(slot: .max, features: HelpFeature.allCases),
        ])),
  ]

  static let guardian: [GuardianMessage] = [
    .welcome(version: 1, lock: report, resume: "A", absence: 40),
    .welcome(version: 9, lock: .unknown, resume: nil, absence: 0),
    .assessed(report, refusal: nil), .assessed(report, refusal: .detectionRefused(report.restrictions)),
    .lockChanged(report), .refused(.notEntitled("it ended")), .refused(.notSupervised("")),
    .refused(.notOnAllowList("another hash")),
    .refused(.consentDeclined), .refused(.alreadyLockedByUs), .refused(.alreadyLockedByOther("vlock")),
    .refused(.requirementsNotMet(report.restrictions)), .refused(.engageFailed(.home, "EIO")), .capReached,
    .interrupted(.suspended, milliseconds: .max), .endAsked(signal: "TERM", locked: true), .resized, .repaint,
    .refused(.proctorNeeded("é")), .refused(.noProctorSet), .refused(.notTheOwner), .refused(.notOfTheProgram("é")),
    .programStarted(process: 4_194_304), .programEnded(status: 137),
    .proctors(ProctorList(names: ["A. Smith", "é"], wait: 300_000, fault: "x")), .proctors(ProctorList()),
    .passcodeAnswered(.accepted("A. Smith")), .passcodeAnswered(.wrong(wait: 1000)),
    .terms(.none),
    .terms(
      LockTerms(
        name: "Lab é", required: [.assessment: [.home, .paste], .singleApp: [.consoleSwitch]],
        detections: [.remote: .refuse], capMinutes: 1, deniedAids: [.invert], proctors: ["A. Smith"], language: "fr",
        until: WallTime(milliseconds: 5))),
    .passcodeAnswered(.tooSoon(wait: 1)), .passcodeAnswered(.noneSet), .passcodeAnswered(.failed("no memory")),
    .proctorEnds(.ended), .voice(.none), .voice(.starting), .voice(.ready(output: "é")), .voice(.restarting),
    .voice(.absent("no card: buy one")), .helps(.none), .helps(.starting), .helps(.ready([])),
    .helps(.ready(["no é: apt install it"])), .helps(.absent("none: make it")), .helpAnswered(.ready("en_GB, scowl")),
    .helpAnswered(.missing(.spellCheck, "none")), .helpAnswered(.misspelt(number: 1, ["teh"])),
    .helpAnswered(.near(number: 2, [])), .helpAnswered(.suggestions(number: 3, taken: 2, ["Oslo", "Osaka"])),
    .helpAnswered(.defined(number: 4, headword: "cape", lines: ["A {headland}.", ""], near: ["cap"])),
    .lockChanged(LockReport(phase: .locked, tier: .console, pausedBy: "é", isPasscodeAsked: true)),
  ]

  static let requests: [ProgramRequest] = [.lock(LockDriver.request), .unlock, .status, .watch]

  static let answers: [ProgramAnswer] = [
    ProgramAnswer(outcome: nil, report: .unknown, by: ""), ProgramAnswer(outcome: .engaged, report: report, by: "é"),
    ProgramAnswer(outcome: .released, report: report, by: ""),
    ProgramAnswer(outcome: .refused(.notTheOwner), report: report, by: "Quiz (process 7)"),
  ]

  private func payload(_ frame: [UInt8]) throws -> ArraySlice<UInt8> {
    var buffer = FrameBuffer()
    // Byte by byte, as slowly as a stream may bring them.
    for byte in frame.dropLast() {
      buffer.append([byte])
      #expect(try buffer.next() == nil)
    }
    buffer.append(frame.suffix(1))
    return try #require(try buffer.next())
  }

  @Test("come out as they went in")
  func roundTrip() throws {
    for message in Self.frontEnd { #expect(try FrontEndMessage(payload: payload(message.frame())) == message) }
    for message in Self.guardian { #expect(try GuardianMessage(payload: payload(message.frame())) == message) }
    for request in Self.requests { #expect(try ProgramRequest(payload: payload(request.frame())) == request) }
    for answer in Self.answers { #expect(try ProgramAnswer(payload: payload(answer.frame())) == answer) }
  }

  @Test("that would be too long are cut at a character and still arrive")
  func cutsWhatIsTooLong() throws {
    let long = String(repeating: "渥", count: 9000)
    let many = (0..<200).map { _ in RestrictionReport(id: .home, state: .unavailable(reason: long), finding: long) }
    let report = LockReport(phase: .open, tier: .none, restrictions: many)
    let frame = GuardianMessage.assessed(report, refusal: .requirementsNotMet(many)).frame()
    #expect(frame.count <= Wire.longestPayload)
    guard case .assessed(let back, _) = try GuardianMessage(payload: payload(frame)) else {
      Issue.record("another message")
      return
    }
    #expect(back.restrictions.count == Wire.longestList)
    #expect(back.restrictions[0].finding == String(repeating: "渥", count: 160))
  }

  @Test("cut short, made longer, of another version or of no kind are faults, each of them")
  func refusesWhatIsNoMessage() throws {
    for message in Self.guardian {
      let payload = try payload(message.frame())
      for length in 0..<payload.count {
        #expect(throws: WireFault.self) { try GuardianMessage(payload: payload.prefix(length)) }
      }
      #expect(throws: WireFault.malformed) { try GuardianMessage(payload: payload + [0]) }
      #expect(throws: WireFault.badVersion(9)) { try GuardianMessage(payload: [9] + payload.dropFirst()) }
    }
    var buffer = FrameBuffer()
    buffer.append([255, 255, 255, 255])
    #expect(throws: WireFault.badLength(.max)) { try buffer.next() }
  }

  @Test("changed at random never trap either side, and what is taken says the same when sent on")
  func survivesMutations() {
    var random = SplitMix(seed: 11)
    let frames =
      Self.frontEnd.map { $0.frame() } + Self.guardian.map { $0.frame() } + Self.requests.map { $0.frame() }
      + Self.answers.map { $0.frame() }
    for _ in 0..<20_000 {
      var bytes = frames[Int.random(in: 0..<frames.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      var buffer = FrameBuffer()
      buffer.append(bytes)
      while let payload = try? buffer.next() {
        if let message = try? FrontEndMessage(payload: payload) {
          #expect((try? FrontEndMessage(payload: message.frame().dropFirst(4))) == message)
        }
        if let request = try? ProgramRequest(payload: payload) {
          #expect((try? ProgramRequest(payload: request.frame().dropFirst(4))) == request)
        }
        if let answer = try? ProgramAnswer(payload: payload) {
          #expect((try? ProgramAnswer(payload: answer.frame().dropFirst(4))) == answer)
        }
        if let message = try? GuardianMessage(payload: payload) {
          #expect((try? GuardianMessage(payload: message.frame().dropFirst(4))) == message)
        }
      }
    }
  }
}
