/// What the lobby needs of an exam file, so that it need not read the file again while it has not changed.
public struct ExamHead: Equatable, Sendable {
  /// The exam's id.
  public let id: String
  /// Its title in its language.
  public let title: String
  /// Its language.
  public let language: String
  /// Questions an attempt shows.
  public let questions: Int
  /// The time allowed in minutes; `nil`: until the cap.
  public let minutes: Int?

  /// Makes a head.
  public init(id: String, title: String, language: String, questions: Int, minutes: Int?) {
    self.id = id
    self.title = title
    self.language = language
    self.questions = questions
    self.minutes = minutes
  }

  /// The head of a whole exam.
  public init(_ exam: Exam) {
    self.init(
      id: exam.id, title: exam.title.text(in: exam.language), language: exam.language,
      questions: AttemptComposer.questionCount(of: exam), minutes: exam.minutes)
  }
}

/// What can be told of an exam file without taking its questions apart. The file is not checked by it: `ExamReader.read` is
/// what says whether it can be sat.
extension ExamHead {
  /// Scans a file for what the lobby shows; `nil` where it is no exam file that can be told at a glance.
  public static func scan(_ bytes: [UInt8]) -> ExamHead? {
    ExamScanner.scan(bytes) { scanner throws(JSONFault) in try scanner.head() }
  }
}

extension ExamReader {
  /// All of a file but its questions, of which the exam has none (`Exam.isOutline`): what consent speaks of, for a file
  /// that was read before and found sound. `nil` where it cannot be told at a glance.
  public static func outline(_ bytes: [UInt8]) -> Exam? {
    ExamScanner.scan(bytes) { scanner throws(JSONFault) in
      guard let (fields, bank) = try scanner.fields() else { return nil }
      var decoder = ExamDecoder()
      return decoder.exam(fields) { _ in ([], bank) }
    }
  }
}

/// Walks the top level of an exam file.
struct ExamScanner {
  var parser: JSONParser

  /// What `body` finds in a file; `nil` where it is none.
  static func scan<T>(_ bytes: [UInt8], _ body: (inout ExamScanner) throws(JSONFault) -> T?) -> T? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = ExamScanner(parser: JSONParser(bytes: buffer))
      do throws(JSONFault) {
        return try body(&scanner)
      } catch {
        return nil
      }
    }
  }

  /// The keys of the file but its questions, and of how many of those an attempt can draw.
  mutating func fields() throws(JSONFault) -> (fields: Fields, bank: Int)? {
    if parser.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    var found: [JSONMember] = []
    var counts: (all: Int, descriptions: Int)?
    guard take(UInt8(ascii: "{")) else { return nil }
    while !take(UInt8(ascii: "}")) {
      parser.skipSpace()
      let offset = parser.at
      guard peek() == 0x22 else { return nil }
      let key = try parser.string().text
      guard take(UInt8(ascii: ":")) else { return nil }
      parser.skipSpace()
      if key == "questions" {
        counts = count()
        guard counts != nil else { return nil }
      } else {
        found.append(JSONMember(key: key, offset: offset, value: try parser.value(depth: 1)))
      }
      if !take(UInt8(ascii: ",")), peek() != UInt8(ascii: "}") { return nil }
    }
    guard let counts else { return nil }
    return (Fields(offset: 0, what: "the exam", members: found), counts.all - counts.descriptions)
  }

  mutating func head() throws(JSONFault) -> ExamHead? {
    guard let (fields, bank) = try fields() else { return nil }
    var decoder = ExamDecoder()
    guard fields["format"]?.string == ExamReader.format, let id = fields["id"]?.string, ExamDecoder.isIdentifier(id),
      let title = decoder.text(fields, "title")
    else { return nil }
    let draw = fields["draw"]?["count"]?.integer.flatMap { Int(exactly: $0) } ?? bank
    let language = fields["language"]?.string ?? "en"
    return ExamHead(
      id: id, title: title.text(in: language), language: ExamDecoder.isLanguageTag(language) ? language : "en",
      questions: max(0, min(draw, bank)), minutes: decoder.whole(fields, "minutes", in: 1...480, example: 15))
  }

  private func peek() -> UInt8? { parser.at < parser.bytes.count ? parser.bytes[parser.at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    parser.skipSpace()
    guard peek() == byte else { return false }
    parser.at += 1
    return true
  }

  /// Counts the objects of a list, and those whose own "type" is "description"; `nil` where the list does not close.
  private mutating func count() -> (all: Int, descriptions: Int)? {
    guard take(UInt8(ascii: "[")) else { return nil }
    let bytes = parser.bytes
    var all = 0
    var descriptions = 0
    var depth = 0
    var at = parser.at
    var typeIsNext = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0 { all += 1 }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 {
          parser.at = at + 1
          return (all, descriptions)
        }
        depth -= 1
      case 0x22:
        let start = at + 1
        at = start
        while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
        if depth == 1, at < bytes.count {
          let length = at - start
          if typeIsNext {
            typeIsNext = false
            if length == 11, equals("description", at: start) { descriptions += 1 }
          } else if length == 4, equals("type", at: start), colonFollows(at + 1) {
            typeIsNext = true
          }
        }
      default: break
      }
      at += 1
    }
    return nil
  }

  private func equals(_ word: StaticString, at start: Int) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where parser.bytes[start + index] != word.utf8Start[index] { return false }
    return true
  }

  private func colonFollows(_ from: Int) -> Bool {
    var at = from
    while at < parser.bytes.count, parser.bytes[at] <= 0x20 { at += 1 }
    return at < parser.bytes.count && parser.bytes[at] == UInt8(ascii: ":")
  }
}
