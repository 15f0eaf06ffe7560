import KioskPage

/// The page of a look-up in practice: a field for a word, what was found, and the way that led there.
public struct LookUp: Equatable, Sendable {
  /// Where the keyboard is.
  public enum Focus: Equatable, Sendable {
    /// In the field.
    case field
    /// On the link of this number.
    case link(Int)
  }

  /// One page that was looked at.
  public struct Visit: Equatable, Sendable {
    /// What was looked up; empty: nothing yet.
    public internal(set) var word = ""
    /// What was found.
    public internal(set) var lines: [PageLine] = []
    /// The first row shown.
    public internal(set) var scroll = 0
    /// Where the keyboard is.
    public internal(set) var focus = Focus.field
    /// The page as it was set last: a long one takes longer than a key may.
    var set: LookUpLayout?
  }

  /// What is typed.
  public var editor: LineEditor
  /// The page that is shown.
  public internal(set) var shown = Visit()
  /// The pages before it, oldest first.
  public internal(set) var trail: [Visit] = []
  /// Whether the dictionaries have not answered yet.
  public internal(set) var isWaiting = false
  /// Whether the field holds the word that is shown: what is typed next takes its place.
  public internal(set) var isFresh = false
  /// The number of the request that is waited for; an answer to an earlier one is none.
  public internal(set) var number = 0

  /// More pages are not gone back to.
  static let longestTrail = 100
  /// The longest word, in characters.
  static let longestWord = 80

  /// An empty look-up.
  public init() { editor = LineEditor("", limit: LookUp.longestWord) }

  /// What a page has room for, in columns and rows of letters, on a terminal of this size. In large letters a letter counts
  /// as five columns and a row as six.
  public static func room(columns: Int, rows: Int, isLarge: Bool) -> (columns: Int, rows: Int) {
    guard isLarge else { return (max(1, columns - 11), max(1, rows - 9)) }
    return (max(1, (columns - 11) / 5), max(1, (rows - 6) / 6))
  }

  /// The page as it is set in `columns`.
  public func layout(columns: Int) -> LookUpLayout {
    if let set = shown.set, set.columns == columns { return set }
    return LookUpLayout(shown.lines, columns: columns)
  }

  /// Sets it, unless it is set so already.
  mutating func layOut(columns: Int) {
    if shown.set?.columns != columns { shown.set = LookUpLayout(shown.lines, columns: columns) }
  }
}

/// A page set in rows: where its words and links stand.
public struct LookUpLayout: Equatable, Sendable {
  /// A part of a row that looks the same.
  public struct Piece: Equatable, Sendable {
    /// The words.
    public let text: String
    /// The number of the link that they are, or a part of.
    public let link: Int?
  }

  /// One row.
  public struct Row: Equatable, Sendable {
    /// What it belongs to; `nil`: an empty row.
    public let kind: PageLine.Kind?
    /// Columns it stands in.
    public let indent: Int
    /// What stands there, from left to right.
    public let pieces: [Piece]
  }

  /// One link.
  public struct Link: Equatable, Sendable {
    /// What it leads to.
    public let target: String
    /// The rows it stands in.
    public internal(set) var rows: ClosedRange<Int>
  }

  /// The columns it is set in.
  let columns: Int
  /// All rows.
  public private(set) var rows: [Row] = []
  /// All links in order.
  public private(set) var links: [Link] = []

  init(_ lines: [PageLine], columns: Int) {
    self.columns = columns
    var previous: PageLine.Kind?
    for line in lines {
      let parts: Bool =
        switch line.kind {
        case .source: true
        case .word: previous == .text
        case .note, .near: previous == .text || previous == .word
        case .text: false
        }
      if parts, !rows.isEmpty { rows.append(Row(kind: nil, indent: 0, pieces: [])) }
      set(line, columns: columns)
      previous = line.kind
    }
  }

  private mutating func set(_ line: PageLine, columns: Int) {
    let text = PageText(line.text)
    // The rows below a paragraph's first stand two columns in, so that senses are told apart.
    let hangs = line.kind == .text && columns >= 40
    let indent = columns >= 40 ? line.indent : 0
    let first = links.count
    links += text.links.map { Link(target: $0.target, rows: rows.count...rows.count) }
    var begun = first
    let utf8 = Array(text.shown.utf8)
    var isFirst = true
    for range in TextLayout.lines(text.shown, width: max(1, columns - indent - (hangs ? 2 : 0))) {
      let row = pieces(of: utf8, text.links, in: range, firstLink: first)
      rows.append(Row(kind: line.kind, indent: indent + (hangs && !isFirst ? 2 : 0), pieces: row))
      for link in row.compactMap(\.link) {
        let from = link < begun ? links[link].rows.lowerBound : rows.count - 1
        links[link].rows = from...(rows.count - 1)
        begun = max(begun, link + 1)
      }
      isFirst = false
    }
  }

  private func pieces(
    of utf8: [UInt8], _ links: [PageText.Link], in line: Range<Int>, firstLink: Int
  ) -> [Piece] {
    var end = line.upperBound
    while end > line.lowerBound, utf8[end - 1] == 0x20 { end -= 1 }
    var pieces: [Piece] = []
    var at = line.lowerBound
    func add(to place: Int, link: Int?) {
      guard place > at else { return }
      pieces.append(Piece(text: String(decoding: utf8[at..<place], as: UTF8.self), link: link))
      at = place
    }
    for (number, link) in links.enumerated() where link.range.upperBound > at && link.range.lowerBound < end {
      add(to: min(link.range.lowerBound, end), link: nil)
      add(to: min(link.range.upperBound, end), link: firstLink + number)
    }
    add(to: end, link: nil)
    return pieces
  }

  /// How far it can be scrolled in `height` rows.
  public func scrollLimit(_ height: Int) -> Int { max(0, rows.count - height) }
}
