import Testing

@testable import KioskCore

/// Traps of GIFT in a table: what is written, what is read, what is said about it.
@Suite("GIFT: traps")
struct GIFTTrapTests {
  typealias Trap = (gift: String, outline: [String], problems: [String])

  static let traps: [Trap] = blocks + texts + braces + choices + truths + numbers + matches + gaps

  static let blocks: [Trap] = [
    ("a {T}\r\n\r\nb {F}\r\n", ["trueFalse 'a' true", "trueFalse 'b' false"], []),
    ("a {T}\r\rb {F}\r", ["trueFalse 'a' true", "trueFalse 'b' false"], []),
    ("a {T}\n \t \nb {F}", ["trueFalse 'a' true", "trueFalse 'b' false"], []),
    ("\n\n// nothing here\n\n", [], []),
    ("", [], []),
    ("// [id:cap-1] [tag:easy] [tag:geo]\n::n:: a {T}", ["::n:: trueFalse 'a' true"], []),
    (
      "// [id:lost]\n\na {T}", ["trueFalse 'a' true"],
      ["1:4 warning: this [id:] or [tag:] belongs to no question"]
    ),
    ("a {\n// =no\n=yes\n  // ~neither\n~maybe\n}", ["choice 'a' one {=yes ~maybe}"], []),
    (
      "a {\n=yes\n\n~no\n}\n\nb {T}", ["choice 'a' one {=yes ~no}", "trueFalse 'b' true"],
      ["3:1 warning: an empty line inside the braces does not end the question here"]
    ),
    (
      "a {\n=yes\n\nb {T}", ["trueFalse 'b' true"],
      ["1:3 error: the brace that opens the answers is not closed"]
    ),
    (
      "::a:: x {T}\n::b:: y {F}", ["::a:: trueFalse 'x' true", "::b:: trueFalse 'y' false"],
      ["2:1 warning: no empty line before this question"]
    ),
    (
      "a {T}\n$CATEGORY: $course$/top/Geo/Rivers\n\nb {F}", ["trueFalse 'a' true", "<Geo/Rivers> trueFalse 'b' false"],
      ["2:1 warning: no empty line before $CATEGORY"]
    ),
    ("$CATEGORY: a\n\n$CATEGORY: top\n\nb {F}", ["trueFalse 'b' false"], []),
    (
      "$CATEGROY: a\n\nb {F}", ["description '$CATEGROY: a'", "trueFalse 'b' false"],
      ["1:1 warning: $CATEGROY: is read as text"]
    ),
    ("::a:: x {T}\n\n::a:: y {T}", ["::a:: trueFalse 'x' true", "::a:: trueFalse 'y' true"], []),
  ]

  static let texts: [Trap] = [
    ("a\\: b \\# c \\= d \\{ e \\} f \\~ {T}", ["trueFalse 'a: b # c = d { e } f ~' true"], []),
    ("one\\ntwo {T}", ["trueFalse 'one⏎two' true"], []),
    (
      "$a \\neq b$ {T}", ["trueFalse '$a ⏎eq b$' true"],
      ["1:4 warning: \\n is a line break here, but it looks like LaTeX's \\neq"]
    ),
    ("\\\\neq and \\\\{ {T}", ["trueFalse '\\neq and \\{' true"], ["1:13 warning: an opening brace is read as text"]),
    ("one  \n   two {T}", ["trueFalse 'one⏎two' true"], []),
    ("::a\\:\\:b:: c {T}", ["::a::b:: trueFalse 'c' true"], []),
    ("[html]<p>a <b>b</b></p><ul><li>c</li><li>d</li></ul> {T}", ["trueFalse 'a *b*⏎⏎• c⏎• d' true"], []),
    (
      "[html]x<sup>2</sup>, H<sub>2</sub>O, a<sup>bc</sup> &lt; &eacute;&#233;&#xE9; {T}",
      ["trueFalse 'x², H₂O, a^(bc) < ééé' true"], []
    ),
    (
      "[html]<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table> {T}",
      ["trueFalse 'a | b⏎c | d' true"], []
    ),
    (
      "[html]<img src\\=\"@@PLUGINFILE@@/map.png\" alt\\=\"A map\"/> {T}", ["trueFalse '[picture: A map]' true"],
      ["1:7 warning: the picture \"map.png\" cannot be shown in a terminal"]
    ),
    ("[plain]<b>x</b> {T}", ["trueFalse '<b>x</b>' true"], []),
    ("[moodle]x {=[html]<i>y</i> ~[plain]<i>z</i>}", ["choice 'x' one {=_y_ ~<i>z</i>}"], []),
    ("[markdown]*x* {=y}", ["shortAnswer '*x*' {=y}"], []),
    ("a < b and b > c {T}", ["trueFalse 'a < b and b > c' true"], []),
    ("a<br>b &amp; c {T}", ["trueFalse 'a⏎b & c' true"], []),
    ("[html]Q {=<b>y</b>}", ["shortAnswer 'Q' {=y}"], []),
    (
      "bell \u{7} and esc \u{1B}[2J {T}", ["trueFalse 'bell  and esc [2J' true"],
      ["1:1 warning: a character that cannot be seen, or drives a terminal, is left out (U+0007)"]
    ),
    ("cafe\u{301} {T}", ["trueFalse 'café' true"], []),
    ("\\\\ {=\\\\}", ["shortAnswer '\\' {=\\}"], []),
    ("a // b {T}", ["trueFalse 'a // b' true"], []),
    ("[x] and /y {T}", ["trueFalse '[x] and /y' true"], []),
    ("[plain]// no comment {T}", ["trueFalse '// no comment' true"], []),
  ]

