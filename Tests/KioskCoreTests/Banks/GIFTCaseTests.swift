import Testing

@testable import KioskCore

/// The small files in `Tests/Fixtures/gift`, each a trap that readers in public use fall into; `EXPECTED.tsv` says what must
/// hold of each.
@Suite("GIFT: a trap a file")
struct GIFTCaseTests {
  /// A file, its outline, and its problems without the hints.
  static let cases: [(file: String, outline: [String], problems: [String])] = [
    (
      "backslash_n_latex", ["shortAnswer 'Value of ⏎u is?' {=x}"],
      ["1:10 warning: \\n is a line break here, but it looks like LaTeX's \\nu"]
    ),
    ("bom", ["::t:: trueFalse 'Q' true"], []),
    ("bs_bs", ["shortAnswer 'C\\new' {=x}"], []),
    (
      "cat_glued", ["::q:: <geo> trueFalse 'a' true", "<geo> trueFalse 'b' false"],
      ["2:1 warning: no empty line between $CATEGORY and this question"]
    ),
    ("comment_trailing", ["choice 'Q _____ // not a comment' one {=a ~b}"], []),
    ("comment_url2", ["trueFalse 'See⏎ok' true"], []),
    ("desc_after", ["description 'Just text'"], []),
    ("esc_other", ["shortAnswer 'a\\!b' {=x}"], []),
    ("fmt_unknown", ["trueFalse '[latex]Q' true"], []),
    (
      "hash4_in_fb", ["shortAnswer 'Q' {=a} ## gen only ~b"],
      ["1:20 warning: a choice seems to be swallowed by the general feedback before it"]
    ),
    ("match_arrow_esc", ["matching 'Q' {a -\\> b -> c | d -> e}"], []),
    ("match_fb", ["matching 'Q' {a -> b#fb | c -> d}"], []),
    ("mc_eq_only", ["shortAnswer 'Q' {=a =b}"], []),
    ("mc_one", [], ["1:3 error: there is one choice and none is right"]),
    ("mc_weight_100", ["choice 'Q' many {=a %-100%b}"], []),
    (
      "mc_weight_space", ["choice 'Q' many {%50%a %50%b}"],
      ["1:5 warning: there are spaces inside the percent signs"]
    ),
    (
      "name_unclosed", ["trueFalse 'a Q' true"],
      ["1:1 warning: the name is not closed: its words are read as the question"]
    ),
    (
      "nbsp_blank", ["trueFalse 'Q1' true", "trueFalse 'Q2' false"],
      ["2:1 warning: a line of no-break spaces is taken for an empty line"]
    ),
    ("num_empty", [], ["1:3 error: a numerical question without a number"]),
    ("num_neg_range", ["numerical 'Q' {=-5..-1}"], []),
    ("num_sci", ["numerical 'Q' {=999..1001}"], []),
    ("numeric_missing_word", ["numerical 'It is _____ ok.' {=5}"], []),
    (
      "short_arrow", ["shortAnswer 'Q' {=a -> b}"],
      ["1:4 warning: an arrow in one answer alone: it is read as a short answer"]
    ),
    ("tf_True", ["trueFalse 'Q' true"], []),
    ("tf_lower", ["trueFalse 'Q' true"], []),
    ("two_blocks", ["cloze '' 'A {{1}} and {{2}}.' 1={=x} 2={=y}"], []),
    ("zero_line", ["shortAnswer 'How many?' {=0}"], []),
  ]

  @Test("is read as its author meant", arguments: cases.indices)
  func isReadAsMeant(_ index: Int) {
    let (file, outline, problems) = Self.cases[index]
    let bytes = Repository.bytes("Tests/Fixtures/gift/\(file).gift")
    let read = Banks.read(bytes, as: nil, name: "\(file).gift")
    #expect(read.outline == outline, "\(file)")
    #expect(read.problems == problems, "\(file)")
    // And without its name: the content alone tells that it is GIFT.
    let guessed = Banks.read(bytes, as: nil)
    if file != "desc_after" { #expect(guessed.outline == outline, "\(file), guessed") }
  }

  @Test("every file has its case, and its types are those expected")
  func everyFileHasItsCase() {
    let lines = String(decoding: Repository.bytes("Tests/Fixtures/gift/EXPECTED.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    #expect(lines.count == Self.cases.count)
    for fields in lines {
      let file = fields[0].dropLast(5)
      let read = Banks.read(Repository.bytes("Tests/Fixtures/gift/\(file).gift"))
      let types = read.questions.map(\.question.typeName).joined(separator: " ")
      #expect((types.isEmpty ? "-" : types) == fields[1], "\(file)")
      #expect(Self.cases.contains { $0.file == file }, "\(file)")
    }
  }
}
