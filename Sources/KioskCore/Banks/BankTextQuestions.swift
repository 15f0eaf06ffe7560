import KioskVoice

extension BankBuilder {
  /// A text in which U+10FFFC stands for each of `gaps`.
  mutating func cloze(_ plain: String, _ gaps: [Gap], at offset: Int) -> RawKind? {
    guard let text = ClozeText(plain, gaps: gaps) else {
      findings.error(offset, "the text has the code point U+10FFFC, which stands for a gap here", "take it out")
      return nil
    }
    if text.changed {
      findings.warn(
        offset, "two braces that stand together in a text with gaps are parted by a space", "write them otherwise")
    }
    return .made(.cloze(text: LocalizedText(text.text), gaps: gaps))
  }

  /// A word to spell. Where a bank gives no meaning or no sentence, what can be said of the word stands in for it.
  mutating func spelling(
    _ word: String, definition: String?, sentence: String?, origin: String? = nil, partOfSpeech: String? = nil,
    pronunciation: String? = nil, at offset: Int
  ) -> RawKind? {
    if let definition, WordSearch.gives(word, awayIn: definition) {
      findings.error(
        offset, "the definition contains its word \(ScreenText.quoted(word))", "describe it in other words")
      return nil
    }
    if let sentence, WordSearch.range(of: word, in: sentence) == nil {
      findings.error(
        offset, "the sentence does not contain the word \(ScreenText.quoted(word))",
        "use the word in it exactly as it is spelt")
      return nil
    }
    if definition == nil, sentence == nil {
      findings.warn(
        offset, "nothing is said of the word \(ScreenText.quoted(word)): only its length and how it begins can be told",
        "add a definition, and a sentence with the word in it")
    }
    var sound = pronunciation
    if let given = sound, let fault = IPA.fault(in: given) {
      sound = nil
      findings.warn(
        offset,
        "the pronunciation \(ScreenText.quoted(given)) has \(ScreenText.quoted(String(fault))), which stands for no sound",
        "write it in the International Phonetic Alphabet; it is left out here")
    }
    let length = word.count { !$0.isWhitespace }
    // The hint's own words may be spelt too.
    let hints = ["A word of \(length) letters.", "\(length)", "…"]
    let plain = definition ?? hints.first { !WordSearch.gives(word, awayIn: $0) } ?? "–"
    return .made(
      .spelling(
        Spelling(
          word: ScreenText.composed(word), definition: LocalizedText(plain), sentence: LocalizedText(sentence ?? word),
          origin: origin.map { LocalizedText($0) }, partOfSpeech: partOfSpeech.map { LocalizedText($0) },
          pronunciation: sound)))
  }
}