  static let braces: [Trap] = [
    ("Q {=$\\frac{a}{b}$ ~c}", ["choice 'Q' one {=$\\frac{a}{b}$ ~c}"], []),
    ("Q {=a#see {b=c ~d} ~e}", ["choice 'Q' one {=a#see {b=c ~d} ~e}"], []),
    ("Q {=\\{a\\} ~b}", ["choice 'Q' one {={a} ~b}"], []),
    (
      "$\\frac{1}{2}$ is {=0.5}", ["shortAnswer '$\\frac{1}{2}$ is' {=0.5}"],
      [
        "1:7 warning: braces that hold no answer are read as text",
        "1:10 warning: braces that hold no answer are read as text",
      ]
    ),
    ("x^{T} and y_{} {=a}", ["shortAnswer 'x^{T} and y_{}' {=a}"], []),
    ("Q {=a", [], ["1:3 error: the brace that opens the answers is not closed"]),
    ("Q {=a { ~b}", ["choice 'Q' one {=a { ~b}"], ["1:7 warning: a brace inside the answers is not closed"]),
    ("Q } {=a}", ["shortAnswer 'Q }' {=a}"], ["1:3 warning: a closing brace without an opening one is read as text"]),
    (
      "Q {=a}}", ["shortAnswer 'Q _____}' {=a}"],
      ["1:7 warning: a closing brace without an opening one is read as text"]
    ),
    ("Q {Paris}", [], ["1:3 error: what stands in the braces, \"Paris\", is no answer"]),
    ("Let A = {1,2}.", [], ["1:9 error: what stands in the braces, \"1,2\", is no answer"]),
    (
      "What is { x ? {=a ~b}", ["choice 'What is { x ?' one {=a ~b}"], ["1:9 warning: an opening brace is read as text"]
    ),
    ("Q {=a} ends", ["shortAnswer 'Q _____ ends' {=a}"], []),
    (
      "Q {T} junk", ["trueFalse 'Q _____ junk' true"],
      ["1:7 warning: there is text after the closing brace: it is read as a part of the question"]
    ),
    ("{=a}", [], ["1:1 error: the question asks nothing"]),
    ("Q {}", ["essay 'Q'"], []),
    ("Q {####model answer}", ["essay 'Q' ## model answer"], []),
  ]

