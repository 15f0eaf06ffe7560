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
}
