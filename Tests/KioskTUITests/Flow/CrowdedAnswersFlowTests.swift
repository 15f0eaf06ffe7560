import KioskCore
import SittingScript
import Testing

/// Answers of thirty rows and of three hundred characters, given right with the keyboard alone at 80×24.
@Suite(.serialized) struct CrowdedAnswersFlowTests {
  @Test func allOfThemAreAnsweredRight() throws {
    let exams = try TemporaryFolder()
    let exam = CrowdedExam.exam
    let text = String(decoding: ExamWriter.bytes(exam), as: UTF8.self)
    #expect(writeFile(exams.appending("sample.exam.json"), text))
    let slots = AttemptComposer.compose(
      exam, seed: 1, candidate: Candidate(name: "Ada"), options: AttemptComposer.Options(mode: .test),
      startedAt: WallTime(milliseconds: 0), random: [UInt8](repeating: 0, count: 10)
    ).slots
    let session = try PtySession(
      ["exam", exams.appending("sample.exam.json"), "--candidate", "Ada", "--seed", "1"], exams: exams.path)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")

    try session.waitFor("Question 1 of 8")
    try session.type("100")
    try session.press(.tab)
    try session.send("a")
    try session.waitFor("‹sooner")
    try session.press(.tab)
    try session.type("thinner")
    try session.press(.tab)
    try session.send("C")
    try session.waitFor("‹\(CrowdedExam.town(28))")
    try session.press(.tab)
    try session.type("stone")
    try session.enter(next: 2)
    try session.press(.left)
    try session.waitFor("year \(1700 + 29).")
    try session.press(.left)
    try session.press(.left)
    try session.waitFor("year \(1700 + 27).")
    try session.enter(next: 3)
    for gap in 0..<4 {
      try session.send("told")
      try session.press(gap < 3 ? .tab : .enter)
    }
    try session.waitFor("Question 4 of 8")
    for place in 3...4 {
      let order = slots[place].shownOrder
      for right in 0..<30 {
        let at = try #require(order.firstIndex(of: right))
        try session.send(String(try #require(Draft.rowName(at))))
      }
      try session.enter(next: place + 2)
    }
    for place in 5...6 {
      var order = slots[place].order
      try session.carry(&order, to: Array(order.indices))
      try session.waitFor("Space picks an item up")
      try session.enter(next: place + 2)
    }
    try session.send("D")
    try session.waitFor("(•) D  Case 29:")
    try session.press(.enter)
    try session.waitFor("8 answered · 0 unanswered")
    try session.press(.f9)
    try session.send("y")
    try session.waitFor("Handed in")

    let told = try ToldAttempt.only(session.data)
    #expect(told.number("maxScore") == "8")
    for question in exam.questions { #expect(told.points(question.id) == "1", "\(question.id)") }
  }
}
