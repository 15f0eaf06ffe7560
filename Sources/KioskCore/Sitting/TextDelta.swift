/// What changed between two texts: at UTF-8 byte `offset`, `removed` bytes gave way to `inserted`.
public struct TextDelta: Equatable, Sendable {
  /// Where, in bytes of the old text.
  public let offset: Int
  /// How many bytes of the old text are gone.
  public let removed: Int
  /// What stands there now.
  public let inserted: String

  /// A change as it was kept elsewhere.
  public init(offset: Int, removed: Int, inserted: String) {
    self.offset = offset
    self.removed = removed
    self.inserted = inserted
  }

  /// The smallest change, in whole scalars, that makes `new` of `old`; nil where they are the same.
  public init?(from old: String, to new: String) {
    let (a, b) = (Array(old.utf8), Array(new.utf8))
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    if start == a.count, start == b.count { return nil }
    while start > 0, start < a.count && a[start] & 0xC0 == 0x80 || start < b.count && b[start] & 0xC0 == 0x80 {
      start -= 1
    }
    var tail = 0
    while tail < a.count - start, tail < b.count - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    while tail > 0, a[a.count - tail] & 0xC0 == 0x80 { tail -= 1 }
    offset = start
    removed = a.count - tail - start
    inserted = String(decoding: b[start..<b.count - tail], as: UTF8.self)
  }

  /// The new text made of the old one, or nil where the change does not fit it.
  public func applied(to old: String) -> String? {
    let bytes = Array(old.utf8)
    guard offset >= 0, removed >= 0, offset <= bytes.count, removed <= bytes.count - offset else { return nil }
    return String(validating: bytes[..<offset] + Array(inserted.utf8) + bytes[(offset + removed)...], as: UTF8.self)
  }
}

extension LineEditor {
  /// What changed since an earlier state of the same answer, for the draft log; nil where nothing did.
  public func change(since old: LineEditor) -> TextDelta? { TextDelta(from: old.text, to: text) }
}
