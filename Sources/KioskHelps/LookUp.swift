import KioskWords

/// What is known of headwords.
struct LookUp {
  /// The language that is asked about.
  let language: String

  /// What is lacking, with what to do about it; `nil`: nothing.
  var missing: String? { nil }

  /// What is known of `headword`, in lines, and headwords much like it where that is nothing.
  func define(_ headword: String) -> (lines: [String], near: [String]) { ([], []) }
}
