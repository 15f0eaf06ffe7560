import SittingScript
import Testing

@testable import KioskCore

/// Enter asks once where an answer can hardly be meant as it stands.
@Suite struct AnswerDoubtTests {
  private func test(at place: SampleExam.Place) -> SittingScript {
    var script = SittingScript.test()
    script.wait(6000)
    script.go(to: place.rawValue)
    return script
  }

  @Test func textThatIsNoNumberIsKeptOnlyAtTheSecondEnter() {
    var script = test(at: .numerical)
    script.type("many")
    script.press(.enter)
    #expect(script.state.sitting?.current == SampleExam.Place.numerical.rawValue)
    #expect(script.state.sitting?.notice == "This is no number yet: Enter again keeps it.")
    script.press(.enter)
    #expect(script.state.sitting?.current == SampleExam.Place.numerical.rawValue + 1)
    #expect(script.state.sitting?.entries[SampleExam.Place.numerical.rawValue].accepted == .text("many"))
  }

  @Test func aNumberIsTakenAtOnce() {
    var script = test(at: .numerical)
    script.type("47")
    script.press(.enter)
    #expect(script.state.sitting?.current == SampleExam.Place.numerical.rawValue + 1)
  }

  /// A gap above the one in front may be empty: Enter went on without a word.
  @Test func gapsLeftEmptyAreAskedAboutOnceAndCounted() {
    var script = test(at: .cloze)
    let cloze = SampleExam.Place.cloze.rawValue
    script.press(.moved(.down))
    script.type("Amazon")
    script.press(.enter)
    #expect(script.state.sitting?.current == cloze)
    #expect(script.state.sitting?.notice == "1 of 2 gaps filled: Enter again goes on.")
    script.press(.enter)
    #expect(script.state.sitting?.current == cloze + 1)
    #expect(script.state.sitting?.entries[cloze].isInPart == true)
    #expect(script.state.sitting?.inPartCount == 1)
    #expect(script.state.sitting?.answeredCount == 1)
  }

  @Test func gapsThatAreAllFilledAreTakenAtOnce() {
    var script = test(at: .cloze)
    script.press(.moved(.right))
    script.press(.enter)
    script.type("Amazon")
    script.press(.enter)
    #expect(script.state.sitting?.current == SampleExam.Place.cloze.rawValue + 1)
    #expect(script.state.sitting?.inPartCount == 0)
  }

  /// PageDown does not ask; the review and the question before handing in tell it.
  @Test func pairsLeftOutByPageDownAreCounted() {
    var script = test(at: .matching)
    script.press(.moved(.right))
    script.press(.action(.next))
    #expect(script.state.sitting?.entries[SampleExam.Place.matching.rawValue].isInPart == true)
    #expect(script.state.sitting?.inPartCount == 1)
  }
}