  static let choices: [Trap] = [
    ("Q {=a~b~c}", ["choice 'Q' one {=a ~b ~c}"], []),
    ("Q {~a=b~c}", ["choice 'Q' one {~a =b ~c}"], []),
    ("Q {=a#yes ~b#no ####all}", ["choice 'Q' one {=a#yes ~b#no} ## all"], []),
    ("Q {~%33.333%a ~%33.333%b ~%33.333%c ~%-100%d}", ["choice 'Q' many {%33.333%a %33.333%b %33.333%c %-100%d}"], []),
    ("Q {~%33%a ~%33%b ~%33%c ~d}", ["choice 'Q' many {%33.333%a %33.333%b %33.333%c ~d}"], []),
    (
      "Q {~%60%a ~%60%b ~c}", ["choice 'Q' many {%50%a %50%b ~c}"],
      ["1:3 warning: the right choices add up to 120 %, not to 100 %: each is taken for its share of that"]
    ),
    (
      "Q {=a =b ~c}", ["choice 'Q' many {%50%a %50%b ~c}"],
      ["1:3 warning: 2 choices earn everything: they are taken to be chosen together, each for its share"]
    ),
    ("Q {=a ~%50%b ~c}", ["choice 'Q' one {=a %50%b ~c}"], []),
    (
      "Q {=a ~b ~b}", ["choice 'Q' one {=a ~b}"],
      ["1:10 warning: the choice \"b\" is given twice: one of them is left out"]
    ),
    ("Q {=a ~a}", [], ["1:7 error: the choice \"a\" is given twice, and marked differently or right"]),
    ("Q {~a ~b}", [], ["1:3 error: no right answer: none of the 2 choices earns anything"]),
    (
      "Q {=a ~}", [],
      ["1:7 warning: an answer without words is left out", "1:3 error: there is one choice alone"].sorted()
    ),
    ("Q {=%50%a =b}", ["shortAnswer 'Q' {%50%a =b}"], []),
    (
      "Q {=%50%a}", ["shortAnswer 'Q' {=a}"],
      ["1:4 warning: the best answer earns 50 % only: it is taken to earn everything"]
    ),
    ("Q {=%33,5%a =b}", ["shortAnswer 'Q' {%33.5%a =b}"], []),
    (
      "Q {=%x%a =b}", ["shortAnswer 'Q' {=%x%a =b}"],
      ["1:5 warning: \"x\" between percent signs is no weight: it is read as text"]
    ),
    ("Q {=50% ~%60%40%}", ["choice 'Q' one {=50% %60%40%}"], []),
    ("Q {=*}", ["shortAnswer 'Q' {=*}"], []),
    (
      "Q {=x=5 ~y}", ["choice 'Q' many {%50%x %50%5 ~y}"],
      [
        "1:3 warning: 2 choices earn everything: they are taken to be chosen together, each for its share",
        "1:6 warning: this = begins another answer",
      ]
    ),
    ("Q {\n  =a\n    b\n  ~c\n}", ["choice 'Q' one {=a b ~c}"], []),
  ]

  static let truths: [Trap] = [
    ("Q {T#wrong#right}", ["trueFalse 'Q' true T#right F#wrong"], []),
    ("Q {FALSE#wrong}", ["trueFalse 'Q' false T#wrong"], []),
    ("Q { true ## right ####all}", ["trueFalse 'Q' true T#right ## all"], []),
    ("Q {f}", ["trueFalse 'Q' false"], []),
    (
      "Q {T#a#b#c}", ["trueFalse 'Q' true T#b F#a"],
      ["1:10 warning: a true or false question has two feedbacks: what follows is left out"]
    ),
    ("Q {truth}", [], ["1:3 error: what stands in the braces, \"truth\", is no answer"]),
  ]

  static let numbers: [Trap] = [
    ("Q {#3,14:0,01}", ["numerical 'Q' {=3.13..3.15}"], []),
    ("Q {#1,000}", ["numerical 'Q' {=1}"], ["1:5 warning: \"1,000\" is read as 1: the comma is a decimal comma"]),
    ("Q {#=5:1#good =%50%5:2#near ####all}", ["numerical 'Q' {=4..6#good %50%3..7#near} ## all"], []),
    ("Q {# 1 .. 5 }", ["numerical 'Q' {=1..5}"], []),
    ("Q {#5..1}", ["numerical 'Q' {=1..5}"], ["1:5 warning: the range \"5..1\" runs backwards: its ends are swapped"]),
    ("Q {#five}", [], ["1:5 error: \"five\" is no number"]),
    ("Q {#5:x}", [], ["1:5 error: \"x\" is no number"]),
    ("Q {#=5 =x}", [], ["1:9 error: \"x\" is no number"]),
    ("Q {#5 ~#no}", [], ["1:5 error: \"5 ~\" is no number"]),
    ("Q {#=5 ~#no}", ["numerical 'Q' {=5}"], ["1:8 warning: what is said of any other number is left out"]),
    ("Q {#-1.5e-3:1e-4}", ["numerical 'Q' {=-0.0016..-0.0014}"], []),
    ("Q {#\u{2212}5}", ["numerical 'Q' {=-5}"], []),
    (
      "Q {#5:-1}", ["numerical 'Q' {=4..6}"], ["1:5 warning: the tolerance -1 is below 0: it is read without the minus"]
    ),
    ("Q {#5#five}", ["numerical 'Q' {=5#five}"], []),
    ("Q {#1e99}", [], ["1:5 error: \"1e99\" is no number"]),
  ]

