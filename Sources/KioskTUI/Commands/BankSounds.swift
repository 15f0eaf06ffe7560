import Glibc
import KioskCore
import KioskVoice

/// How the words of a bank sound, asked of the voice: a process of its own, started for that and ended.
struct BankSounds {
  /// Which voice told ("espeak-ng 1.51, en-us"), for each language of a bank; empty: none did.
  private(set) var voices: [String] = []
  /// Why there is none for a language, with what to do about it.
  private(set) var absences: [String] = []

  /// How long a voice may say nothing, in milliseconds.
  private static let longestSilence: Int64 = 10_000

  /// By what words that sound alike were found, said below the findings; `usesList`: the kiosk's own list was among it.
  func words(usesList: Bool) -> String {
    let list = usesList ? ["the kiosk's list of English words"] : []
    let sources = (list + voices).joined(separator: " and ")
    let absent = absences.joined(separator: "; ")
    if sources.isEmpty { return absent.isEmpty ? "how they are said" : "how they are said alone (\(absent))" }
    return absent.isEmpty ? sources : "\(sources) alone (\(absent))"
  }

  /// Asks how the words to spell in `lint` sound, and has those found that sound alike.
  mutating func ask(for lint: inout BankLint) {
    for (language, words) in lint.wordsToHear { ask(words, language, &lint) }
  }

  private mutating func ask(_ words: [String], _ language: String, _ lint: inout BankLint) {
    let role = Servant.Role.voice
    let voice: Servant
    do throws(SystemFault) {
      voice = try Servant(role.program, ["--language", language, "--transcribe"], as: nil)
    } catch {
      return miss(role.absence(error))
    }
    defer { voice.end() }
    for word in words { voice.send(VoiceCommand.transcribe(word).line) }
    var sounds: [String: String] = [:]
    var title = ""
    var left = words.count
    var deadline = Clocks.boot().adding(Self.longestSilence)
    while left > 0, let descriptor = voice.descriptor, Clocks.boot() < deadline {
      var waiting = [Waiting(descriptor, writing: voice.wantsToWrite)]
      Descriptors.poll(&waiting, milliseconds: 1000)
      guard let lines = voice.serve() else { break }
      for line in lines {
        deadline = Clocks.boot().adding(Self.longestSilence)
        switch VoiceAnswer(line: line) {
        case .ready(let engine, let name, _): title = "\(engine), \(name)"
        case .silent(let why): return miss(ScreenText.fitted(why))
        case .sound(let word, let sound):
          sounds[word] = sound
          left -= 1
        case .begun, .beat, .done, .failed, nil: break
        }
      }
    }
    guard left == 0 else {
      // Why it ended is told by its status.
      let change = voice.descriptor == nil ? voice.awaitChange() : nil
      return miss(change.flatMap { role.absence($0) } ?? "the voice broke off: see whether espeak-ng works")
    }
    voices.append(title)
    lint.hear(sounds, language: language, voice: title)
  }

  private mutating func miss(_ why: String) { if !absences.contains(why) { absences.append(why) } }
}
