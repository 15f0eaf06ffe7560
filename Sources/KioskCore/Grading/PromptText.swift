extension Question {
  /// What was asked, in one line: for a spelling word its definition, for a cloze its text with gaps.
  public func promptLine(language: String) -> String {
    let words: String
    switch kind {
    case .spelling(let spelling): words = spelling.definition.text(in: language)
    case .cloze(let text, _):
      words = ClozePiece.pieces(of: text.text(in: language)).map { piece in
        switch piece {
        case .text(let text): text
        case .gap: "____"
        }
      }.joined()
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description:
      words = prompt.text(in: language)
    }
    return words.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
