/// Names that can be found by their beginning, or when nearly spelt right. Case, accents and punctuation do not count.
public struct NameIndex: Sendable {
  private struct Entry: Sendable {
    let key: String
    /// Position in the list the index was made of.
    let position: Int
  }

  private static let rules = Normalisation(
    marking: TextMarking(letterCase: .ignore, accents: .ignore, punctuation: .ignore, article: .exact), language: "")

  private let names: [String]
  /// Sorted by key, then by position.
  private let entries: [Entry]

  /// An index of `names`; those that look the same but for case and accents are kept apart.
  public init(_ names: [String]) {
    self.names = names
    entries = names.enumerated().map { Entry(key: Self.rules.form(of: $1), position: $0) }
      .sorted { ($0.key, $0.position) < ($1.key, $1.position) }
  }

  /// The positions of the names that are `name`.
  public func positions(of name: String) -> [Int] {
    let key = Self.rules.form(of: name)
    return entries[lowerBound(key)...].prefix { $0.key == key }.map(\.position)
  }

  /// Whether `name` is one of them.
  public func contains(_ name: String) -> Bool {
    let key = Self.rules.form(of: name)
    let at = lowerBound(key)
    return at < entries.count && entries[at].key == key
  }

  /// At most `limit` different names that begin with `beginning`, in alphabetical order; none for an empty beginning.
  public func names(beginningWith beginning: String, limit: Int = 5) -> [String] {
    let key = Self.rules.form(of: beginning)
    if key.isEmpty { return [] }
    var found: [String] = []
    for entry in entries[lowerBound(key)...] {
      guard found.count < limit, entry.key.hasPrefix(key) else { break }
      if !found.contains(names[entry.position]) { found.append(names[entry.position]) }
    }
    return found
  }

  /// At most `limit` names within two typing mistakes (one in names of up to four letters), nearest first.
  public func names(near name: String, limit: Int = 3) -> [String] {
    let typed = Array(Self.rules.form(of: name).unicodeScalars)
    guard typed.count > 1, typed.count <= 64 else { return [] }
    let reach = typed.count > 4 ? 2 : 1
    var near: [(distance: Int, name: String)] = []
    for entry in entries {
      guard let distance = Nearness.distance(typed, Array(entry.key.unicodeScalars), limit: reach) else { continue }
      let name = names[entry.position]
      if !near.contains(where: { $0.name == name }) { near.append((distance, name)) }
    }
    return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(limit).map(\.element.name)
  }

  private func lowerBound(_ key: String) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
