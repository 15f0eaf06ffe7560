import Testing

@testable import KioskCore

/// Who may lock. The table is the design's, section 3, written down by hand: what each mode needs, and which reason
/// comes first where several are missing. Nothing of it is computed as the program computes it.
@Suite("Who may lock") struct AuthorityTests {
  /// What stands for or against a request; every combination is tried.
  struct Circumstances: Sendable {
    let mode: LockMode
    let supervised, listed, entitled, consented, byUs, byAnother: Bool
  }

  static let all: [Circumstances] = LockMode.allCases.flatMap { mode in
    (0..<64).map { bits in
      Circumstances(
        mode: mode, supervised: bits & 1 != 0, listed: bits & 2 != 0, entitled: bits & 4 != 0,
        consented: bits & 8 != 0, byUs: bits & 16 != 0, byAnother: bits & 32 != 0)
    }
  }

  /// The answers by hand. Rows: what is wrong; the first that applies counts. A dash: it does not matter in that mode.
  ///
  ///     locked by us            all four modes      alreadyLockedByUs, and the lock stays
  ///     not supervised          single, autonomous  notSupervised
  ///     not listed              autonomous          notOnAllowList
  ///     not entitled            assessment          notEntitled
  ///     the candidate said no   assessment          consentDeclined
  ///     locked by another       all four modes      alreadyLockedByOther
  static func expected(_ c: Circumstances) -> String {
    if c.byUs { return "alreadyLockedByUs" }
    switch (c.mode, c.supervised, c.listed, c.entitled, c.consented) {
    case (.singleApp, false, _, _, _), (.autonomousSingleApp, false, _, _, _): return "notSupervised"
    case (.autonomousSingleApp, true, false, _, _): return "notOnAllowList"
    case (.assessment, _, _, false, _): return "notEntitled"
    case (.assessment, _, _, true, false): return "consentDeclined"
    case (.guidedAccess, _, _, _, _), (.singleApp, true, _, _, _), (.autonomousSingleApp, true, true, _, _),
      (.assessment, _, _, true, true):
      return c.byAnother ? "alreadyLockedByOther" : "engaged"
    }
  }

  private static func authority(_ c: Circumstances) -> LockAuthority {
    LockAuthority(
      supervision: c.supervised ? .given("Lab") : .withheld(""),
      listing: c.listed ? .given("/usr/bin/true") : .withheld(""),
      entitlement: c.entitled ? .given("sample entitlement") : .withheld(""))
  }