  static let matches: [Trap] = [
    ("Q {=a->b =c->d = -> e}", ["matching 'Q' {a -> b | c -> d | -> e}"], []),
    ("Q {=a->b =c->b}", ["matching 'Q' {a -> b | c -> b}"], []),
    ("Q {=a->b = -> e}", ["matching 'Q' {a -> b | -> e}"], []),
    (
      "Q {=a->b =a->b =c->d}", ["matching 'Q' {a -> b | c -> d}"],
      ["1:10 warning: the pair \"a\" is given twice: one is left out"]
    ),
    ("Q {=a->b =a->c =c->d}", [], ["1:10 error: the left side \"a\" is given twice, with two right sides"]),
    (
      "Q {=a->b =c}", ["shortAnswer 'Q' {=a->b =c}"],
      ["1:4 warning: an arrow in one answer alone: it is read as a short answer"]
    ),
    ("Q {=a->b =c->d =e}", [], ["1:16 error: one of the pairs has no ->"]),
    ("Q {=a->b =c-> }", [], ["1:10 error: the pair \"c\" has no right side"]),
    (
      "Q {=a->b =c->d =->b}", ["matching 'Q' {a -> b | c -> d}"],
      ["1:16 warning: the wrong right side \"b\" stands there already: it is left out"]
    ),
    ("Q {=[html]a -&gt; b -> c =d -> e}", ["matching 'Q' {a -> b -> c | d -> e}"], []),
  ]

  static let gaps: [Trap] = [
    ("A {=x ~y}\nand {#5:1}.", ["cloze '' 'A {{1}}⏎and {{2}}.' 1=one {=x ~y} 2={#=4..6}"], []),
    ("{=x} {=y}", ["cloze '' '{{1}} {{2}}' 1={=x} 2={=y}"], []),
    ("A {T} and {=y}", ["cloze '' 'A {{1}} and {{2}}' 1=one {=True ~False} 2={=y}"], []),
    ("A {} and {=y}", [], ["1:3 error: empty braces cannot be a gap among others"]),
    (
      "A \\{\\{x\\}\\} {=x}{=y}\\}", ["cloze '' 'A { {x} } {{1}}{{2}} }' 1={=x} 2={=y}"],
      ["1:1 warning: two braces that stand together in a text with gaps are parted by a space"]
    ),
    ("A {=x####all} and {=y}", ["cloze '' 'A {{1}} and {{2}}' 1={=x} 2={=y} ## all"], []),
    (
      "A {~%50%x ~y} {=z}", ["cloze '' 'A {{1}} {{2}}' 1=one {=x ~y} 2={=z}"],
      ["1:4 warning: the best answer earns 50 % only: it is taken to earn everything"]
    ),
    ("[html]<p>A {=x}</p><p>B {=y}</p>", ["cloze '' 'A {{1}}⏎⏎B {{2}}' 1={=x} 2={=y}"], []),
  ]

  @Test("is read as its author meant, and said", arguments: traps.indices)
  func trap(_ index: Int) {
    let (gift, outline, problems) = Self.traps[index]
    let read = Banks.read(gift)
    #expect(read.outline == outline, "\(gift)")
    #expect(read.problems == problems, "\(gift)")
  }

  @Test("a comment gives id and tags")
  func commentGivesIDAndTags() {
    let read = Banks.read("// [id:cap-1] [tag:easy] [tag:geo]\n::n:: a {T}")
    #expect(read.questions.map(\.question.id) == ["cap-1"])
    #expect(read.questions.map(\.tags) == [["easy", "geo"]])
    #expect(read.questions.map(\.line) == [2])
  }

  @Test("ids are unique, and the same every time")
  func idsAreUnique() {
    let text = "::A b:: a {T}\n\n::A b:: b {T}\n\nc {T}\n\n// [id:a-b-2]\nd {T}\n\n// [id:a-b-2]\ne {T}"
    let ids = Banks.read(text).questions.map(\.question.id)
    #expect(ids == ["a-b", "a-b-2", "q3", "a-b-2-2", "a-b-2-3"])
    #expect(Banks.read(text).questions.map(\.question.id) == ids)
  }
}
