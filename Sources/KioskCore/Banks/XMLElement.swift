/// The elements of Moodle's XML that a reader looks at; every other is `other`.
enum XMLName: UInt8 {
  case other, quiz, question, name, questiontext, text, file, generalfeedback, defaultgrade, idnumber, single, usecase
  case answer, feedback, tolerance, units, unit, multiplier, unitName, subquestion, category, tags, tag, selectoption
  case dragbox, group, infinite, maxwordlimit, hint

  private static let known: [(word: StaticString, name: XMLName)] = [
    ("quiz", .quiz), ("question", .question), ("name", .name), ("questiontext", .questiontext), ("text", .text),
    ("file", .file), ("generalfeedback", .generalfeedback), ("defaultgrade", .defaultgrade), ("idnumber", .idnumber),
    ("single", .single), ("usecase", .usecase), ("answer", .answer), ("feedback", .feedback), ("tolerance", .tolerance),
    ("units", .units), ("unit", .unit), ("multiplier", .multiplier), ("unit_name", .unitName),
    ("subquestion", .subquestion), ("category", .category), ("tags", .tags), ("tag", .tag),
    ("selectoption", .selectoption), ("dragbox", .dragbox), ("group", .group), ("infinite", .infinite),
    ("maxwordlimit", .maxwordlimit), ("hint", .hint),
  ]

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self = .other
    for (word, name) in Self.known
    where word.utf8CodeUnitCount == range.count && word.utf8Start[0] == bytes[range.lowerBound]
      && GIFTByte.isAt(bytes, range.lowerBound, word)
    {
      self = name
      return
    }
  }
}

/// One element: where its parts stand, and where its first child and its next sibling are in the list.
struct XMLElement {
  let name: XMLName
  /// Where its `<` stands.
  let offset: Int
  let attributes: Range<Int>
  var content: Range<Int>
  var firstChild: Int32 = -1
  var next: Int32 = -1
}
