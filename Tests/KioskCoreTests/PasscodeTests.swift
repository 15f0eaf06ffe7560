import Glibc
import Testing

@testable import KioskCore

/// Passcodes: typed, kept, judged, and made to wait for.
@Suite struct PasscodeTests {
  private func secret(_ text: String) throws -> Secret { try #require(Secret(text.utf8)) }

  // MARK: - Typed

  private func take(_ text: String.UTF8View, _ fits: Bool, _ secret: inout Secret) {
    let taken = secret.append(text)
    #expect(taken == fits)
  }

  @Test func aSecretTakesWholeBytesOrNothing() throws {
    var secret = Secret()
    #expect(secret.isEmpty && secret.length == 0)
    take(String(repeating: "x", count: 255).utf8, true, &secret)
    take("é".utf8, false, &secret)
    #expect(secret.count == 255)
    take("y".utf8, true, &secret)
    take("z".utf8, false, &secret)
    #expect(Secret([UInt8](repeating: 1, count: 257)) == nil)
  }

  @Test func aSecretIsDeletedByCodePoint() throws {
    var secret = try secret("a渥🔑")
    #expect(secret.length == 3)
    secret.deleteBackward()
    #expect(secret == (try self.secret("a渥")))
    secret.deleteBackward()
    secret.deleteBackward()
    secret.deleteBackward()
    #expect(secret.isEmpty)
  }

  @Test func copiesOfASecretDoNotShareWhatIsTyped() throws {
    let one = try secret("let")
    var other = one
    other.append("mein".utf8)
    #expect(one == (try secret("let")))
    #expect(other == (try secret("letmein")))
    other.clear()
    #expect(one.count == 3)
  }

  @Test func aSecretShowsNothing() throws {
    let secret = try secret("letmein")
    for shown in ["\(secret)", String(reflecting: secret), "\(FrontEndMessage.passcodeTyped(proctor: "", secret))"] {
      #expect(!shown.contains("letmein"))
    }
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("letmein") && !dumped.contains("108"))
  }

  @Test func whatIsSentAndTakenIsWiped() throws {
    var buffer = FrameBuffer()
    buffer.append(FrontEndMessage.passcodeTyped(proctor: "", try secret("letmein")).frame())
    buffer.append([9, 0])
    _ = try buffer.next()
    buffer.wipeTaken()
    #expect(!"\(buffer)".contains("108, 101, 116"))
    #expect("\(buffer)".contains("[9, 0]"))
  }

  // MARK: - Kept

  private func folder() throws -> ScratchFolder { ScratchFolder() }

