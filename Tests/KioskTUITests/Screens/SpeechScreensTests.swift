import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What is seen of the voice.
@Suite struct SpeechScreensTests {
  private func atCheck(_ voice: VoiceReport) -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada Lovelace", id: "42")
    var script = SittingScript(launch)
    script.world.exam = SampleExam.exam(
      navigation: .free, verdict: .end, questions: Array(SampleExam.questions.suffix(1)))
    script.world.voice = voice
    script.send(.started)
    script.press(.typed("y"))
    return script
  }

  @Test func theSoundCheckAsksForTheWordThatIsSaid() {
    var script = atCheck(.ready(output: "espeak-ng 1.51, en-us, sound card"))
    ScreenGolden.expect(script, "sound-check")
    script.type("elephant")
    script.press(.enter)
    ScreenGolden.expect(script, "sound-check-wrong", ScreenGolden.sizes[0])
  }

  @Test func withoutAVoiceTheCheckSaysWhatIsMissing() {
    let script = atCheck(.absent("espeak-ng is not installed: apt install espeak-ng libpcaudio0"))
    ScreenGolden.expect(script, "sound-check-none")
  }

  @Test func aWordThatIsSaidHasAKeyToHearIt() {
    var script = atCheck(.ready(output: "files"))
    script.press(.moved(.up), .enter)
    script.press(.action(.hear))
    ScreenGolden.expect(script, "spelling-heard")
    script.press(.action(.definition), .action(.sentence), .action(.sentence), .action(.origin))
    ScreenGolden.expect(script, "spelling-all-asked")
  }
}
