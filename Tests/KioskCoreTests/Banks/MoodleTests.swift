import Testing

@testable import KioskCore

/// Moodle's XML in a table: what is written, what is read, what is said about it.
@Suite("Moodle XML")
struct MoodleTests {
  /// A file of questions.
  static func quiz(_ questions: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n\(questions)\n</quiz>\n"
  }

  /// A question of `type` that asks `asked` in HTML.
  static func question(_ type: String, _ asked: String, _ more: String) -> String {
    "<question type=\"\(type)\"><name><text>N</text></name>"
      + "<questiontext format=\"html\"><text><![CDATA[\(asked)]]></text></questiontext>\(more)</question>"
  }

  static func answer(_ text: String, _ fraction: String, _ more: String = "") -> String {
    "<answer fraction=\"\(fraction)\"><text>\(text)</text>\(more)</answer>"
  }

  private static func said(_ text: String) -> String { "<feedback><text>\(text)</text></feedback>" }

  static let traps: [GIFTTrapTests.Trap] = types + gaps + faults

  static let types: [GIFTTrapTests.Trap] = [
    (
      question("multichoice", "<p>Q</p>", "<single>true</single>" + answer("a", "100", said("yes")) + answer("b", "0")),
      ["::N:: choice 'Q' one {=a#yes ~b}"], []
    ),
    (
      question(
        "multichoice", "Q", "<single>false</single>" + answer("a", "50") + answer("b", "50") + answer("c", "-100")),
      ["::N:: choice 'Q' many {%50%a %50%b %-100%c}"], []
    ),
    (
      question(
        "multichoice", "Q",
        "<single>false</single>" + answer("a", "33.33333") + answer("b", "33.33333") + answer("c", "33.33333")
          + answer("d", "0")), ["::N:: choice 'Q' many {%33.333%a %33.333%b %33.333%c ~d}"], []
    ),
    (
      question("multichoice", "Q", answer("a", "0") + answer("b", "0")), [],
      ["3:1 error: no right answer: none of the 2 choices earns anything"]
    ),
    (
      question("truefalse", "Q", answer("true", "0", said("no")) + answer("false", "100")),
      ["::N:: trueFalse 'Q' false T#no"], []
    ),
    (
      question("truefalse", "Q", answer("true", "0") + answer("false", "0")), [],
      ["3:1 error: no right answer: neither true nor false is right"]
    ),
    (
      question("shortanswer", "Q", "<usecase>0</usecase>" + answer("Rome", "100") + answer("Rom*", "50")),
      ["::N:: shortAnswer 'Q' {=Rome %50%Rom*}"], []
    ),
    (
      question(
        "numerical", "Q",
        answer("3,5", "100", "<tolerance>0.5</tolerance>" + said("ok")) + answer("*", "0", said("no"))
          + "<units><unit><multiplier>1</multiplier><unit_name>km</unit_name></unit><unit><multiplier>1000</multiplier><unit_name>m</unit_name></unit></units>"
      ), ["::N:: numerical 'Q' {=3..4#ok} km"],
      [
        "3:234 warning: what is said of any other number is left out",
        "3:385 warning: the unit \"m\" is left out: one unit is understood",
      ]
    ),
    (question("numerical", "Q", answer("many", "100")), [], ["3:124 error: \"many\" is no number"]),
    (question("numerical", "Q", ""), [], ["3:1 error: a numerical question without a number"]),
    (
      question(
        "matching", "Q",
        "<subquestion><text>a</text><answer><text>b</text></answer></subquestion><subquestion><text>c</text><answer><text>d</text></answer></subquestion><subquestion><text></text><answer><text>e</text></answer></subquestion>"
      ), ["::N:: matching 'Q' {a -> b | c -> d | -> e}"], []
    ),
    (question("essay", "Q", "<maxwordlimit>200</maxwordlimit>"), ["::N:: essay 'Q' 200 words"], []),
    (
      question("description", "Q", "<generalfeedback><text>G</text></generalfeedback>"), ["::N:: description 'Q' ## G"],
      []
    ),
    (
      question("ordering", "Q", answer("a", "1") + answer("b", "2") + answer("c", "3")),
      ["::N:: ordering 'Q' {a < b < c}"], []
    ),
    (
      question("shortanswer", "Q", "<defaultgrade>2.5000000</defaultgrade>" + answer("a", "100")),
      ["::N:: shortAnswer 'Q' {=a} 2.5 points"], []
    ),
    (
      "<question type=\"category\"><category><text>$course$/top/Geo/Europe</text></category></question>\n"
        + question("essay", "Q", ""), ["::N:: <Geo/Europe> essay 'Q'"], []
    ),
    (
      question(
        "essay",
        "<h3>T</h3><p>a<br/>b &amp; <em>c</em></p><ol><li>x<ul><li>y</li></ul></li><li>z</li></ol>x<sup>2</sup>", ""),
      ["::N:: essay 'T⏎⏎a⏎b & _c_⏎⏎1. x⏎  • y⏎2. z⏎x²'"], []
    ),
    (
      "<question type='essay'><questiontext><text>&lt;p&gt;a &amp;lt; b &#233;&lt;/p&gt;</text></questiontext></question>",
      ["essay 'a < b é'"], []
    ),
    (
      "<question type=\"essay\"><questiontext format=\"plain_text\"><text>a &lt;b&gt;\nc</text></questiontext></question>",
      ["essay 'a <b>⏎c'"], []
    ),
    (
      question("essay", "<p><img src=\"@@PLUGINFILE@@/a%20map.png\" alt=\"\">See</p>", "").replacing(
        "</text></questiontext>",
        "</text><file name=\"a map.png\" encoding=\"base64\">AAAA</file><file name=\"other.pdf\">B</file></questiontext>"
      ), ["::N:: essay '[picture: a%20map.png]See'"],
      [
        "3:79 warning: the picture \"a%20map.png\" cannot be shown in a terminal",
        "3:211 warning: the attached file \"other.pdf\" is left out",
      ]
    ),
  ]

