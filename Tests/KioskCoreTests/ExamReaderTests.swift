import Testing

@testable import KioskCore

func lines(_ reading: ExamReading) -> [String] {
  reading.problems.map { problem in
    let words = "\(problem.line):\(problem.column): \(problem.message)"
    return problem.hint.map { "\(words): \($0)" } ?? words
  }
}

@Test(arguments: brokenExams) func aBrokenExamIsRefusedWithPlaceAndMend(_ broken: BrokenExam) {
  let reading = read(broken.text)
  #expect(reading.exam == nil)
  #expect(reading.lines.isEmpty)
  #expect(lines(reading) == broken.problems)
}

@Test func badUTF8IsToldWithItsPlace() {
  for bad: [UInt8] in [[0xFF], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] {
    let bytes = Array("{\n  \"é\": \"".utf8) + bad + Array("\" }".utf8)
    #expect(lines(ExamReader.read(bytes)) == ["2:9: this is not UTF-8: save the file as UTF-8"])
  }
}

@Test func aByteOrderMarkIsPassedOver() {
  let text = "\u{FEFF}{ }"
  #expect(lines(read(text)).first == "1:1: the exam has no \"format\": add \"format\": \"kiosk-exam/1\"")
}

@Test func theSampleOfEveryTypeLoadsWithoutAWord() throws {
  let reading = Repository.exam("Tests/Fixtures/every-type.exam.json")
  #expect(reading.problems == [])
  let exam = try #require(reading.exam)
  #expect(exam.questions.map(\.typeName).count == 12)
  #expect(Set(exam.questions.map(\.typeName)).count == 10)
  #expect(exam.title.text(in: "zh") == "各一题")
  #expect(exam.policy.required == [.home, .lookUp, .suggestions])
  #expect(exam.policy.detections == [.multiplexer: .record, .remote: .allow])
  #expect(reading.lines == [14, 15, 18, 20, 22, 23, 25, 27, 28, 30, 31, 32])
}

@Test func whatIsLeftOutHasItsDefault() throws {
  let exam = try #require(
    read(examText("{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": \"P\", \"answer\": true }")).exam)
  #expect(exam.language == "en" && exam.minutes == nil && exam.draw == nil)
  #expect(!exam.shuffle && !exam.shuffleChoices)
  #expect(exam.navigation == .free && exam.verdict == .end && exam.report == .full && exam.policy == .standard)
  #expect(exam.questions[0].points == .one && exam.questions[0].grants.isEmpty)
}

@Test func nothingThatCouldDriveTheTerminalIsKept() throws {
  let raw = #"a\u001b[2Jb\u009b31mc\u007f\u202e\u2066d\u200b\ufeff\u00ad\u0000e\u0301\tf\r\ng\u2028h"#
  let exam = try #require(
    read(
      examText(
        "{ \"id\": \"a\", \"type\": \"choice\", \"prompt\": \"\(raw)\", \"choices\": [ { \"text\": \"\(raw)\", \"fraction\": 1 }, { \"text\": \"x\", \"fraction\": 0 } ] }"
      )
    ).exam)
  #expect(exam.questions[0].prompt.all == ["a[2Jb31mcdé f\ng\nh"])
  guard case .choice(let choices, _) = exam.questions[0].kind else { return #expect(Bool(false)) }
  #expect(choices[0].text.all == ["a[2Jb31mcdé f g h"])
  // Swift calls both forms of é equal, so the bytes are compared.
  #expect(Array(choices[0].text.all[0].utf8) == Array("a[2Jb31mcd\u{E9} f g h".utf8))
}

@Test func joinersThatWordsNeedAreKept() {
  #expect(ScreenText.clean("می\u{200C}شود क्\u{200D}ष") == "می\u{200C}شود क्\u{200D}ष")
}

@Test func aResponseKeepsFiveCodePointsOfEachCharacter() {
  let zalgo = "o" + String(repeating: "\u{325}", count: 50) + "k"
  #expect(ScreenText.fitted(zalgo).unicodeScalars.count == 6)
  #expect(ScreenText.fitted("Łódź") == "Łódź")
  // Consonants of Hangul: what is left of each syllable joins the next.
  let syllable = String(repeating: "\u{1111}", count: 5) + "\u{1176}\u{1176}"
  let fitted = ScreenText.fitted(syllable + syllable + syllable)
  #expect(fitted.unicodeScalars.count == 5 && ScreenText.overlongCluster(in: fitted) == nil)
}

@Test func thirdsAndSixthsAddUpHoweverTheyAreRounded() {
  func weights(_ share: String, _ count: Int) -> Bool {
    let choices = (0..<count).map { "{ \"text\": \"\($0)\", \"fraction\": \(share) }" }.joined(separator: ", ")
    return read(
      examText(
        "{ \"id\": \"a\", \"type\": \"choice\", \"multiple\": true, \"prompt\": \"P\", \"choices\": [ \(choices) ] }")
    ).exam != nil
  }
  #expect(weights("0.33333", 3) && weights("0.16667", 6) && weights("0.14286", 7) && weights("0.14285", 7))
  #expect(!weights("0.3333", 3) && !weights("0.34", 3))
}

@Test func aFileOfRubbishListsNoMoreThanCanBeRead() {
  let rubbish = (0..<5_000).map { "{ \"id\": \"\($0)\", \"typ\": 1 }" }.joined(separator: ",\n")
  #expect(read(examText(rubbish)).problems.count == ExamDecoder.listed)
}

@Test func aHeadIsWhatTheWholeReadingWouldSay() throws {
  let bytes = Repository.bytes("Tests/Fixtures/every-type.exam.json")
  let head = try #require(ExamHead.scan(bytes))
  #expect(head.id == "every-type" && head.title == "One of each" && head.minutes == 15 && head.language == "en")
  #expect(head.questions == 11)
  #expect(ExamHead.scan(Array("[]".utf8)) == nil)
  #expect(ExamHead.scan(Array(bytes.prefix(2_000))) == nil)
  let drawn = examText(
    "{ \"id\": \"a\", \"type\": \"essay\", \"prompt\": \"\\\"type\\\"\" }, { \"x\": {\"type\": \"description\"} }, {\"type\" : \"description\"}",
    "\"draw\": { \"count\": 1 },")
  #expect(ExamHead.scan(Array(drawn.utf8))?.questions == 1)
}

@Test func anOutlineIsTheWholeExamButItsQuestions() throws {
  for path in [
    "Tests/Fixtures/every-type.exam.json", "Assets/exams/geography.exam.json", "Assets/exams/spelling.exam.json",
  ] {
    let bytes = Repository.bytes(path)
    let outline = try #require(ExamReader.outline(bytes))
    #expect(outline.isOutline && outline == ExamReader.read(bytes).exam?.outline)
    #expect(ExamReader.outline(Array(bytes.prefix(2_000))) == nil)
  }
  let asksTooMuch = examText("{ \"id\": \"a\", \"type\": \"essay\", \"prompt\": \"P\" }", "\"draw\": { \"count\": 2 },")
  #expect(ExamReader.outline(Array(asksTooMuch.utf8)) == nil)
}
