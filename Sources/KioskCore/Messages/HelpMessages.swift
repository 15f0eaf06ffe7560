import KioskWords

/// How the helps stand that live in a process of their own: spell check, suggestions, look-up.
public enum HelpsReport: Equatable, Sendable {
  /// None is running: none was asked for, or the gate allows none.
  case none
  /// They are being started.
  case starting
  /// They answer; what they lack, and why, in words.
  case ready([String])
  /// There are none, and why, with what to do about it, in the form `what is wrong: what to do`.
  case absent(String)

  /// What is missing, in words; empty: nothing.
  public var missing: [String] {
    switch self {
    case .none, .starting: []
    case .ready(let missing): missing
    case .absent(let why): [why]
    }
  }
}

extension HelpQuestion {
  /// The help feature it belongs to: what the gate is asked about.
  public var feature: HelpFeature {
    switch self {
    case .check, .near: .spellCheck
    case .suggest: .suggestions
    case .define: .lookUp
    }
  }
}

extension HelpAnswer {
  /// The help feature it belongs to; `nil`: it answers nothing.
  public var feature: HelpFeature? {
    switch self {
    case .ready, .missing: nil
    case .misspelt, .near: .spellCheck
    case .suggestions: .suggestions
    case .defined: .lookUp
    }
  }
}

extension HelpFeature {
  /// Those that live in the helps' process.
  public static let served: [HelpFeature] = [.spellCheck, .suggestions, .lookUp]
}

/// The helps that a test grants at one of its questions.
public struct HelpGrant: Equatable, Sendable {
  /// The place of the question.
  public let slot: UInt16
  /// What it grants.
  public let features: [HelpFeature]

  /// Makes a grant.
  public init(slot: UInt16, features: [HelpFeature]) {
    self.slot = slot
    self.features = features
  }
}

extension [HelpFeature] {
  /// Those that none of these restrictions takes away for good.
  public func without(_ required: [RestrictionID]) -> [HelpFeature] {
    isEmpty ? [] : filter { !required.contains($0.restriction) }
  }
}

extension Attempt {
  /// The helps that its questions grant.
  public var grants: [HelpGrant] {
    slots.enumerated().compactMap { index, slot in
      slot.question.grants.isEmpty
        ? nil : HelpGrant(slot: UInt16(clamping: index), features: slot.question.grants)
    }
  }

  /// The same in words, without what is `required` to be taken away: "spell check in French (question 3), look up (questions
  /// 2 and 3)".
  public func grantsInWords(without required: [RestrictionID] = []) -> String {
    GrantWords.of(slots.map(\.question), without: required, numbered: true).inWords
  }

  /// The same, feature by feature.
  public func grantWords(without required: [RestrictionID]) -> [GrantWords] {
    GrantWords.of(slots.map(\.question), without: required, numbered: true)
  }
}

extension Exam {
  /// The helps that its questions grant in a test, without what is `required` to be taken away, feature by feature. Which
  /// questions these will be is not known before the attempt is drawn, where it is drawn or shuffled: then they are counted.
  public func grantWords(without required: [RestrictionID]) -> [GrantWords] {
    GrantWords.of(questions, without: required, numbered: draw == nil && !shuffle)
  }

  /// The same in words: "spell check (1 question)"; empty: none.
  public func grantsInWords(without required: [RestrictionID]) -> String { grantWords(without: required).inWords }
}

/// One help that questions of a test grant, in words.
public struct GrantWords: Equatable, Sendable {
  /// Which.
  public let feature: HelpFeature
  /// The language of a spell check where that is not the exam's: "in French"; else empty.
  public let language: String
  /// Where: "questions 4 and 7", or "2 questions".
  public let places: String
  /// Both: "spell check in French".
  public var what: String {
    feature.title.prefix(1).lowercased() + feature.title.dropFirst() + (language.isEmpty ? "" : " " + language)
  }