  @Test func aPasscodeIsItsProctorsAndNobodyElses() throws {
    let scratch = try folder()
    var passcodes = Passcodes()
    try passcodes.set("A. Smith", secret("letmein"))
    try passcodes.set("Zoë", secret("渥太华 café"))
    try passcodes.write(scratch.folder)
    let back = try Passcodes.read(scratch.folder)
    #expect(back == passcodes)
    #expect(back.names == ["A. Smith", "Zoë"])
    #expect(back.judge(try secret("letmein"), of: nil) == .right("A. Smith"))
    #expect(back.judge(try secret("letmein"), of: "Zoë") == .wrong)
    // The same letters from a keyboard that composes otherwise.
    #expect(back.judge(try secret("渥太华 cafe\u{301}"), of: "Zoë") == .right("Zoë"))
    #expect(back.judge(try secret("letmein "), of: nil) == .wrong)
    #expect(back.judge(Secret(), of: nil) == .wrong)
    #expect(back.judge(try #require(Secret([0xFF, 0xFE])), of: nil) == .wrong)
    let bytes = try Files.contents(scratch.folder.passcodes)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("letmein"))
    #expect(try Files.status(scratch.folder.passcodes).mode & 0o777 == 0o600)
    #expect(try Files.status(scratch.folder.passcodeWait).mode & 0o777 == 0o600)
  }

  @Test func theLongestPasscodeCounts() throws {
    var passcodes = Passcodes()
    let long = String(repeating: "é", count: 128)
    try passcodes.set("p", secret(long))
    #expect(passcodes.judge(try secret(long), of: nil) == .right("p"))
    #expect(passcodes.judge(try secret(String(long.dropLast())), of: nil) == .wrong)
  }

  @Test func settingAgainReplacesAndRemovingForgets() throws {
    var passcodes = Passcodes()
    try passcodes.set("p", secret("first"))
    try passcodes.set("p", secret("second"))
    #expect(passcodes.names == ["p"])
    #expect(passcodes.judge(try secret("first"), of: "p") == .wrong)
    let unknown = passcodes.remove("q")
    #expect(!unknown)
    let known = passcodes.remove("p")
    #expect(known)
    #expect(passcodes.judge(try secret("second"), of: nil) == .wrong)
  }

  @Test(arguments: [
    "", "{}", "[1]", "{\"format\":\"kiosk-passcodes/1\",\"proctors\":[{\"name\":\"a\",\"hash\":\"x\"}]}",
    "{\"format\":\"kiosk-passcodes/1\",\"proctors\":[{\"name\":\"a\",\"hash\":\"$argon2id$v=19$m=4194304,t=3,p=1$a$b\"}]}",
    "{\"format\":\"kiosk-passcodes/1\",\"proctors\":[{\"name\":\" \\u001b[2J\",\"hash\":\"$argon2id$v=19$m=65536,t=3,p=1$a$b\"}]}",
  ]) func whatIsNoListIsAFaultAndNotAnEmptyList(_ text: String) throws {
    let scratch = try folder()
    try Files.replace(scratch.folder.passcodes, with: Array(text.utf8))
    #expect(throws: Passcodes.Fault.corrupt(scratch.folder.passcodes)) { try Passcodes.read(scratch.folder) }
    guard case .fault = PasscodeAttempt.begin(scratch.folder) else {
      Issue.record("an attempt began")
      return
    }
  }

  @Test func aListOthersCanReadIsRefused() throws {
    let scratch = try folder()
    var passcodes = Passcodes()
    try passcodes.set("p", secret("letmein"))
    try passcodes.write(scratch.folder)
    chmod(scratch.folder.passcodes, 0o644)
    #expect(throws: Passcodes.Fault.exposed(scratch.folder.passcodes)) { try Passcodes.read(scratch.folder) }
  }

  @Test func namesAreCleanedAndBounded() {
    #expect(Passcodes.name("  A. Smith ") == "A. Smith")
    #expect(Passcodes.name("A\u{1b}[2J") == "A[2J")
    #expect(Passcodes.name(" \t ") == nil)
    #expect(Passcodes.name(String(repeating: "a", count: 41)) == nil)
  }

  // MARK: - Made to wait for

  private func at(_ boot: Int64, wall: Int64 = 0, id: String = "b1") -> BackOff.Now {
    BackOff.Now(moment: Moment(milliseconds: boot), wall: WallTime(milliseconds: wall), boot: id)
  }

  @Test func theWaitDoublesFromOneSecondToFiveMinutes() {
    #expect(
      (0...12).map(BackOff.delay) == [
        0, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000, 300_000,
      ])
    #expect(BackOff.delay(after: .max) == 300_000)
    #expect(BackOff.delay(after: -1) == 0)
  }

  @Test func settingTheClockEndsNoWait() {
    var backOff = BackOff()
    for _ in 0..<5 { backOff.charge(at(10_000, wall: 1_000_000)) }
    #expect(backOff.left(at(10_000, wall: 99_000_000)) == 16_000)
    #expect(backOff.left(at(20_000, wall: -5)) == 6000)
    #expect(backOff.left(at(26_000)) == 0)
  }

  @Test func aNewBootCountsTheWholeWaitFromItself() {
    var backOff = BackOff()
    for _ in 0..<9 { backOff.charge(at(9_000_000, wall: 1_000_000)) }
    #expect(backOff.left(at(5000, wall: 999_000_000, id: "b2")) == 251_000)
    #expect(backOff.left(at(256_000, id: "b2")) == 0)
    // Where boots cannot be told apart the wall decides, never for longer than the whole wait.
    #expect(backOff.left(at(5000, wall: 1_100_000, id: "")) == 156_000)
    #expect(backOff.left(at(5000, wall: -9_000_000, id: "")) == 256_000)
  }

  @Test func theWaitComesBackFromItsLine() {
    var backOff = BackOff()
    #expect(BackOff(line: backOff.line) == backOff)
    for _ in 0..<40 {
      backOff.charge(at(123_456_789, wall: 1_796_027_017_909, id: "6177e75b-d069-4260-a4e2-221d0db6b260"))
      #expect(backOff.line.count == 128)
      #expect(BackOff(line: backOff.line) == backOff)
    }
    for length in 0..<90 { #expect(BackOff(line: Array(backOff.line.prefix(length))).failures <= 40) }
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      var line = backOff.line
      line[Int(random.next() % 128)] = UInt8(truncatingIfNeeded: random.next())
      let read = BackOff(line: line)
      #expect((0...300_000).contains(read.left(at(Int64.max / 4))))
      #expect((0...300_000).contains(read.left(at(0, wall: Int64.min / 4, id: ""))))
    }
  }

  @Test func anAttemptIsChargedBeforeItIsJudgedAndOneIsInFlight() throws {
    let scratch = try folder()
    #expect(isNoneSet(PasscodeAttempt.begin(scratch.folder)))
    var passcodes = Passcodes()
    try passcodes.set("p", secret("letmein"))
    try passcodes.write(scratch.folder)
    do {
      guard case .allowed(let attempt) = PasscodeAttempt.begin(scratch.folder) else {
        Issue.record("not allowed")
        return
      }
      guard case .busy = PasscodeAttempt.begin(scratch.folder) else {
        Issue.record("two at a time")
        return
      }
      // Whoever kills the program here has tried once.
      #expect(PasscodeAttempt.wait(scratch.folder) > 0)
      #expect(attempt.settle(.wrong) > 0)
    }
    guard case .tooSoon(let wait) = PasscodeAttempt.begin(scratch.folder) else {
      Issue.record("not too soon")
      return
    }
    #expect((1...1000).contains(wait))
    // The wait is over; this one is right, and all is forgiven.
    try Files.replace(scratch.folder.passcodeWait, with: [UInt8](BackOff().line))
    guard case .allowed(let attempt) = PasscodeAttempt.begin(scratch.folder) else {
      Issue.record("not allowed")
      return
    }
    #expect(attempt.settle(attempt.judge(try secret("letmein"), of: "p")) == 0)
    #expect(PasscodeAttempt.wait(scratch.folder) == 0)
  }

  private func isNoneSet(_ beginning: PasscodeAttempt.Beginning) -> Bool {
    if case .noneSet = beginning { return true }
    return false
  }
}