  static let gaps: [GIFTTrapTests.Trap] = [
    (
      question("cloze", "<p>A {1:SHORTANSWER:=x#ok~%50%y~*#no} and</p><p>{2:MC:=a~b} or {:NM:=5:0.5}</p>", ""),
      ["::N:: cloze '' 'A {{1}} and⏎⏎{{2}} or {{3}}' 1={=x#ok %50%y ~*#no} 2*2=one {=a ~b} 3={#=4.5..5.5}"], []
    ),
    (question("cloze", "A {1:SA:%100%x\\}y~=z}", ""), ["::N:: cloze '' 'A {{1}}' 1={=x}y =z}"], []),
    (question("cloze", "A {1:MULTICHOICE_VS:a~=b &gt; c}", ""), ["::N:: cloze '' 'A {{1}}' 1=one {~a =b > c}"], []),
    (question("cloze", "A {1:SHORTANSER:=x}", ""), [], ["3:79 error: there is no gap of type \"SHORTANSER\""]),
    (
      question("cloze", "A {1:MULTIRESPONSE:=x~=y~z}", ""), [],
      ["3:79 error: a gap in which several may be chosen has no counterpart"]
    ),
    (
      question("cloze", "A {1:SAC:=x} {x:y}", ""), ["::N:: cloze '' 'A {{1}} {x:y}' 1={=x}"],
      ["3:79 warning: capitals count in this gap in Moodle; here they do not"]
    ),
    (question("cloze", "no gap", ""), [], ["3:79 error: the cloze question has no gaps"]),
    (question("cloze", "A {1:SA:=x", ""), [], ["3:79 error: a gap is not closed"]),
    (
      question(
        "gapselect", "A [[2]] b [[1]]",
        "<selectoption><text>x</text><group>1</group></selectoption><selectoption><text>y</text><group>1</group></selectoption><selectoption><text>z</text><group>2</group></selectoption>"
      ), ["::N:: cloze '' 'A {{1}} b {{2}}' 1=one {~x =y} 2=one {=x ~y}"], []
    ),
    (
      question(
        "ddwtos", "A [[1]]",
        "<dragbox><text>x</text><group>1</group></dragbox><dragbox><text>y</text><group>1</group></dragbox>"),
      ["::N:: cloze '' 'A {{1}}' 1=one {=x ~y}"], []
    ),
    (
      question("gapselect", "A [[3]]", "<selectoption><text>x</text><group>1</group></selectoption>"), [],
      ["3:83 error: the gap [[3]] has no word"]
    ),
  ]

