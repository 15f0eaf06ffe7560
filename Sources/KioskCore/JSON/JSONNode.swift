/// A JSON value as read, with the place it stands at.
public struct JSONNode: Equatable, Sendable {
  /// What it is.
  public enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number exactly as written.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// In the file's order; of a key given twice, the first.
    case object([JSONMember])
  }

  /// Where it begins, in bytes from the start of the file; `JSONDocument.place(of:)` gives line and column.
  public let offset: Int
  /// Whether a string is printable ASCII throughout, so that it needs no cleaning.
  public let isPlain: Bool
  /// The value.
  public let value: Value

  /// The value of `key`, where this is an object that has it.
  public subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text, where this is a string.
  public var string: String? {
    if case .string(let text) = value { return text }
    return nil
  }

  /// The elements, where this is a list.
  public var array: [JSONNode]? {
    if case .array(let elements) = value { return elements }
    return nil
  }

  /// The flag, where this is `true` or `false`.
  public var bool: Bool? {
    if case .bool(let flag) = value { return flag }
    return nil
  }

  /// The whole number, where this is one that fits; "1.0" and "1e3" are not whole numbers here.
  public var integer: Int64? {
    if case .number(let text) = value { return Int64(text) }
    return nil
  }

  /// What it is, in words for a message.
  public var kindInWords: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// One key of an object, with its value.
public struct JSONMember: Equatable, Sendable {
  /// The key.
  public let key: String
  /// Where the key begins, in bytes.
  public let offset: Int
  /// Its value.
  public let value: JSONNode
}

/// A place in a file: both counted from 1; lines end with LF, CRLF or CR, columns count Unicode scalars.
public struct TextPlace: Equatable, Sendable {
  /// The line.
  public let line: Int
  /// The column.
  public let column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte at `offset`; a byte order mark has no column of its own.
  public init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var finder = TextPlaceFinder(bytes)
    self = finder.place(of: offset)
  }
}

/// Finds places one after another in a single pass.
struct TextPlaceFinder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int
  private var line = 1
  private var column = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    at = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The place of the byte at `offset`, which must not lie before the one asked for last.
  mutating func place(of offset: Int) -> TextPlace {
    let end = min(offset, bytes.count)
    while at < end {
      let byte = bytes[at]
      at += 1
      if byte == 0x0A || byte == 0x0D {
        // CR LF is one end.
        if byte == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return TextPlace(line: line, column: column)
  }
}
/// What is wrong with a JSON text, and where.
public struct JSONFault: Error, Equatable, Sendable {
  /// Where.
  public let place: TextPlace
  /// What is wrong, in plain words.
  public let message: String
  /// What to do about it.
  public let hint: String?
}

/// A JSON text as read.
public struct JSONDocument: Sendable {
  /// The value it holds.
  public let root: JSONNode
  /// Keys given twice in one object.
  public let duplicates: [JSONFault]
  private let bytes: [UInt8]

  init(root: JSONNode, duplicates: [JSONFault], bytes: [UInt8]) {
    self.root = root
    self.duplicates = duplicates
    self.bytes = bytes
  }

  /// The line and column of a node's `offset`. Costs a pass over the file up to there: for messages only.
  public func place(of offset: Int) -> TextPlace {
    bytes.withUnsafeBufferPointer { TextPlace(offset: offset, in: $0) }
  }

  /// The places of ascending offsets, in one pass.
  func places(of offsets: [Int]) -> [TextPlace] {
    bytes.withUnsafeBufferPointer { bytes in
      var finder = TextPlaceFinder(bytes)
      return offsets.map { finder.place(of: $0) }
    }
  }
}
