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
  /// 2, 3)".
  public func grantsInWords(without required: [RestrictionID] = []) -> String {
    HelpFeature.granted(by: slots.map(\.question), without: required) { places in
      "question\(places.count == 1 ? "" : "s") \(places.map { "\($0 + 1)" }.joined(separator: ", "))"
    }
  }
}

extension Exam {
  /// The helps that its questions grant in a test, without what is `required` to be taken away, in words: "spell check (1
  /// question)"; empty: none. Which questions these will be is not known before the attempt is drawn.
  public func grantsInWords(without required: [RestrictionID]) -> String {
    HelpFeature.granted(by: questions, without: required) { places in
      places.count == 1 ? "1 question" : "\(places.count) questions"
    }
  }
}

extension HelpFeature {
  /// Each feature that questions grant, with the language of a spell check where that is not the exam's, and with `place` of
  /// those questions.
  fileprivate static func granted(
    by questions: [Question], without required: [RestrictionID], place: ([Int]) -> String
  ) -> String {
    var found: [(what: String, places: [Int])] = []
    for feature in allCases {
      for (index, question) in questions.enumerated() where question.grants.without(required).contains(feature) {
        var what = feature.title.prefix(1).lowercased() + feature.title.dropFirst()
        if feature == .spellCheck, let language = question.language { what += " in \(name(ofLanguage: language))" }
        if let at = found.firstIndex(where: { $0.what == what }) {
          found[at].places.append(index)
        } else {
          found.append((what, [index]))
        }
      }
    }
    return found.map { "\($0.what) (\(place($0.places)))" }.joined(separator: ", ")
  }

  /// In English, as the screens are; its tag where it is none of the usual ones.
  private static func name(ofLanguage tag: String) -> String {
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