  static let faults: [GIFTTrapTests.Trap] = [
    (
      "<question type=\"essay\"><questiontext><text>a</questiontext></question>\n" + question("essay", "Q", ""),
      ["::N:: essay 'Q'"], ["3:45 error: <text> is open, and another element is closed"]
    ),
    (
      "<question type=\"essay\"><questiontext><text>a</text></questiontext>\n" + question("essay", "Q", ""),
      ["::N:: essay 'Q'"], ["3:1 error: the question is not closed before the next one begins"]
    ),
    (
      "<question type=\"essay\"><questiontext><text>a < b</text></questiontext></question>\n"
        + question("essay", "Q", ""), ["::N:: essay 'Q'"], ["3:46 error: a < that begins no element"]
    ),
    (
      "<question type=\"essay\"><questiontext><text><![CDATA[a</text></questiontext></question>\n"
        + question("essay", "Q", "").replacing("]]>", ""), [], ["3:44 error: the CDATA section is not closed"]
    ),
    (
      "<!DOCTYPE quiz [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;\">]>\n<question type=\"essay\"><questiontext format=\"plain_text\"><text>&b;</text></questiontext></question>",
      ["essay '&b;'"], ["3:1 warning: the document's own definitions are not read"]
    ),
    ("<!-- <question type=\"essay\"/> -->\n" + question("essay", "Q", ""), ["::N:: essay 'Q'"], []),
    ("<question type=\"essay\"/>", [], ["3:1 error: the question asks nothing"]),
    ("<nothing/>", [], ["1:1 error: there is no <question> in this file"]),
  ]

  @Test("is read as its author meant, and said", arguments: traps.indices)
  func trap(_ index: Int) {
    let (questions, outline, problems) = Self.traps[index]
    let text = questions == "<nothing/>" ? questions : Self.quiz(questions)
    let read = Banks.read(text, as: questions == "<nothing/>" ? .moodle : nil)
    #expect(read.summary.format == .moodle)
    #expect(read.outline == outline, "\(questions)")
    #expect(read.problems == problems, "\(questions)")
  }

  @Test("a type without counterpart is listed, and what follows is read")
  func skippedTypesAreListed() {
    let read = Banks.read(
      Self.quiz(
        Self.question("calculated", "Q", "") + "\n" + Self.question("coderunner", "Q", "") + "\n"
          + Self.question("ddmarker", "Q", "") + "\n<question><name><text>x</text></name></question>\n"
          + Self.question("essay", "Q", "")), as: .moodle)
    #expect(
      read.summary.skipped.map { "\($0.line) \($0.what): \($0.reason)" } == [
        "3 calculated \"N\": its numbers are drawn anew for every candidate",
        "4 coderunner \"N\": there is no question of this type here",
        "5 ddmarker \"N\": it is answered in a picture",
        "6 a question without a type \"x\": a question needs a type",
      ])
    #expect(read.outline == ["::N:: essay 'Q'"] && read.summary.problems.isEmpty)
  }

  @Test("id, tags and names of every kind")
  func idTagsAndNames() {
    let text =
      "<question type=\"essay\"><name><text>A &amp;amp; B</text></name><questiontext><text>Q</text></questiontext>"
      + "<idnumber>geo-1</idnumber><tags><tag><text>easy</text></tag><tag><text>x</text></tag></tags></question>"
    let entry = Banks.read(Self.quiz(text), as: .moodle).questions.first
    #expect(
      entry?.question.id == "geo-1" && entry?.name == "A & B" && entry?.tags == ["easy", "x"] && entry?.line == 3)
  }
}

extension String {
  /// The text with every `old` changed into `new`.
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    var out = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        out += new
        rest = rest.dropFirst(old.count)
      } else {
        out.append(rest.removeFirst())
      }
    }
    return out
  }
}
