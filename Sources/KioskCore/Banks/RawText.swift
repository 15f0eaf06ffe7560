import Glibc

/// A text of a bank while its question is read: where it lies in the file, if it is plain there, as nearly every text is, or
/// in what `RawTexts` keeps. A list of a bank prints few texts, so few are built.
///
/// MUST NOT be kept: it is gone with the question after it.
struct RawText: Equatable {
  /// UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>

  /// No words at all.
  static var empty: RawText { RawText(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

  /// The text itself.
  var string: String { String(decoding: bytes, as: UTF8.self) }
  /// The text of an exam.
  var localized: LocalizedText { LocalizedText(string) }

  /// Whether two texts are the same.
  static func == (a: RawText, b: RawText) -> Bool {
    guard a.bytes.count == b.bytes.count else { return false }
    guard let one = a.bytes.baseAddress, let other = b.bytes.baseAddress else { return true }
    return memcmp(one, other, a.bytes.count) == 0
  }
}

/// Keeps the texts of the present question that do not stand in the file as they are.
final class RawTexts {
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

  /// A text that stays until `clear`.
  func keep(_ text: String) -> RawText {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.isEmpty { return .empty }
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      kept.append(copy)
      return RawText(bytes: UnsafeBufferPointer(copy))
    }
  }

  /// Lets every text go.
  func clear() {
    if kept.isEmpty { return }
    for text in kept { text.deallocate() }
    kept.removeAll(keepingCapacity: true)
  }

  deinit { clear() }
}

/// Texts that are told from one another. A handful is compared faster than it is hashed.
struct RawLookup {
  private static let few = 8
  private var texts: [RawText]
  private var places: [String: Int]?

  /// None yet; room for `count`.
  init(_ count: Int) {
    texts = []
    texts.reserveCapacity(min(count, Self.few + 1))
  }

  /// Puts a text behind the others, where it is not among them.
  ///
  /// - Returns: the place of the same text, where there is one already.
  mutating func insert(_ text: RawText) -> Int? {
    if texts.count <= Self.few {
      if let place = texts.firstIndex(of: text) { return place }
    } else {
      var known = places ?? [:]
      places = nil
      if known.isEmpty { for (place, text) in texts.enumerated() { known[text.string] = place } }
      let string = text.string
      defer { places = known }
      if let place = known[string] { return place }
      known[string] = texts.count
    }
    texts.append(text)
    return nil
  }
}
