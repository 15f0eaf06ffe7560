/// What a field of one row shows.
public struct LineWindow: Equatable, Sendable {
  /// The characters that show.
  public let text: Substring
  /// The caret's column, from the first that shows.
  public let caretColumn: Int
  /// Whether there is text before and after.
  public let moreLeft, moreRight: Bool
}

/// What a field of several rows shows.
public struct TextBlock: Equatable, Sendable {
  /// The lines that show, top to bottom.
  public let lines: [Substring]
  /// The caret's place, from the first line and column that show.
  public let caretRow, caretColumn: Int
  /// Whether there are lines above and below.
  public let moreAbove, moreBelow: Bool
}
