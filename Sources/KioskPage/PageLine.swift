/// One paragraph of a page that tells what a word means; also how it travels from the process that found it: a line of a
/// mark, an indent and a text.
///
/// MUST: reading one is total. A text that is none gives `nil`, whatever its bytes.
public struct PageLine: Equatable, Sendable {
  /// What a paragraph is.
  public enum Kind: String, CaseIterable, Sendable {
    /// The name of the source that what follows is from.
    case source = "s"
    /// What was looked up, as the source writes it.
    case word = "w"
    /// Text; what stands between `{` and `}` can be looked up in turn.
    case text = "t"
    /// What is said about the look-up itself: nothing found, or a dictionary that is not installed.
    case note = "n"
    /// Words that may have been meant, in braces.
    case near = "r"
  }

  /// What it is.
  public let kind: Kind
  /// Columns it stands in, 0 … 8.
  public let indent: Int
  /// The text; braces come in pairs, one pair never inside another.
  public let text: String

  /// Makes a paragraph. Braces that are no pair are left out.
  public init(_ kind: Kind, _ text: String, indent: Int = 0) {
    self.kind = kind
    self.indent = max(0, min(indent, 8))
    self.text = PageLine.paired(text)
  }

  /// The text on its way: the line without an end. Control characters are blanks in it.
  public var wire: String { "\(kind.rawValue)\(indent)" + text }

  /// Reads what `wire` wrote.
  public init?(wire: String) {
    var scalars = wire.unicodeScalars[...]
    guard let mark = scalars.popFirst(), let kind = Kind(rawValue: String(mark)), let digit = scalars.popFirst(),
      (0x30...0x38).contains(digit.value)
    else { return nil }
    self.init(kind, String(Substring(scalars)), indent: Int(digit.value) - 0x30)
  }

  /// The words to look up, in the order they stand in.
  public var links: [String] { PageText(text).links.map(\.target) }

  /// Words that may have been meant, as one paragraph.
  public static func near(_ words: [String]) -> PageLine {
    PageLine(.near, words.map { "{\($0)}" }.joined(separator: ", "))
  }

  private static func paired(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D || $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else {
      return text
    }
    var kept = String.UnicodeScalarView()
    var opened: String.UnicodeScalarView.Index?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{":
        // The earlier one was none: what it opened is plain text.
        if let at = opened { kept.remove(at: at) }
        opened = kept.endIndex
        kept.append(scalar)
      case "}":
        guard let at = opened else { continue }
        opened = nil
        if kept.index(after: at) == kept.endIndex { kept.remove(at: at) } else { kept.append(scalar) }
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): kept.append(" ")
      default: kept.append(scalar)
      }
    }
    if let at = opened { kept.remove(at: at) }
    return String(kept)
  }
}

/// A paragraph's text without its braces, and where its links are.
public struct PageText: Equatable, Sendable {
  /// One link.
  public struct Link: Equatable, Sendable {
    /// What it leads to.
    public let target: String
    /// Where it stands in the text, in UTF-8 bytes.
    public let range: Range<Int>
  }

  /// The words as they are shown.
  public let shown: String
  /// The links in order.
  public let links: [Link]

  /// Takes a `PageLine`'s text apart.
  public init(_ text: String) {
    guard text.utf8.contains(0x7B) else {
      shown = text
      links = []
      return
    }
    var plain: [UInt8] = []
    var links: [Link] = []
    var start: Int?
    for byte in text.utf8 {
      switch byte {
      case 0x7B: start = plain.count
      case 0x7D:
        guard let from = start else { continue }
        start = nil
        let target = Array(plain[from...].split(separator: 0x20).joined(separator: [0x20]))
        if !target.isEmpty {
          links.append(Link(target: String(decoding: target, as: UTF8.self), range: from..<plain.count))
        }
      default: plain.append(byte)
      }
    }
    shown = String(decoding: plain, as: UTF8.self)
    self.links = links
  }
}
