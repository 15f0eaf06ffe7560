extension String {
  /// Whether there is nothing in it but white space (Unicode's property White_Space).
  ///
  /// Asked of the answer in front at every key, and nearly every answer begins with a letter that needs no table.
  public var isBlank: Bool {
    if let first = utf8.first, first > 0x20, first < 0x7F { return false }
    return allSatisfy(\.isWhitespace)
  }
}
