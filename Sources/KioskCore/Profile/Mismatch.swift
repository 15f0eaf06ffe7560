/// One thing that is expected and not so: what, what is expected, what is there.
public struct Mismatch: Equatable, Sendable {
  /// What it is about: a key of the profile, or of the exam.
  public let what: String
  /// What is expected of it.
  public let expected: String
  /// What it is.
  public let found: String

  /// "capMinutes: 180 is expected, 240 is there".
  public var words: String { "\(what): \(expected) is expected, \(found) is there" }
}

extension Profile {
  /// What differs between this profile and the one that is expected, key by key. None: they say the same, and their words
  /// are the same.
  public func differences(from expected: Profile) -> [Mismatch] {
    let here = entries
    let there = expected.entries
    var names = there.map(\.0)
    for name in here.map(\.0) where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      let found = here.first { $0.0 == name }?.1
      let wanted = there.first { $0.0 == name }?.1
      if found == wanted { return nil }
      return Mismatch(what: name, expected: wanted ?? "nothing", found: found ?? "nothing")
    }
  }

  /// What the signed document says, as names and values; of a map each key by itself.
  private var entries: [(String, String)] {
    let bytes = Array(document.message.drop { $0 != 0x0A }.dropFirst())
    guard let root = try? JSONReader.read(bytes).root, case .object(let members) = root.value else { return [] }
    var entries: [(String, String)] = []
    for member in members {
      if case .object(let inner) = member.value.value {
        for part in inner { entries.append(("\(member.key).\(part.key)", Self.text(part.value, in: bytes))) }
      } else {
        entries.append((member.key, Self.text(member.value, in: bytes)))
      }
    }
    return entries
  }

  private static func text(_ node: JSONNode, in bytes: [UInt8]) -> String {
    switch node.value {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return ScreenText.quoted(text)
    case .array(let elements): return "[" + elements.map { text($0, in: bytes) }.joined(separator: ", ") + "]"
    case .object(let members):
      return "{" + members.map { "\($0.key): \(text($0.value, in: bytes))" }.joined(separator: ", ") + "}"
    }
  }
}

extension Exam {
  /// What this exam expects of a lock and the machine does not have, item by item.
  ///
  /// - Parameters:
  ///   - authority: what the machine gives this exam.
  ///   - proctors: who has a passcode.
  ///   - report: what the terminal can hold; `nil`: there is no terminal to ask.
  public func mismatches(_ authority: LockAuthority, proctors: ProctorList, on report: LockReport?) -> [Mismatch] {
    let terms = authority.terms
    var items: [Mismatch] = []
    if case .withheld(let why) = authority.entitlement {
      items.append(Mismatch(what: "entitlement", expected: "one for \(id)", found: why.isEmpty ? "none" : why))
    }
    if policy.proctor {
      let counting = terms.proctors.isEmpty ? proctors.names : proctors.names.filter(terms.proctors.contains)
      if counting.isEmpty {
        let who = terms.proctors.isEmpty ? "a proctor" : terms.proctors.joined(separator: " or ")
        items.append(Mismatch(what: "policy.proctor", expected: "a passcode of \(who)", found: "none"))
      }
    }
    if let minutes, minutes > terms.capMinutes {
      items.append(
        Mismatch(what: "minutes", expected: "\(minutes)", found: "at most \(terms.capMinutes), by the profile"))
    }
    if !terms.language.isEmpty, !speaks(terms.language) {
      items.append(Mismatch(what: "language", expected: language, found: "\(terms.language), by the profile"))
    }
    for (id, rule) in policy.detections.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let other = terms.detections[id], other.isStricter(than: rule) {
        items.append(
          Mismatch(
            what: "detections.\(id.rawValue)", expected: rule.rawValue, found: "\(other.rawValue), by the profile"))
      }
    }
    guard let report else { return items }
    for id in terms.required(.assessment, beside: policy.required) {
      guard let state = report.restrictions.first(where: { $0.id == id }), !state.state.satisfiesRequirement else {
        continue
      }
      let by = policy.required.contains(id) ? "" : ", by the profile"
      items.append(Mismatch(what: "required.\(id.rawValue)\(by)", expected: "enforced", found: state.summary))
    }
    return items
  }

  /// Whether its title, and so presumably its questions, have a wording in `tag`.
  func speaks(_ tag: String) -> Bool {
    let primary = tag.prefix { $0 != "-" }
    return language == tag || language.prefix { $0 != "-" } == primary
      || title.variants.contains { $0.language == tag || $0.language == primary }
  }

  /// The exam shown in `tag`, where it has it; else as it is.
  public func shown(in tag: String) -> Exam {
    guard !tag.isEmpty, tag != language, speaks(tag) else { return self }
    return Exam(
      id: id, title: title, language: tag, minutes: minutes, shuffle: shuffle, shuffleChoices: shuffleChoices,
      navigation: navigation, draw: draw, verdict: verdict, report: report, policy: policy, questions: questions)
  }
}
