import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Spell check and suggestions as they are drawn.
@Suite struct HelpsScreensTests {
  private func essay(typing text: String) -> SittingScript {
    var script = SittingScript.practice()
    script.world.misspelt = ["Teh": ["The", "Ten", "Tea"], "wite": ["white", "write"]]
    script.world.names = SittingScript.suggestions(["winter", "wintry", "winters"])
    script.go(to: SampleExam.Place.essay.rawValue)
    script.type(text)
    return script
  }

  @Test func misspeltWordsOfAnEssayAreUnderlined() {
    ScreenGolden.expect(essay(typing: "Teh snow was wite, and the days were short. "), "practice-misspelt")
  }

  @Test func anEssaysSuggestionsStandBesideItsWords() {
    ScreenGolden.expect(essay(typing: "Teh snow of wint"), "practice-essay-suggestion")
  }

  @Test func aMisspeltShortAnswerSaysWhatTheKeyIs() {
    var script = SittingScript.practice()
    script.world.misspelt = ["Straigt": ["Straight"]]
    script.go(to: SampleExam.Place.shortAnswer.rawValue)
    script.type("Straigt of")
    ScreenGolden.expect(script, "practice-short-misspelt")
  }

  @Test func nearSpellingsLieOverTheQuestion() {
    var script = essay(typing: "Teh snow was wite ")
    script.press(.action(.spelling), .moved(.down))
    ScreenGolden.expect(script, "near-spellings")
    script.state.aids.configure(aid: .largePrint, enabled: true)
    ScreenGolden.expect(script, "large-near-spellings")
  }

  @Test func nearSpellingsThatAreWaitedForSaySo() {
    var script = essay(typing: "Teh ")
    script.world.helpsAnswer = false
    script.press(.action(.spelling))
    ScreenGolden.expect(script, "near-spellings-waiting", ScreenGolden.sizes[0])
  }

  @Test func consentNamesWhatIsGranted() {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada Lovelace", id: "42")
    var script = SittingScript(launch)
    script.world.exam = SampleExam.granting([.spellCheck, .suggestions], language: "fr")
    script.send(.started)
    ScreenGolden.expect(script, "consent-granted")
  }
}
