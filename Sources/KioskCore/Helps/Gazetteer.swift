/// The countries of the world for looking up in practice: `kiosk-gazetteer/1`, a list of places with their capitals,
/// continents and neighbours. Read when it is first asked for, and never while the look-up is off.
public struct Gazetteer: Sendable {
  /// One country.
  public struct Place: Equatable, Sendable {
    /// Its usual English name.
    public let name: String
    /// Other names it is known by.
    public let also: [String]
    /// Its capital, in words ("Pretoria, Cape Town, Bloemfontein").
    public let capital: String
    /// Where it lies.
    public let continent: String
    /// The countries it has a land border with.
    public let neighbours: [String]
  }

  /// What looking something up came to.
  public enum Answer: Equatable, Sendable {
    /// The places of that name or that capital; at least one.
    case found([Place])
    /// None, but names much like it; may be empty.
    case near([String])
  }

  /// All places in the file's order.
  public let places: [Place]
  private let index: NameIndex
  /// The place that each indexed name belongs to.
  private let owners: [Int]

  /// Reads a gazetteer; `nil` where the file is none or a place lacks a key.
  public init?(_ bytes: [UInt8]) {
    guard let root = (try? JSONReader.read(bytes))?.root, root["format"]?.string == "kiosk-gazetteer/1",
      let nodes = root["places"]?.array
    else { return nil }
    var places: [Place] = []
    places.reserveCapacity(nodes.count)
    var names: [String] = []
    var owners: [Int] = []
    for node in nodes {
      guard let name = Self.text(node["name"]), let capital = Self.text(node["capital"]),
        let continent = Self.text(node["continent"]), let neighbours = node["neighbours"]?.array?.compactMap(Self.text)
      else { return nil }
      let also = node["also"]?.array?.compactMap(Self.text) ?? []
      for entry in [name] + also + [capital] {
        names.append(entry)
        owners.append(places.count)
      }
      places.append(Place(name: name, also: also, capital: capital, continent: continent, neighbours: neighbours))
    }
    self.places = places
    self.owners = owners
    index = NameIndex(names)
  }

  /// Looks a country or a capital up, by any of its names.
  public func lookUp(_ name: String) -> Answer {
    var found: [Int] = []
    for owner in index.positions(of: name).map({ owners[$0] }) where !found.contains(owner) { found.append(owner) }
    if !found.isEmpty { return .found(found.map { places[$0] }) }
    // "Brazil" and "Brasil" are one suggestion, the nearer.
    var near: [String] = []
    var seen: Set<Int> = []
    for name in index.names(near: name, limit: 12) {
      guard near.count < 3, let owner = index.positions(of: name).first.map({ owners[$0] }) else { continue }
      if seen.insert(owner).inserted { near.append(name) }
    }
    return .near(near)
  }

  /// Names of countries and capitals that begin so.
  public func suggestions(for beginning: String, limit: Int = 5) -> [String] {
    index.names(beginningWith: beginning, limit: limit)
  }

  private static func text(_ node: JSONNode?) -> String? { node?.string.map { ScreenText.clean($0) } }
}
