/// The International Phonetic Alphabet as far as voices speak it: what stands for a sound, and what espeak-ng calls it.
///
/// espeak-ng's own names differ by voice. A sound that a voice has no name for takes its nearest.
public enum IPA {
  /// The first character of `text` that stands for no sound; `nil`: all do.
  ///
  /// Slashes or brackets around it, dots and spaces between syllables and stress marks are no sounds and are allowed. A text
  /// without any sound is its own fault.
  public static func fault(in text: String) -> Character? {
    var hasSound = false
    for character in text {
      for scalar in character.unicodeScalars {
        if common[scalar] != nil || marks.contains(scalar) {
          hasSound = hasSound || common[scalar] != nil
        } else if !passedOver.contains(scalar) {
          return character
        }
      }
    }
    return hasSound ? nil : text.first ?? " "
  }

  /// espeak-ng's names of the sounds of `text` in the voice of `language`, for between `[[` and `]]`; `nil` where there is
  /// one that is none.
  public static func mnemonics(_ text: String, language: String) -> String? {
    guard fault(in: text) == nil else { return nil }
    let own = sounds(of: language)
    let scalars = Array(text.unicodeScalars.filter { !passedOver.contains($0) || $0 == " " || $0 == "." })
    var result = ""
    var at = 0
    while at < scalars.count {
      // The longest that has a name of its own: oʊ before o.
      var taken = 0
      for length in stride(from: min(3, scalars.count - at), to: 1, by: -1) where taken == 0 {
        var key = ""
        key.unicodeScalars.append(contentsOf: scalars[at..<at + length])
        guard let name = own[key] ?? shared[key] else { continue }
        result += separated(name, after: result)
        taken = length
      }
      if taken == 0 {
        let scalar = scalars[at]
        if let name = own[String(scalar)] ?? common[scalar] {
          result += separated(name, after: result)
        } else if scalar == "\u{2C8}" {
          result += "'"
        } else if scalar == "\u{2CC}" {
          result += ","
        } else if scalar == "\u{2D0}", result.last != ":" {
          result += ":"
        } else if scalar == " " {
          result += " "
        }
        taken = 1
      }
      at += taken
    }
    return result
  }

  /// Two names that would be read as a third one are kept apart: `t` and `S` of "hotshot".
  private static func separated(_ name: String, after before: String) -> String {
    guard let last = before.last, let first = name.first, last.isLetter || last == "@" || last == "3" else {
      return name
    }
    let pairs = ["tS", "dZ", "aI", "aU", "eI", "oU", "OI", "i@", "e@", "U@", "A~"]
    return pairs.contains("\(last)\(first)") ? "|" + name : name
  }

  private static func sounds(of language: String) -> [String: String] {
    switch language.prefix(2).lowercased() {
    case "en": english
    case "fr": french
    case "de": german
    default: [:]
    }
  }

  /// Around a transcription, and between syllables.
  private static let passedOver: Set<Unicode.Scalar> = ["/", "[", "]", "(", ")", ".", " ", "-", "\u{361}", "\u{35C}"]
  /// Stress, length, nasal vowels (combining tilde), syllabic consonants.
  private static let marks: Set<Unicode.Scalar> = ["\u{2C8}", "\u{2CC}", "\u{2D0}", "\u{2D1}", "\u{303}", "\u{329}"]

  /// What one character is called in most voices.
  private static let common: [Unicode.Scalar: String] = [
    "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "g": "g", "ɡ": "g", "f": "f", "v": "v", "θ": "T", "ð": "D",
    "s": "s", "z": "z", "ʃ": "S", "ʒ": "Z", "h": "h", "ɦ": "h", "m": "m", "n": "n", "ŋ": "N", "ɲ": "n^", "l": "l",
    "ɫ": "l", "ʎ": "l^", "r": "r", "ɹ": "r", "ɾ": "*", "ʁ": "r", "ʀ": "r", "j": "j", "w": "w", "ʍ": "w", "ɥ": "w",
    "x": "x", "ç": "C", "ʔ": "?", "β": "b", "ɣ": "g", "ʝ": "j", "c": "k", "ɟ": "g", "ʈ": "t", "ɖ": "d", "χ": "x",
    "i": "i", "ɪ": "I", "e": "e", "ɛ": "E", "æ": "a", "a": "a", "ɐ": "a", "ɑ": "A:", "ɒ": "O", "ɔ": "O", "o": "o",
    "ʊ": "U", "u": "u", "ʌ": "V", "ə": "@", "ɚ": "@", "ɜ": "3:", "ɝ": "3:", "ɘ": "@", "ɵ": "@", "y": "y", "ʏ": "y",
    "ø": "Y", "œ": "W", "ɯ": "u", "ɨ": "I", "ʉ": "u", "ɤ": "o", "ã": "A~", "õ": "O~", "ẽ": "E~",
  ]
  /// What two or three are called together.
  private static let shared: [String: String] = [
    "tʃ": "tS", "dʒ": "dZ", "ɑ\u{303}": "A~", "ɔ\u{303}": "O~", "ɛ\u{303}": "E~", "œ\u{303}": "W~",
    "aɪ": "aI", "aʊ": "aU", "ɔɪ": "OI", "eɪ": "eI", "iː": "i:", "uː": "u:", "ɑː": "A:", "ɔː": "O:",
  ]
  private static let english: [String: String] = [
    "oʊ": "oU", "əʊ": "oU", "ɪə": "i@", "eə": "e@", "ɛə": "e@", "ʊə": "U@", "ɜː": "3:", "ɒ": "0", "e": "E", "o": "oU",
    "u": "u:", "y": "u:", "ø": "3:", "œ": "3:", "œ\u{303}": "V",
  ]
  private static let french: [String: String] = [
    "ɑ": "a", "ʊ": "u", "ʌ": "O", "ɜ": "W", "ɪ": "i", "h": "",
  ]
  private static let german: [String: String] = ["ʌ": "a", "ø": "Y:", "øː": "Y:", "ɒ": "O"]
}
