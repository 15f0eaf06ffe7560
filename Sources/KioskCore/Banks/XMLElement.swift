/// The elements of Moodle's XML that a reader looks at; every other is `other`.
enum XMLName: UInt8 {
  case other, quiz, question, name, questiontext, text, file, generalfeedback, defaultgrade, idnumber, single, usecase
  case answer, feedback, tolerance, units, unit, multiplier, unitName, subquestion, category, tags, tag, selectoption
  case dragbox, group, infinite, maxwordlimit, hint

  /// How each is written, the frequent ones first.
  static let known: [(word: String, name: XMLName)] = [
    ("text", .text), ("answer", .answer), ("feedback", .feedback), ("question", .question), ("name", .name),
    ("questiontext", .questiontext), ("defaultgrade", .defaultgrade), ("generalfeedback", .generalfeedback),
    ("single", .single), ("file", .file), ("quiz", .quiz), ("idnumber", .idnumber), ("usecase", .usecase),
    ("tolerance", .tolerance), ("units", .units), ("unit", .unit), ("multiplier", .multiplier),
    ("unit_name", .unitName), ("subquestion", .subquestion), ("category", .category), ("tags", .tags), ("tag", .tag),
    ("selectoption", .selectoption), ("dragbox", .dragbox), ("group", .group), ("infinite", .infinite),
    ("maxwordlimit", .maxwordlimit), ("hint", .hint),
  ]
}

/// The attributes that a reader looks at.
enum XMLAttribute: UInt8 {
  case format, fraction, type, name

  /// How each is written.
  static let known: [(word: String, attribute: XMLAttribute)] = [
    ("format", .format), ("fraction", .fraction), ("type", .type), ("name", .name),
  ]
}

/// One element: where it stands, and where its parts are in the tree's lists. A bank has less than 2 GiB.
struct XMLElement {
  let name: XMLName
  /// Where its `<` stands in the file.
  let offset: Int32
  /// In the tree's text.
  var text: Range<Int32>
  /// In the tree's attributes.
  var attributes: Range<Int32>
  var firstChild: Int32 = -1
  var next: Int32 = -1
}
