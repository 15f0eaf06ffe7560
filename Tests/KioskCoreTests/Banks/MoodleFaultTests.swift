import Testing

@testable import KioskCore

/// What a file in Moodle's XML may do to a reader: be wrong, be huge, ask for things. One question's faults are its own.
@Suite("Moodle XML: faults and traps")
struct MoodleFaultTests {
  /// An essay with the `text` as it stands in the file.
  private static func essay(_ text: String, _ more: String = "") -> String {
    "<question type=\"essay\"><questiontext format=\"plain_text\"><text>\(text)</text></questiontext>\(more)</question>"
  }

  private static let sound = essay("Q")

  /// A question, which begins at the third line; what is said of it. What comes behind it is always read.
  static let faults: [(question: String, problem: String)] = [
    (essay("a\u{1}b"), "3:65 error: the character U+0001, which XML does not allow (take it out)"),
    (essay("a\u{0}b"), "3:65 error: the character U+0000, which XML does not allow (take it out)"),
    (essay("é\u{FFFF}"), "3:65 error: the character U+FFFF, which XML does not allow (take it out)"),
    (essay("<![CDATA[\u{8}]]>"), "3:73 error: the character U+0008, which XML does not allow (take it out)"),
    (essay("ab&#12;c"), "3:66 error: the character U+000C, which XML does not allow (take it out)"),
    (essay("ab&#xD800;c"), "3:66 error: the character U+D800, which XML does not allow (take it out)"),
    (
      essay("1]]>2"),
      "3:65 error: ]]> stands where no CDATA section is open (write ]]&gt; where it belongs to the text)"
    ),
    (essay("<!-- a -- b -->"), "3:71 error: two hyphens stand in a comment (take one out)"),
    (
      essay("3 << 4"), "3:66 error: a < that begins no element (write &lt; where it belongs to the text)"
    ),
    (essay("a<b/"), "3:67 error: an attribute is not written as one (write name=\"value\", with a space before each)"),
    (essay("</b>"), "3:64 error: <text> is open, and another element is closed (close it with </text>)"),
    (
      essay("", "<answer fraction=100>a</answer>"),
      "3:103 error: an attribute is not written as one (write name=\"value\", with a space before each)"
    ),
    (
      essay("", "<answer fraction>a</answer>"),
      "3:102 error: an attribute is not written as one (write name=\"value\", with a space before each)"
    ),
    (
      essay("", "<answer fraction=\"1\"format=\"a\"/>"),
      "3:106 error: an attribute is not written as one (write name=\"value\", with a space before each)"
    ),
    (
      essay("", "<answer fraction=\"100><text>a</text></answer>"),
      "3:86 error: the tag is not closed (write > at its end, and quotation marks around each value)"
    ),
    (
      essay("", "<answer 5=\"1\"/>"),
      "3:94 error: an attribute is not written as one (write name=\"value\", with a space before each)"
    ),
    (
      essay("", "<a x=\"1\" x=\"2\"/>"), "3:86 error: an attribute stands twice in this tag (take one out)"
    ),
    // The place is the one in the file, not the one behind ampersands that are mended.
    (
      essay("&nbsp;a & b &eacute; < c"),
      "3:85 error: a < that begins no element (write &lt; where it belongs to the text)"
    ),
    (
      essay(String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)),
      "3:355 error: elements lie more than 100 deep (this is no Moodle XML)"
    ),
    (
      essay("", String(repeating: "<a/>", count: 100_000)),
      "3:400074 error: the question has more than 100000 elements (this is no Moodle XML)"
    ),
    (
      essay("", "<a \((1...30).map { "x\($0)=\"\"" }.joined(separator: " "))/>"),
      "3:86 error: a tag has more than 20 attributes (this is no Moodle XML)"
    ),
    (
      essay("", (1...60).map { "<a xmlns:x\($0)=\"u\">" }.joined() + String(repeating: "</a>", count: 60)),
      "3:927 error: the question has more than 50 name spaces (this is no Moodle XML)"
    ),
    (
      essay(String(repeating: "& ", count: 60_000)),
      "3:64 error: more than 50000 ampersands stand alone in one question (write &amp; for each)"
    ),
    (
      essay("<!DOCTYPE a [<!ENTITY b \"c\">]>&b;"),
      "3:64 error: a < that begins no element (write &lt; where it belongs to the text)"
    ),
    (
      essay("<?xml version=\"1.0\"?>"),
      "3:69 error: this is not well-formed XML: XML declaration allowed only at the star (an editor that knows XML shows where)"
    ),
  ]

  @Test("a question that is not well-formed is told, and is refused alone", arguments: faults.indices)
  func refused(_ index: Int) {
    let (question, problem) = Self.faults[index]
    let told = Banks.read(MoodleTests.quiz(question + "\n" + Self.sound), as: .moodle)
    #expect(
      told.summary.problems.map { "\($0.line):\($0.column) \($0.severity): \($0.message) (\($0.hint ?? ""))" } == [
        problem
      ])
    #expect(told.outline == ["essay 'Q'"] && told.summary.refused == 1)
  }

  // MARK: - Ampersands

  @Test("an ampersand that begins no reference stands for itself, and HTML's names are read")
  func ampersandsAreRead() {
    let read = Banks.read(
      MoodleTests.quiz(
        "<question type=\"essay\"><name><text>R & D</text></name><questiontext format=\"html\"><text>"
          + "&eacute;&nbsp;&lt;b&gt;AT&T&lt;/b&gt; &#65; &#x42; &#; &;</text><file name=\"a&b&eacute;.png\">AA</file>"
          + "</questiontext></question>"), as: .moodle)
    #expect(read.outline == ["::R & D:: essay 'é *AT&T* A B &#; &;'"])
    #expect(
      read.problems == [
        "3:38 warning: an & stands alone: it is read as it stands",
        "3:114 warning: an & stands alone: it is read as it stands",
        "3:140 warning: an & stands alone: it is read as it stands",
        "3:144 warning: an & stands alone: it is read as it stands",
        "3:153 warning: the attached file \"a&b&eacute;.png\" is left out",
        "3:166 warning: an & stands alone: it is read as it stands",
      ])
  }

  @Test("an ampersand in a section or in a comment is nobody's mistake")
  func ampersandsInSections() {
    let read = Banks.read(
      MoodleTests.quiz(Self.essay("<![CDATA[a & b &nbsp; </question>]]><!-- & --><?x & ?> c")), as: .moodle)
    #expect(read.outline == ["essay 'a & b &nbsp; </question> c'"] && read.problems.isEmpty)
  }

  // MARK: - What a file defines

  /// What stands before the questions, and what a question says of it.
  static let definitions: [(document: String, text: String)] = [
    // A billion laughs.
    (
      "<!DOCTYPE quiz [<!ENTITY a \"lol\">"
        + (1...30).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 == 1 ? "" : "\($0 - 1)");", count: 10))\">" }
        .joined() + "]>", "&a30;"
    ),
    // One that calls itself.
    ("<!DOCTYPE quiz [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]>", "&a;"),
    // One long one, many times.
    (
      "<!DOCTYPE quiz [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]>",
      String(repeating: "&a;", count: 1000)
    ),
    ("<!DOCTYPE quiz [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "&x;"),
    ("<!DOCTYPE quiz [<!ENTITY x SYSTEM \"http://127.0.0.1:1/x\">]>", "&x;"),
    ("<!DOCTYPE quiz SYSTEM \"file:///etc/passwd\">", "&x;"),
    ("<!DOCTYPE quiz PUBLIC \"-//x\" \"http://127.0.0.1:1/x.dtd\">", "&x;"),
    (
      "<!DOCTYPE quiz [<!ENTITY % a SYSTEM \"file:///etc/passwd\">%a;<!ENTITY % b \"<!ENTITY x 'y'>\">%b;]>", "&x;"
    ),
    ("<!DOCTYPE quiz [<!ATTLIST text format CDATA \"html\"><!ENTITY lt \"x\">]>", "a"),
  ]

  @Test("nothing that a file defines is taken over, fetched or grows", arguments: definitions.indices)
  func definitionsAreNotRead(_ index: Int) {
    let (document, text) = Self.definitions[index]
    let read = Banks.read(
      "<?xml version=\"1.0\"?>\n\(document)\n<quiz>\n\(Self.essay(text))\n</quiz>", as: .moodle)
    #expect(read.outline == ["essay '\(text)'"])
    #expect(read.problems == ["2:1 warning: the document's own definitions are not read"])
  }

  @Test("what asks for other files gets none")
  func includesAreNotFollowed() {
    let read = Banks.read(
      MoodleTests.quiz(
        "<?xml-stylesheet href=\"file:///etc/passwd\"?>"
          + Self.essay(
            "a<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file:///etc/passwd\" parse=\"text\"/>")),
      as: .moodle)
    #expect(read.outline == ["essay 'a'"] && read.problems.isEmpty)
  }

  @Test(
    "libxml2 itself, given a definition, neither takes it over nor fetches anything", arguments: definitions.indices)
  func libxml2HasNoDefinitions(_ index: Int) {
    let (document, text) = Self.definitions[index]
    let parser = XMLParser()
    Array("\(document)<question><text>\(text)</text></question>".utf8).withUnsafeBufferPointer { bytes in
      do throws(XMLFault) {
        try parser.read(bytes, 0..<bytes.count, mends: [])
        #expect(["", text].contains(parser.tree.text(of: 0)))
      } catch {
        #expect(parser.tree.elements.count <= 2)
      }
    }
  }

  // MARK: - Size

  /// More than libxml2 takes in one section.
  private static let large = 12_000_000

  /// A line of megabytes, as many as a debug build reads in a second: what it begins with, what is repeated, how it ends; the first problem,
  static let lines: [(begin: String, part: String, end: String, problem: String)] = [
    ("<text>", "x", "</text>", "3:1 error: the question asks nothing"),
    ("<text>", "é", "</text>", "3:1 error: the question asks nothing"),
    ("<text>", "&amp;", "</text>", "3:1 error: the question asks nothing"),
    ("<text><![CDATA[", "]", "]]></text>", "3:38 error: what is in this element is too long"),
    ("<text>a</text><file name=\"b\">", "QUJD", "</file>", "3:52 warning: the attached file \"b\" is left out"),
    ("<text>", "]]>", "</text>", "3:44 error: ]]> stands where no CDATA section is open"),
    ("<text>", "<b>", "</text>", "3:335 error: elements lie more than 100 deep"),
    ("<text>", "<b/>", "</text>", "3:400032 error: the question has more than 100000 elements"),
    ("<text>", "&", "</text>", "3:44 error: more than 50000 ampersands stand alone in one question"),
    ("<text ", "a=\"\" ", "/>", "3:38 error: a tag has more than 20 attributes"),
    ("<text a=\"", "<", "\"/>", "3:38 error: the tag is not closed"),
    ("<text><!--", "-", "</text>", "3:44 error: the comment is not closed"),
    ("<text>a</text><", "b", "/>", "3:52 error: a name in this tag is too long"),
  ]

  @Test("a line of megabytes is refused or read, and what comes behind it is read", arguments: lines.indices)
  func linesOfMegabytes(_ index: Int) {
    let (begin, part, end, problem) = Self.lines[index]
    let size = begin.hasSuffix("[") ? Self.large : 3_000_000
    var bytes = Array(MoodleTests.quiz("<question type=\"essay\"><questiontext>\(begin)").dropLast(9).utf8)
    bytes.reserveCapacity(size + 1000)
    let part8 = Array(part.utf8)
    while bytes.count < size { bytes += part8 }
    bytes += (end + "</questiontext></question>\n\(Self.sound)\n</quiz>").utf8
    let read = Banks.read(bytes, as: .moodle)
    #expect(read.problems.first?.prefix(problem.utf8.count) ?? "" == problem)
    if !begin.hasSuffix("<!--") { #expect(read.outline.last == "essay 'Q'") }
  }
}
