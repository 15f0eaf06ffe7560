/// Reads Aiken (<https://docs.moodle.org/en/Aiken_format>): a question, choices that begin with letters, and the key.
///
/// Beyond Moodle's: several lines a question and a choice, numbers before questions, several right letters, `Feedback:`.
struct AikenReader: BankReader {
  var builder = BankBuilder()
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int
  private var lineNumber = 0
  private var line = 0..<0
  /// Whether `line` is to be looked at again.
  private var isHeld = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    at = start
  }

  /// A question as its lines are taken in.
  private struct Draft {
    var stem: [Range<Int>] = []
    var choices: [(letter: UInt8, lines: [Range<Int>])] = []
    var feedback: [Range<Int>] = []
    var key: Range<Int>?
    var line = 0
    var offset = 0
  }

  mutating func next(_ each: (BankEntry) -> Void) -> Bool {
    while let draft = draft() {
      if let entry = question(draft) {
        each(entry)
        return true
      }
    }
    return false
  }

  private mutating func nextLine() -> Bool {
    if isHeld {
      isHeld = false
      return true
    }
    guard at < bytes.count else { return false }
    var stop = at
    while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    line = trimmed(at..<stop)
    lineNumber += 1
    at = stop
    if at < bytes.count { at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1 }
    return true
  }

  /// Without white space at the ends, no-break spaces too.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = GIFTByte.trimmed(bytes, range)
    while let first = range.first, bytes[first] >= 0x80,
      case let length = GIFTByte.wideSpace(bytes, first, range.upperBound),
      length > 0
    {
      range = GIFTByte.trimmed(bytes, first + length..<range.upperBound)
    }
    return range
  }

  /// The lines of the next question.
  private mutating func draft() -> Draft? {
    var draft = Draft()
    var afterBlank = false
    var isFeedback = false
    while nextLine() {
      if line.isEmpty {
        if draft.key != nil { return draft }
        afterBlank = true
        if !draft.stem.isEmpty, draft.choices.isEmpty { draft.stem.append(line) }
        continue
      }
      if draft.stem.isEmpty {
        draft.line = lineNumber
        draft.offset = line.lowerBound
      }
      if let value = value(of: "ANSWER:") {
        if draft.key != nil {
          isHeld = true
          return draft
        }
        draft.key = value
        afterBlank = false
      } else if draft.key != nil || !draft.choices.isEmpty, let value = value(of: "FEEDBACK:") {
        draft.feedback.append(value)
        isFeedback = true
      } else if draft.key != nil {
        if !isFeedback {
          isHeld = true
          return draft
        }
        draft.feedback.append(line)
      } else if let (letter, text) = choice(after: draft) {
        // "A. Einstein" at the end of a question is no choice where another A follows at once.
        if letter == UInt8(ascii: "A"), draft.choices.count == 1, draft.choices[0].letter == letter {
          draft.stem += draft.choices[0].lines.map { $0.lowerBound - 3 >= draft.offset ? wholeLine($0) : $0 }
          draft.choices = []
        }
        if draft.choices.count < ExamDecoder.longestList { draft.choices.append((letter, [text])) }
        afterBlank = false
      } else if draft.choices.isEmpty {
        draft.stem.append(line)
      } else if afterBlank {
        isHeld = true
        return draft
      } else {
        draft.choices[draft.choices.count - 1].lines.append(line)
      }
    }
    while let last = draft.stem.last, last.isEmpty { draft.stem.removeLast() }
    return draft.stem.isEmpty && draft.choices.isEmpty && draft.key == nil ? nil : draft
  }

  /// The line that a piece of it stands on.
  private func wholeLine(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return trimmed(start..<range.upperBound)
  }

  private func value(of word: StaticString) -> Range<Int>? {
    guard GIFTByte.isAt(bytes, line.lowerBound, word, anyCase: true) else { return nil }
    return trimmed(
      line.lowerBound + word.utf8CodeUnitCount..<max(line.lowerBound + word.utf8CodeUnitCount, line.upperBound))
  }

  /// The letter and the text of a choice: "A." or "A)", in lower case too where that one is due. The first is A.
  private func choice(after draft: Draft) -> (letter: UInt8, text: Range<Int>)? {
    guard line.count >= 2, !draft.stem.isEmpty else { return nil }
    let first = bytes[line.lowerBound]
    let mark = bytes[line.lowerBound + 1]
    let letter = first &- 0x61 < 26 ? first - 0x20 : first
    guard letter &- 0x41 < 26, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
    let rest = line.lowerBound + 2..<line.upperBound
    guard rest.isEmpty || GIFTByte.isSpace(bytes[rest.lowerBound]) || mark == UInt8(ascii: ")") else { return nil }
    let due = UInt8(ascii: "A") + UInt8(min(draft.choices.count, 25))
    guard letter == due || (first == letter && (letter == UInt8(ascii: "A") || !draft.choices.isEmpty)) else {
      return nil
    }
    return (letter, trimmed(rest))
  }

  // MARK: - Making a question of it

  private mutating func question(_ draft: Draft) -> BankEntry? {
    let errors = builder.findings.errorCount
    let prompt = stem(draft)
    let right = key(draft)
    var raw: [RawChoice] = []
    for choice in draft.choices {
      let place = choice.lines[0].lowerBound
      guard let text = text(choice.lines, lines: .space) else {
        builder.findings.error(
          place, "the choice \(Character(UnicodeScalar(choice.letter))) is empty", "write it, or take it out")
        continue
      }
      let weight = right.contains(choice.letter) ? RawChoice.whole : 0
      raw.append(
        RawChoice(
          text: builder.texts.keep(text), weight: weight, isMarked: false, feedback: nil, offset: place))
    }
    var kind: RawKind?
    if draft.choices.isEmpty {
      builder.findings.error(draft.offset, "this question has no choices", "write A. and B. before two or more")
    } else if builder.findings.errorCount == errors {
      kind = builder.choice(raw, multiple: right.count > 1, at: draft.offset, isMeant: true)
    }
    return builder.question(
      kind, prompt: prompt, name: "", topic: "", feedback: text(draft.feedback, lines: .keep), line: draft.line,
      offset: draft.offset, errors: errors)
  }

  /// What is asked, without a number before it.
  private mutating func stem(_ draft: Draft) -> String? {
    var lines = draft.stem
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    if let first = lines.first {
      var at = first.lowerBound
      while at < first.upperBound, bytes[at] &- 0x30 < 10, at - first.lowerBound < 5 { at += 1 }
      if at > first.lowerBound, at + 1 < first.upperBound,
        bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ")"),
        GIFTByte.isSpace(bytes[at + 1])
      {
        lines[0] = trimmed(at + 1..<first.upperBound)
      }
    }
    return text(lines, lines: .keep)
  }

  private mutating func text(_ ranges: [Range<Int>], lines: ScreenText.LineBreaks) -> String? {
    guard let first = ranges.first else { return nil }
    let words = ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n")
    return BankText.fit(words, format: .auto, lines: lines, at: first.lowerBound, &builder.findings)
  }

  /// The letters of the key; what is wrong with it is reported where it stands.
  private mutating func key(_ draft: Draft) -> Set<UInt8> {
    guard let key = draft.key else {
      builder.findings.error(draft.offset, "this question has no ANSWER: line", "write ANSWER: A under its choices")
      return []
    }
    var letters: Set<UInt8> = []
    var at = key.lowerBound
    while at < key.upperBound {
      let byte = bytes[at]
      let letter = byte &- 0x61 < 26 ? byte - 0x20 : byte
      if letter &- 0x41 < 26, at + 1 == key.upperBound || !((bytes[at + 1] | 0x20) &- 0x61 < 26) {
        if draft.choices.contains(where: { $0.letter == letter }) {
          letters.insert(letter)
        } else if !draft.choices.isEmpty {
          let last = Character(UnicodeScalar(draft.choices[draft.choices.count - 1].letter))
          builder.findings.error(
            at, "the key \(Character(UnicodeScalar(letter))) is beyond the last choice, \(last)",
            "name one of the choices, or add it")
        }
        at += 1
      } else if GIFTByte.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        || byte == UInt8(ascii: "&") || byte == UInt8(ascii: ".")
      {
        at += 1
      } else {
        let words = ScreenText.quoted(String(decoding: bytes[at..<min(key.upperBound, at + 60)], as: UTF8.self))
        builder.findings.error(at, "the key \(words) is no letter", "write ANSWER: B, or ANSWER: B, D")
        return letters
      }
    }
    if key.isEmpty { builder.findings.error(key.lowerBound, "the key is empty", "write ANSWER: A") }
    return letters
  }
}
