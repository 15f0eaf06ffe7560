import CEspeak
import Glibc
import KioskVoice

/// espeak-ng, speaking into memory piece by piece, so that what hangs is never inside it for long.
///
/// MUST exist once: espeak-ng keeps its state in globals, and calls back through a C function without a context.
enum Voice {
  /// What takes the samples of a piece; returns whether to go on.
  nonisolated(unsafe) private static var sink: ((UnsafeBufferPointer<Int16>) -> Bool)?
  /// Samples a second.
  nonisolated(unsafe) private(set) static var rate = 0

  /// Words a minute.
  private static func speed(_ pace: VoicePace) -> Int32 {
    switch pace {
    case .normal: 150
    case .slow, .letters: 90
    }
  }

  /// Its version; why it cannot be used, where it cannot.
  static func open() -> Result<String, Fault> {
    let found = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 60, nil, Int32(espeakINITIALIZE_DONT_EXIT))
    guard found > 0 else {
      return .failure(Fault(words: "espeak-ng finds no voices: apt install espeak-ng-data"))
    }
    rate = Int(found)
    espeak_SetSynthCallback { samples, count, _ in
      guard let samples, count > 0, let sink = Voice.sink else { return 0 }
      return sink(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
    }
    return .success(espeak_Info(nil).map { String(cString: $0) } ?? "")
  }

  /// Takes the voice of `language`, a tag such as "en-GB"; what it is called.
  static func choose(_ language: String) -> String? {
    let tag = language.lowercased()
    let base = tag.split(separator: "-").first.map(String.init) ?? tag
    // Without a country English is spoken as most of its voices are, and Canada's is nearer to it than to Britain's.
    let names = ["en": ["en-us"], "en-ca": ["en-us"], "fr": ["fr-fr", "fr"], "fr-ca": ["fr-fr", "fr"]][tag] ?? [tag]
    for name in names + [base] where espeak_SetVoiceByName(name) == EE_OK { return name }
    return nil
  }

  /// Says `text`, giving the samples to `take` as they come; whether all of it was said.
  static func say(_ text: String, _ pace: VoicePace, take: @escaping (UnsafeBufferPointer<Int16>) -> Bool) -> Bool {
    espeak_SetParameter(espeakRATE, speed(pace), 0)
    sink = take
    defer { sink = nil }
    let flags = UInt32(espeakCHARS_UTF8) | UInt32(espeakPHONEMES) | UInt32(espeakENDPAUSE)
    let said = text.withCString { espeak_Synth($0, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, nil) }
    guard said == EE_OK else { return false }
    return espeak_Synchronize() == EE_OK
  }

  /// What is said of `word`, as espeak-ng wants it.
  static func text(_ word: SpokenWord, _ part: VoicePart, _ pace: VoicePace, language: String) -> String {
    let plain = harmless(word.text(part))
    guard part == .word else { return plain }
    if pace == .letters { return word.word.map { harmless(String($0)) }.joined(separator: ", ") }
    guard !word.pronunciation.isEmpty, let names = IPA.mnemonics(word.pronunciation, language: language) else {
      return plain
    }
    return "[[\(names)]]"
  }

  /// How `word` sounds, in the names of espeak-ng's own; empty: it has none.
  static func sound(of word: String) -> String {
    var sound = ""
    harmless(word).withCString { text in
      var rest: UnsafeRawPointer? = UnsafeRawPointer(text)
      while rest != nil, let piece = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, 0) {
        sound += String(cString: piece)
      }
    }
    return String(sound.drop { $0 == " " })
  }

  /// Double brackets would be taken for names of sounds.
  private static func harmless(_ text: String) -> String {
    var result = ""
    for character in text { result.append(character == "[" || character == "]" ? " " : character) }
    return result
  }

  /// What is wrong and what to do.
  struct Fault: Error { let words: String }
}