  /// What `questions` grant; with `numbered` these are the places they will have.
  fileprivate static func of(
    _ questions: [Question], without required: [RestrictionID], numbered: Bool
  ) -> [GrantWords] {
    var found: [(feature: HelpFeature, language: String, places: [Int])] = []
    for feature in HelpFeature.allCases {
      for (index, question) in questions.enumerated() where question.grants.without(required).contains(feature) {
        let own = feature == .spellCheck ? question.language.map { "in \(HelpFeature.name(ofLanguage: $0))" } : nil
        if let at = found.firstIndex(where: { $0.feature == feature && $0.language == own ?? "" }) {
          found[at].places.append(index)
        } else {
          found.append((feature, own ?? "", [index]))
        }
      }
    }
    return found.map { grant in
      let several = grant.places.count == 1 ? "" : "s"
      let numbers = grant.places.map { "\($0 + 1)" }
      let list = numbers.count < 2 ? numbers : [numbers.dropLast().joined(separator: ", "), numbers[numbers.count - 1]]
      let places =
        numbered ? "question\(several) \(list.joined(separator: " and "))" : "\(grant.places.count) question\(several)"
      return GrantWords(feature: grant.feature, language: grant.language, places: places)
    }
  }
}

extension [GrantWords] {
  /// "spell check in French (question 3), look up (questions 2 and 3)"; empty: nothing.
  fileprivate var inWords: String { map { "\($0.what) (\($0.places))" }.joined(separator: ", ") }
}

extension HelpFeature {

  /// In English, as the screens are; its tag where it is none of the usual ones.
  fileprivate static func name(ofLanguage tag: String) -> String {
    let names = [
      "en": "English", "fr": "French", "de": "German", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
      "nl": "Dutch", "pl": "Polish", "sv": "Swedish", "da": "Danish", "cs": "Czech", "ru": "Russian", "el": "Greek",
    ]
    return names[tag.lowercased()] ?? tag
  }
}

extension WireWriter {
  mutating func put(_ report: HelpsReport) {
    switch report {
    case .none: put(UInt8(0))
    case .starting: put(UInt8(1))
    case .ready(let missing):
      put(UInt8(2))
      put(list: missing) { writer, words in writer.put(words) }
    case .absent(let why):
      put(UInt8(3))
      put(why)
    }
  }

  /// As it is said to the helps: a definition is longer than any other text on the wire.
  mutating func putLine(_ line: String) {
    put(Int32(clamping: line.utf8.count))
    for byte in line.utf8 { put(byte) }
  }

  mutating func put(_ grants: [HelpGrant]) {
    let kept = grants.prefix(Wire.mostGrants)
    put(UInt16(kept.count))
    for grant in kept {
      put(grant.slot)
      var bits: UInt8 = 0
      for (index, feature) in HelpFeature.allCases.enumerated() where grant.features.contains(feature) {
        bits |= 1 << UInt8(index)
      }
      put(bits)
    }
  }
}

extension Wire {
  /// More questions than any attempt has.
  static let mostGrants = 5000
}

extension WireReader {
  mutating func helpsReport() throws(WireFault) -> HelpsReport {
    switch try byte() {
    case 0: .none
    case 1: .starting
    case 2: .ready(try list { reader throws(WireFault) in try reader.text() })
    case 3: .absent(try text())
    default: throw .malformed
    }
  }

  /// A line without its end.
  mutating func line() throws(WireFault) -> String {
    let count = Int(try int32())
    guard count > 0, count <= HelpAnswer.longest + 64 else { throw .malformed }
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(try byte()) }
    guard bytes.last == 0x0A, let line = String(validating: bytes.dropLast(), as: UTF8.self),
      // What would be left out of a text when it is said again was never said.
      !line.unicodeScalars.contains(where: { $0.value != 0x09 && $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else { throw .malformed }
    return line
  }

  mutating func helpRequest() throws(WireFault) -> HelpRequest {
    guard case .ask(let request)? = HelpCommand(line: try line()) else { throw .malformed }
    return request
  }

  mutating func helpAnswer() throws(WireFault) -> HelpAnswer {
    guard let answer = HelpAnswer(line: try line()) else { throw .malformed }
    return answer
  }

  mutating func grants() throws(WireFault) -> [HelpGrant] {
    let count = try uint16()
    guard count <= Wire.mostGrants else { throw .malformed }
    var grants: [HelpGrant] = []
    for _ in 0..<count {
      let slot = try uint16()
      let bits = try byte()
      guard bits >> UInt8(HelpFeature.allCases.count) == 0 else { throw .malformed }
      let features = HelpFeature.allCases.enumerated().filter { bits >> UInt8($0.offset) & 1 == 1 }.map(\.element)
      grants.append(HelpGrant(slot: slot, features: features))
    }
    return grants
  }
}
