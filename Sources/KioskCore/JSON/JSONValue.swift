/// A JSON value to be written. Literals make it: `["id": "a", "count": 3, "ready": true, "tags": ["x", "y"]]`.
///
/// Objects keep the order their keys were given in, so that the same value always makes the same bytes.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number as its JSON text, exact: "0.33333". The caller answers for its grammar (`Points.decimal` fits).
  case number(String)
  /// A text, of any characters.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Keys and values in order.
  case object(JSONObject)

  /// The text, or `null` where there is none.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  /// The whole number, or `null` where there is none.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// The points as a number of at most five decimals, or `null` where there are none.
  public init(_ points: Points?) { self = points.map { .number($0.decimal) } ?? .null }
}

/// The keys and values of a JSON object, in the order they were added.
public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// One key with its value.
  public struct Member: Equatable, Sendable {
    /// The key.
    public let key: String
    /// Its value.
    public var value: JSONValue
  }

  /// In the order added.
  public private(set) var members: [Member] = []

  /// An object without keys.
  public init() {}

  /// An object with the keys of the literal, in its order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members.reserveCapacity(elements.count)
    for (key, value) in elements { members.append(Member(key: key, value: value)) }
  }

  /// Adds a key that is not there yet, at the end; a value of `nil` adds nothing.
  public mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { members.append(Member(key: key, value: value)) }
  }

  /// The value of a key. Setting adds the key at the end or changes it where it stands; `nil` takes it out.
  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      guard let index = members.firstIndex(where: { $0.key == key }) else { return add(key, newValue) }
      if let newValue { members[index].value = newValue } else { members.remove(at: index) }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object in the literal's order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object.add(key, value) }
    self = .object(object)
  }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