  @Test("in every mode and circumstance, as the design's table has it", arguments: all)
  func matrix(_ c: Circumstances) {
    var driver = LockDriver()
    driver.send(.proctorsRead(ProctorList(names: ["A. Smith"])))
    if c.byUs { driver.lockNow() }
    let before = driver.lock
    driver.other = c.byAnother ? "vlock (process 7)" : ""
    driver.told = []
    driver.send(.authorityRead(Self.authority(c)))
    driver.send(.lockRequested(LockRequest(mode: c.mode, attempt: "B", consented: c.consented)))
    let refusals = driver.told.compactMap { message -> LockRefusal? in
      if case .refused(let refusal) = message { refusal } else { nil }
    }
    let expected = Self.expected(c)
    if expected == "engaged" {
      #expect(refusals.isEmpty && driver.lock.phase == .locked, "\(c)")
      #expect(driver.lock.report.mode == c.mode)
      return
    }
    #expect(refusals.map(\.id) == [expected], "\(c)")
    // The lock that holds still holds; where none did nothing is engaged.
    #expect(driver.lock.phase == (c.byUs ? .locked : .open), "\(c)")
    #expect(driver.engaged.isEmpty == !c.byUs)
    if c.byUs { #expect(driver.lock.attempt == before.attempt && driver.lock.held == before.held) }
  }

  @Test("guided access needs a passcode, and nothing else") func guidedNeedsAPasscode() {
    var driver = LockDriver()
    driver.send(.authorityRead(.none))
    driver.send(.lockRequested(LockRequest(mode: .guidedAccess, attempt: "B")))
    #expect(driver.told.last == .refused(.noProctorSet))
    driver.send(.proctorsRead(ProctorList(names: ["A. Smith"])))
    driver.send(.lockRequested(LockRequest(mode: .guidedAccess, attempt: "B")))
    #expect(driver.lock.phase == .locked)
  }

  @Test("a program's lock stands on the machine's ledger, with the program") func programsEntry() {
    var driver = LockDriver()
    driver.send(
      .authorityRead(
        LockAuthority(supervision: .given("Lab"), listing: .given("/bin/quiz"), entitlement: .withheld(""))))
    driver.send(.lockRequested(LockRequest(mode: .autonomousSingleApp, program: "/bin/quiz", capMinutes: 30)))
    let words = "autonomousSingleApp, at the most 30 minutes, by /bin/quiz"
    #expect(driver.effects.contains(.record(attempt: "", what: "locked", detail: words)))
  }

  /// Every refusal with words of its own for the reason and for the mend.
  @Test("each refusal says why and what to do, in a sentence each") func words() {
    let refusals: [LockRefusal] = [
      .notEntitled("its entitlement ended on 2026-07-01 00:00 UTC"), .notEntitled(""), .notSupervised(""),
      .notSupervised("the profile ended on 2026-07-01 00:00 UTC"), .notOnAllowList("/bin/x is not listed"),
      .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther("vlock (process 7)"),
      .requirementsNotMet([RestrictionReport(id: .paste, state: .detected)]),
      .detectionRefused([RestrictionReport(id: .recording, state: .detected)]), .engageFailed(.home, "EIO"),
      .proctorNeeded(""), .proctorNeeded("the passcodes cannot be read"), .noProctorSet,
      .notTheOwner, .notOfTheProgram("it is another user's"),
    ]
    var reasons: Set<String> = []
    for refusal in refusals {
      #expect(refusal.reason.hasSuffix(".") || refusal.reason.hasSuffix(":"), "\(refusal.reason)")
      #expect(!refusal.reason.contains("..") && !refusal.reason.contains(": ."))
      #expect(!refusal.mend.isEmpty && !refusal.id.isEmpty)
      #expect(reasons.insert(refusal.reason).inserted, "two refusals say \(refusal.reason)")
    }
    #expect(refusals[0].reason.contains("ended on 2026-07-01"))
    #expect(refusals[1].reason.hasSuffix("it has no entitlement."))
    #expect(refusals[2].reason.hasSuffix("no profile is installed here."))
    #expect(refusals[7].reason.contains("vlock (process 7)"))
  }

  @Test("a machine's profile adds what it requires, takes the stricter detection and the shorter cap")
  func profileTerms() {
    let terms = LockTerms(
      name: "Lab", required: [.assessment: [.paste], .singleApp: [.sysRq]],
      detections: [.recording: .refuse, .remote: .allow], capMinutes: 5)
    var driver = LockDriver()
    var authority = LockDriver.entitled
    authority.terms = terms
    driver.send(.authorityRead(authority))
    #expect(driver.told.last == .terms(terms))
    let request = LockRequest(
      mode: .assessment, attempt: "A", required: [.home], detections: [.remote: .refuse], capMinutes: 300,
      consented: true)
    #expect(terms.applied(to: request).required == [.home, .paste])
    #expect(terms.applied(to: request).detections == [.recording: .refuse, .remote: .refuse])
    driver.states[.paste] = .detected
    driver.send(.lockRequested(request))
    #expect(driver.told.last == .refused(.requirementsNotMet([RestrictionReport(id: .paste, state: .detected)])))
    #expect(driver.engaged.isEmpty)
    driver.states = [:]
    driver.send(.lockRequested(request))
    #expect(driver.lock.until?.milliseconds == driver.now + 5 * 60_000)
    driver.wait(5 * 60_000)
    #expect(driver.lock.phase == .expired && driver.told.contains(.capReached))
  }

  @Test("a lock that rests on the profile ends with the profile, a test does not")
  func endsWithTheProfile() {
    for (mode, ends) in [(LockMode.singleApp, true), (.autonomousSingleApp, true), (.assessment, false)] {
      var driver = LockDriver()
      driver.send(
        .authorityRead(
          LockAuthority(
            supervision: .given("Lab"), listing: .given("/bin/x"), entitlement: .given("e"),
            terms: LockTerms(name: "Lab", until: WallTime(milliseconds: driver.now + 90_000)))))
      driver.send(.lockRequested(LockRequest(mode: mode, attempt: "A", consented: true)))
      driver.wait(89_999)
      #expect(driver.lock.phase == .locked)
      driver.wait(1)
      #expect(driver.lock.phase == (ends ? .expired : .locked), "\(mode)")
    }
  }

  @Test("where the profile names proctors nobody else's passcode counts") func namedProctors() {
    var driver = LockDriver()
    var authority = LockDriver.entitled
    authority.terms = LockTerms(name: "Lab", proctors: ["A. Smith"])
    driver.send(.authorityRead(authority))
    driver.send(.proctorsRead(ProctorList(names: ["A. Smith", "B. Jones"])))
    #expect(driver.told.last == .proctors(ProctorList(names: ["A. Smith"])))
    driver.send(.passcodeJudged(.accepted("B. Jones")))
    #expect(driver.lock.proctor == nil)
    guard case .passcodeAnswered(.failed)? = driver.told.last else {
      Issue.record("accepted")
      return
    }
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    #expect(driver.lock.proctor == "A. Smith")
  }
}
