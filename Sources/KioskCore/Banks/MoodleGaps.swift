/// Questions of Moodle's XML whose text has gaps.
extension MoodleQuestion {
  /// The raw text of what is asked, with where it stands.
  private func asked() -> (raw: String, format: GIFTText.Format, offset: Int)? {
    let element = tree.child(.questiontext, of: 0)
    guard element >= 0 else { return nil }
    let inner = tree.child(.text, of: element)
    let holder = inner < 0 ? element : inner
    let isPlain = tree.attribute(.format, of: element) == "plain_text"
    return (tree.text(of: holder), isPlain ? .plain : .html, offset(holder))
  }

  // MARK: - Cloze

  func cloze(_ builder: inout BankBuilder) -> RawKind? {
    guard let (asked, format, place) = asked() else {
      builder.findings.error(offset(0), "the question has no text", "write what is asked")
      return nil
    }
    var raw = asked
    var gaps: [Gap] = []
    var isSound = true
    var joined: [UInt8] = []
    raw.withUTF8 { bytes in
      let found = ClozeCode.find(bytes)
      for doubt in found.doubtful {
        if doubt.type.isEmpty {
          builder.findings.error(place, "a gap is not closed", "write } behind its last answer")
          isSound = false
        } else {
          builder.findings.error(
            place, "there is no gap of type \(ScreenText.quoted(doubt.type))",
            "the types are SHORTANSWER, MULTICHOICE and NUMERICAL")
          isSound = false
        }
      }
      var at = 0
      for (index, gap) in found.gaps.enumerated() {
        joined += bytes[at..<gap.range.lowerBound]
        joined += ClozeText.markBytes
        at = gap.range.upperBound
        let answers = ClozeCode.answers(bytes, gap.content)
        if let kind = kind(gap.kind, answers, format, place, &builder) {
          gaps.append(Gap(name: "\(index + 1)", kind: kind, weight: gap.weight))
        } else {
          isSound = false
        }
      }
      joined += bytes[at...]
    }
    if gaps.isEmpty, isSound {
      builder.findings.error(place, "the cloze question has no gaps", "write {1:SHORTANSWER:=…} where one belongs")
      return nil
    }
    return finished(joined, format, gaps, isSound, place, &builder)
  }

  private func finished(
    _ joined: [UInt8], _ format: GIFTText.Format, _ gaps: [Gap], _ isSound: Bool, _ place: Int,
    _ builder: inout BankBuilder
  ) -> RawKind? {
    let text = String(decoding: joined, as: UTF8.self)
    let plain = BankText.fit(text, format: format, lines: .keep, at: place, &builder.findings)
    guard isSound, let plain else { return nil }
    return builder.cloze(plain, gaps, at: place)
  }

  private func kind(
    _ kind: ClozeCode.Kind, _ answers: [ClozeCode.Answer], _ format: GIFTText.Format, _ place: Int,
    _ builder: inout BankBuilder
  ) -> Gap.Kind? {
    let isChosen = if case .choices = kind { true } else { false }
    var raw: [RawChoice] = []
    for answer in answers {
      let feedback = answer.feedback.flatMap {
        BankText.fit($0, format: format, lines: .keep, at: place, &builder.findings)
      }
      guard
        let text = BankText.fit(
          answer.text, format: format, lines: .space, emphasis: isChosen, at: place, &builder.findings)
      else {
        builder.findings.warn(place, "an answer without words is left out of a gap", "write it, or take it out")
        continue
      }
      raw.append(
        RawChoice(
          text: builder.texts.keep(text), weight: answer.weight, isMarked: false, feedback: builder.keep(feedback),
          offset: place))
    }
    switch kind {
    case .choices: return builder.gapChoices(raw, at: place).map { .choices($0) }
    case .several:
      builder.findings.error(
        place, "a gap in which several may be chosen has no counterpart",
        "make it a multiple choice question of its own")
      return nil
    case .text(let exact):
      if exact {
        builder.findings.warn(
          place, "capitals count in this gap in Moodle; here they do not", "make it a short answer of its own")
      }
      return builder.textAnswers(raw, at: place).map { .answers($0.map(\.textAnswer)) }
    case .number:
      var numbers: [NumericalAnswer] = []
      for answer in raw {
        if answer.text.string == "*" { continue }
        guard
          let number = builder.number(
            answer.text.string, weight: max(0, answer.weight), feedback: answer.feedback?.string, at: place)
        else { return nil }
        numbers.append(number)
      }
      return builder.numbers(numbers, at: place).map { .numbers($0) }
    }
  }

  // MARK: - Numbered gaps

  /// A text with `[[1]]` for the first of the words listed: each gap has the words of its word's group to choose from.
  func numberedGaps(_ list: XMLName, _ builder: inout BankBuilder) -> RawKind? {
    guard let (asked, format, place) = asked() else {
      builder.findings.error(offset(0), "the question has no text", "write what is asked")
      return nil
    }
    var words: [(text: String, group: String)] = []
    for option in tree.children(list, of: 0) {
      let text = text(option, lines: .space, &builder) ?? ""
      words.append((text, value(.group, of: option)))
    }
    var raw = asked
    var gaps: [Gap] = []
    var isSound = true
    var joined: [UInt8] = []
    raw.withUTF8 { bytes in
      var at = 0
      while at < bytes.count {
        guard let (number, end) = Self.gapNumber(bytes, at) else {
          joined.append(bytes[at])
          at += 1
          continue
        }
        joined += ClozeText.markBytes
        at = end
        guard words.indices.contains(number - 1), !words[number - 1].text.isEmpty else {
          builder.findings.error(
            place, "the gap [[\(number)]] has no word", "there are \(words.count) words: name one, or add it")
          isSound = false
          continue
        }
        let group = words[number - 1].group
        var choices: [RawChoice] = []
        var seen: Set<String> = []
        for (index, word) in words.enumerated() where word.group == group && !word.text.isEmpty {
          if !seen.insert(word.text).inserted { continue }
          let isRight = index == number - 1 || word.text == words[number - 1].text
          choices.append(
            RawChoice(
              text: builder.texts.keep(word.text), weight: isRight ? RawChoice.whole : 0, isMarked: false,
              feedback: nil, offset: place))
        }
        if let kind = builder.gapChoices(choices, at: place) {
          gaps.append(Gap(name: "\(gaps.count + 1)", kind: .choices(kind)))
        } else {
          isSound = false
        }
      }
    }
    if gaps.isEmpty, isSound {
      builder.findings.error(place, "the text has no gaps", "write [[1]] where the first word belongs")
      return nil
    }
    return finished(joined, format, gaps, isSound, place, &builder)
  }

  /// The number between `[[` and `]]` at `at`.
  private static func gapNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (number: Int, end: Int)? {
    guard bytes[at] == UInt8(ascii: "["), GIFTByte.isAt(bytes, at, "[[") else { return nil }
    var end = at + 2
    var number = 0
    while end < bytes.count, bytes[end] &- 0x30 < 10, end - at < 6 {
      number = number * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    guard end > at + 2, GIFTByte.isAt(bytes, end, "]]") else { return nil }
    return (number, end + 2)
  }
}
