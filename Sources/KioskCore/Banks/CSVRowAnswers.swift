/// Types of question whose cells are lists: numbers, pairs, items; and words to spell.
extension CSVRow {
  func numerical(_ builder: inout BankBuilder) -> RawKind? {
    let words = answers(&builder)
    let weights = weights(words.count, &builder)
    let feedbacks = feedbacks
    if words.isEmpty { _ = builder.decimal("", place(.answers)) }
    var numbers: [NumericalAnswer] = []
    for (index, word) in words.enumerated() {
      let weight = weights.isEmpty ? RawChoice.whole : weights[index]
      if let number = builder.number(
        word, weight: weight, feedback: said(index, feedbacks, &builder), at: place(.answers))
      {
        numbers.append(number)
      }
    }
    guard numbers.count == words.count, !words.isEmpty, let answers = builder.numbers(numbers, at: place(.answers))
    else {
      return nil
    }
    let unit = shown(columns.text(.unit, record), place(.unit), &builder, lines: .space)
    return .made(.numerical(answers: answers, unit: unit.map { LocalizedText($0) }))
  }

  func matching(_ builder: inout BankBuilder) -> RawKind? {
    let feedbacks = feedbacks
    var raw: [RawMatch] = []
    for (index, part) in answers(&builder).enumerated() {
      guard let (left, right) = Self.sides(part) else {
        builder.findings.error(
          place(.answers), "the pair \(ScreenText.quoted(part)) has no ->", "write left -> right | left -> right")
        return nil
      }
      raw.append(
        RawMatch(
          left: builder.keep(left), right: builder.keep(right),
          feedback: builder.keep(said(index, feedbacks, &builder)), offset: place(.answers)))
    }
    for text in columns.choices(record) {
      raw.append(
        RawMatch(
          left: nil, right: builder.keep(shown(text, place(.choices), &builder, lines: .space)), feedback: nil,
          offset: place(.choices)))
    }
    return builder.matching(raw, at: place(.answers))
  }

  /// The two sides of an arrow; `-\>` is none.
  private static func sides(_ part: String) -> (left: String?, right: String?)? {
    let bytes = Array(part.utf8)
    for at in bytes.indices.dropLast() where bytes[at] == UInt8(ascii: "-") && bytes[at + 1] == UInt8(ascii: ">") {
      return (side(bytes[..<at]), side(bytes[(at + 2)...]))
    }
    return nil
  }

  /// Whether a `>` behind `bytes` would make an arrow, but for backslashes between.
  static func endsInArrow(_ bytes: [UInt8]) -> Bool {
    bytes.last { $0 != GIFTByte.escape } == UInt8(ascii: "-")
  }

  private static func side(_ bytes: ArraySlice<UInt8>) -> String? {
    var out: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: ">"), out.last == GIFTByte.escape, endsInArrow(out) { out.removeLast() }
      out.append(byte)
    }
    return BankText.trimmed(String(decoding: out, as: UTF8.self))
  }

  func ordering(_ builder: inout BankBuilder) -> RawKind? {
    let items = answers(&builder)
    guard items.count > 1, Set(items).count == items.count else {
      builder.findings.error(
        place(.answers), items.count > 1 ? "an item is given twice" : "there are fewer than two items to put in order",
        "write them in their order, with bars: first | second | third")
      return nil
    }
    return .made(.ordering(items: items.map { LocalizedText($0) }))
  }

  func spelling(_ builder: inout BankBuilder) -> RawKind? {
    guard
      let word = shown(columns.text(.word, record), place(.word), &builder, lines: .space)
        ?? shown(columns.text(.answers, record), place(.answers), &builder, lines: .space)
    else {
      builder.findings.error(offset, "there is no word", "write it into the word's column")
      return nil
    }
    return builder.spelling(
      word, definition: shown(columns.text(.definition, record), place(.definition), &builder),
      sentence: shown(columns.text(.sentence, record), place(.sentence), &builder),
      origin: shown(columns.text(.origin, record), place(.origin), &builder, lines: .space),
      partOfSpeech: shown(columns.text(.partOfSpeech, record), place(.partOfSpeech), &builder, lines: .space),
      pronunciation: shown(columns.text(.pronunciation, record), place(.pronunciation), &builder, lines: .space),
      at: offset)
  }
}
