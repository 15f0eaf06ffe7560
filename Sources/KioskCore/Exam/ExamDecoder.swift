/// Reads typed values out of an exam file and collects every problem on the way: a value that is wrong is reported where it
/// stands, and reading goes on, so that an author sees all of a file's mistakes at once.
struct ExamDecoder {
  /// A problem before its line and column are worked out.
  struct Finding {
    let offset: Int
    let severity: ExamProblem.Severity
    let message: String
    let hint: String?
  }

  /// More than this are not listed: a file that bad is not an exam file.
  static let listed = 200

  private(set) var findings: [Finding] = []
  private(set) var errorCount = 0

  /// Whether what is read was an exam once: it is cleaned for the screen like any other file, but not judged again. An
  /// attempt that could be sat must never become unreadable because a later version is stricter.
  let trusting: Bool

  init(trusting: Bool = false) { self.trusting = trusting }

  /// Whether as many problems are listed as will be: what costs time to say need not be worked out any more.
  var isListFull: Bool { findings.count >= Self.listed }

  mutating func error(_ offset: Int, _ message: String, _ hint: String? = nil) {
    if trusting { return }
    errorCount += 1
    if findings.count < Self.listed {
      findings.append(Finding(offset: offset, severity: .error, message: message, hint: hint))
    }
  }

  mutating func warn(_ offset: Int, _ message: String, _ hint: String? = nil) {
    if findings.count < Self.listed {
      findings.append(Finding(offset: offset, severity: .warning, message: message, hint: hint))
    }
  }

  /// The members of an object; other kinds of value and keys that are not `allowed` are reported.
  mutating func fields(_ node: JSONNode, of what: String, allowed: [String]) -> Fields? {
    guard case .object(let members) = node.value else {
      error(node.offset, "\(what) must be an object, not \(node.kindInWords)", "write { … }")
      return nil
    }
    for member in members where !allowed.contains(member.key) && !member.key.hasPrefix("x-") {
      let hint: String
      if !isListFull, let near = Nearness.nearest(to: member.key, among: allowed) {
        hint = "did you mean \"\(near)\"?"
      } else {
        hint = "remove it; keys of your own start with x-"
      }
      error(member.offset, "unknown key \(ScreenText.quoted(member.key)) in \(what)", hint)
    }
    return Fields(offset: node.offset, what: what, members: members)
  }

  /// The value of a key that must be there.
  mutating func need(_ fields: Fields, _ key: String, _ example: String) -> JSONNode? {
    if let node = fields[key] { return node }
    error(fields.offset, "\(fields.what) has no \"\(key)\"", "add \"\(key)\": \(example)")
    return nil
  }

  mutating func wrongType(_ node: JSONNode, _ key: String, _ must: String, _ hint: String) {
    error(node.offset, "\"\(key)\" must be \(must), not \(node.kindInWords)", hint)
  }

  mutating func bool(_ fields: Fields, _ key: String) -> Bool? {
    guard let node = fields[key] else { return nil }
    if let flag = node.bool { return flag }
    wrongType(node, key, "true or false", "write true or false without quotes")
    return nil
  }

  mutating func whole(_ fields: Fields, _ key: String, in range: ClosedRange<Int>, example: Int) -> Int? {
    guard let node = fields[key] else { return nil }
    guard case .number(let text) = node.value else {
      wrongType(node, key, "a whole number", "write \(example) without quotes")
      return nil
    }
    guard let exact = Decimal64(text)?.units(decimals: 0) else {
      error(node.offset, "\"\(key)\" must be a whole number, not \(text.prefix(40))", "write \(example)")
      return nil
    }
    guard let number = Int(exactly: exact), range.contains(number) else {
      error(
        node.offset, "\"\(key)\" is \(exact), outside \(range.lowerBound) to \(range.upperBound)",
        "choose a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  mutating func decimal(_ node: JSONNode, _ key: String) -> Decimal64? {
    guard case .number(let text) = node.value else {
      if case .string(let text) = node.value, Decimal64(text) != nil {
        wrongType(node, key, "a number", "write \(text.prefix(40)) without quotes")
      } else {
        wrongType(node, key, "a number", "write digits, with a point for decimals: 12.5")
      }
      return nil
    }
    if let number = Decimal64(text) { return number }
    error(node.offset, "\"\(key)\" has more digits than can be kept", "give at most 18 digits")
    return nil
  }

  /// A share of the points: -1 to 1 with at most five decimals.
  mutating func fraction(_ node: JSONNode, lowest: Int64 = -100_000) -> Fraction? {
    guard let number = decimal(node, "fraction") else { return nil }
    guard let raw = number.units(decimals: 5) else {
      error(node.offset, "\"fraction\" has more than five decimals", "write thirds as 0.33333")
      return nil
    }
    guard raw >= lowest, raw <= 100_000 else {
      let from = lowest < 0 ? "-1" : "0"
      error(
        node.offset, "\"fraction\" is \(number.decimal), outside \(from) to 1",
        "1 is all of the points, 0.5 is half of them")
      return nil
    }
    return Fraction(raw: Int32(raw))
  }

  /// A value out of a short list of words.
  mutating func word<Word: RawRepresentable>(_ fields: Fields, _ key: String, _ words: [Word]) -> Word?
  where Word.RawValue == String {
    guard let node = fields[key] else { return nil }
    return word(node, "\"\(key)\"", words)
  }

  /// The same for one value; `what` names it in messages.
  mutating func word<Word: RawRepresentable>(_ node: JSONNode, _ what: @autoclosure () -> String, _ words: [Word])
    -> Word?
  where Word.RawValue == String {
    if let text = node.string, let word = words.first(where: { $0.rawValue == text }) { return word }
    let names = words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard let text = node.string else {
      error(node.offset, "\(what()) must be a text, not \(node.kindInWords)", "write one of \(names)")
      return nil
    }
    let near = Nearness.nearest(to: text, among: words.map(\.rawValue)).map { "did you mean \"\($0)\"?" }
    error(node.offset, "\(what()) cannot be \(ScreenText.quoted(text))", near ?? "write one of \(names)")
    return nil
  }

  /// The most entries of one list in a question: more cannot be answered, only slow the program down.
  static let longestList = 1000
  /// The most questions of one exam.
  static let mostQuestions = 100_000

  /// The elements of a list.
  mutating func list(
    _ node: JSONNode, _ key: String, most: Int = longestList, mend: String = "split the question into several"
  ) -> [JSONNode]? {
    guard let elements = node.array else {
      wrongType(node, key, "a list", "write [ … ]")
      return nil
    }
    return isTooLong(node, key, elements.count, most: most, mend: mend) ? nil : elements
  }

  /// Reports a list that is longer than any exam needs.
  mutating func isTooLong(_ node: JSONNode, _ key: String, _ count: Int, most: Int, mend: String) -> Bool {
    if count <= most || trusting { return false }
    error(node.offset, "\"\(key)\" has \(count) entries, more than \(most)", mend)
    return true
  }
}

/// The members of one object of an exam file, and what that object is in words.
struct Fields {
  let offset: Int
  let what: String
  let members: [JSONMember]

  /// The value of a key; `null` counts as not given.
  subscript(key: String) -> JSONNode? {
    for member in members where member.key == key {
      if case .null = member.value.value { return nil }
      return member.value
    }
    return nil
  }
}
