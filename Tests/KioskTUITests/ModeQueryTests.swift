import KioskCore
import Testing

@testable import KioskTUI

/// How long the terminal is waited for that was asked about its modes.
@Suite struct ModeQueryTests {
  private let start = Moment(milliseconds: 0)
  private let both = ModeAnswers.Mode.allCases

  private func asked() -> ModeQuery {
    var query = ModeQuery()
    query.start(.survey, both, start)
    return query
  }

  private func hear(_ mode: UInt16, _ answers: ModeAnswers, _ query: inout ModeQuery) -> Bool {
    query.hear(mode, answers)
  }

  @Test func theWaitEndsWithTheLastAnswer() {
    var query = asked()
    var answers = ModeAnswers()
    answers.take(2004, 1)
    #expect(!hear(2004, answers, &query))
    answers.take(1004, 2)
    #expect(hear(1004, answers, &query))
  }

  @Test func whoAnswersTheQuestionBehindThemIsNotWaitedFor() {
    var query = asked()
    let answers = ModeAnswers()
    #expect(hear(0, answers, &query))
    #expect(query.finish(answers) == .survey)
    // Such a terminal does not know the question.
    #expect(query.modes(for: .readBack(.paste), tier: .terminal).isEmpty)
  }

  @Test func theAnswerBehindAnEarlierQuestionEndsNoLaterOne() {
    var query = asked()
    var answers = ModeAnswers()
    answers.take(2004, 1)
    answers.take(1004, 2)
    #expect(hear(1004, answers, &query))
    _ = query.finish(answers)
    query.start(.readBack(.paste), [.bracketedPaste], start)
    answers.forget(.bracketedPaste)
    #expect(!hear(0, answers, &query))
    #expect(hear(0, answers, &query))
  }

  /// A yes typed while the terminal was still looked at had it asked anew: what it told for the first question was taken for
  /// the answer to the second, and for the whole test pasting was merely noticed.
  @Test func whatIsToldForAnEarlierQuestionCountsForNoLaterOne() {
    var query = asked()
    var answers = ModeAnswers()
    query.start(.survey, both, start)
    // Both ask the same of a terminal on which nothing was set meanwhile.
    for mode in both { answers.take(mode.rawValue, 2) }
    #expect(hear(1004, answers, &query))
    _ = query.finish(answers)
    query.start(.readBack(.paste), [.bracketedPaste], start)
    #expect(!hear(0, answers, &query))
    #expect(!query.isCurrent)
    #expect(!hear(2004, answers, &query))
    #expect(!hear(0, answers, &query))
    #expect(query.isCurrent)
    #expect(hear(2004, answers, &query))
  }

  @Test func whatAFrontEndTookWithItIsNotWaitedFor() {
    var query = asked()
    let answers = ModeAnswers()
    _ = hear(0, answers, &query)
    query.start(.survey, both, start)
    query.loseReader()
    query.start(.survey, both, start)
    #expect(query.isCurrent)
  }

  @Test func whoAnswersNothingButTheModesIsBelieved() {
    var query = asked()
    var answers = ModeAnswers()
    for mode in both { answers.take(mode.rawValue, 2) }
    #expect(hear(1004, answers, &query))
    _ = query.finish(answers)
    query.start(.readBack(.paste), [.bracketedPaste], start)
    #expect(query.isCurrent)
    #expect(hear(2004, answers, &query))
  }

  @Test func whoIsSilentIsAskedAgainOnceHeard() {
    var query = asked()
    var answers = ModeAnswers()
    #expect(!query.isOver(start.adding(ModeQuery.longestWait - 1)))
    #expect(query.isOver(start.adding(ModeQuery.longestWait)))
    #expect(query.finish(answers) == .survey)
    #expect(query.modes(for: .survey, tier: .terminal).isEmpty)
    answers.take(2004, 2)
    #expect(!hear(2004, answers, &query))
    #expect(query.modes(for: .survey, tier: .terminal) == both)
    #expect(query.modes(for: .survey, tier: .console).isEmpty)
  }
}
