import CEspeak
import Glibc
import KioskVoice

/// kiosk-speech: the voice of kiosk's spelling tests, a process of its own. It is started by kiosk's guardian, hears from it
/// what may be said and what is to be said, and ends with it.
///
/// It alone is linked to espeak-ng, so that kiosk needs no library and one that hangs hangs alone.
@main
struct Entry {
  static func main() {
    // Others of the same user could otherwise read the words out of this process.
    _ = kiosk_voice_harden()
    signal(SIGPIPE, SIG_IGN)
    var language = "en"
    var folder: String?
    var transcribes = false
    var arguments = CommandLine.arguments.dropFirst()
    while let word = arguments.popFirst() {
      switch word {
      case "--language": language = arguments.popFirst() ?? language
      case "--files": folder = arguments.popFirst()
      case "--transcribe": transcribes = true
      default:
        complain("kiosk-speech: unknown option: it is started by kiosk, as kiosk-speech --language en [--files FOLDER]")
      }
    }
    let engine: String
    switch Voice.open() {
    case .success(let version): engine = "espeak-ng \(version)"
    case .failure(let fault): silent(fault.words)
    }
    guard let voice = Voice.choose(language) else { silent("espeak-ng has no voice for \(language)") }
    if transcribes {
      Speaker.answer(.ready(engine: engine, voice: voice, output: "none"))
      return Speaker(language: voice, sink: nil).run()
    }
    guard let sink = Sink.open(folder: folder, rate: Voice.rate) else {
      silent("there is no sound card: connect one, or see whether the user may use it (group audio)")
    }
    Speaker.answer(.ready(engine: engine, voice: voice, output: sink.title))
    Speaker(language: voice, sink: sink).run()
  }

  private static func silent(_ why: String) -> Never {
    Speaker.answer(.silent(why))
    exit(0)
  }

  private static func complain(_ words: String) -> Never {
    let bytes = Array((words + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(64)
  }
}
