/// Categories of a question bank, as topics of an exam.
enum BankCategory {
  /// The category without what says where in a Moodle site it stands: "$course$/top/Geography" is "Geography".
  static func clean(_ raw: String) -> String {
    var parts = raw.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let first = parts.first, first.hasPrefix("$"), first.hasSuffix("$"), first.utf8.count > 2 { parts.removeFirst() }
    if parts.first?.lowercased() == "top" { parts.removeFirst() }
    return BankText.trimmed(ScreenText.fitted(parts.joined(separator: "/"))) ?? ""
  }

  /// A topic as a category that `clean` makes the same topic of.
  static func path(_ topic: String) -> String {
    if topic.isEmpty { return "top" }
    let first = topic.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
    return first.hasPrefix("$") || first.lowercased() == "top" ? "top/" + topic : topic
  }
}
