import Testing

@testable import KioskCore

/// Tables: what is written, what is read, what is said about it.
@Suite("CSV")
struct CSVTests {
  static let traps: [GIFTTrapTests.Trap] = [
    ("France,Paris\nItaly,Rome\n", ["shortAnswer 'France' {=Paris}", "shortAnswer 'Italy' {=Rome}"], []),
    ("country;capital\r\nFrance;Paris\r\n", ["shortAnswer 'country: France⏎capital?' {=Paris}"], []),
    ("France\tParis\nItaly\tRome", ["shortAnswer 'France' {=Paris}", "shortAnswer 'Italy' {=Rome}"], []),
    ("sep=;\nFrance;Paris | Lutetia\n", ["shortAnswer 'France' {=Paris =Lutetia}"], []),
    ("prompt,answer\n\"Say \"\"hi\"\", and\ngo\",hi\n", ["shortAnswer 'Say \"hi\", and⏎go' {=hi}"], []),
    ("Question,Answer,Points,Category\nQ,a,2.5,Geo", ["<Geo> shortAnswer 'Q' {=a} 2.5 points"], []),
    ("prompt,answer,choices\nQ,b,a | b | c", ["choice 'Q' one {~a =b ~c}"], []),
    ("prompt,answer,wrong\nQ,a,b | c", ["choice 'Q' one {=a ~b ~c}"], []),
    ("question,A,B,C,answer\nQ,x,y,z,C", ["choice 'Q' one {~x ~y =z}"], []),
    ("question,option1,option2,answer\nQ,x,y,1", ["choice 'Q' one {=x ~y}"], []),
    ("question,A,B,answer\nQ,x,y,E", [], ["2:7 error: the key \"E\" is beyond the last choice"]),
    ("prompt,answer,choices\nQ,a | b,a | b | c", ["choice 'Q' many {%50%a %50%b ~c}"], []),
    ("prompt,answer\nQ,true", ["trueFalse 'Q' true"], []),
    ("type,prompt,answer\nnumeric,Q,\"3,5:0,1\"", ["numerical 'Q' {=3.4..3.6}"], []),
    ("type,prompt,answer\nnumeric,Q,five", [], ["2:11 error: \"five\" is no number"]),
    ("type,prompt,answer\nmatching,Q,a -> b | c -> d", ["matching 'Q' {a -> b | c -> d}"], []),
    ("type,prompt,answer\nordering,Q,a | b | c", ["ordering 'Q' {a < b < c}"], []),
    ("type,prompt,answer\nessay,Q,\ndescription,D,", ["essay 'Q'", "description 'D'"], []),
    ("type,prompt,answer\nmatchin,Q,a", [], ["2:1 error: there is no type \"matchin\""]),
    (
      "prompt,anser\nQ,a", [], ["1:8 warning: the column \"anser\" is not read", "2:1 error: there is no answer"]
    ),
    ("prompt,answer,colour\nQ,a,red", ["shortAnswer 'Q' {=a}"], ["1:15 warning: the column \"colour\" is not read"]),
    (
      "word,definition,sentence\nsyzygy,Planets in a row.,A syzygy is rare.",
      ["spelling '' syzygy: Planets in a row. / A syzygy is rare."], []
    ),
    (
      "syzygy\nrhythm\n",
      ["spelling '' syzygy: A word of 6 letters. / syzygy", "spelling '' rhythm: A word of 6 letters. / rhythm"],
      [
        "1:1 warning: nothing is said of the word \"syzygy\": only its length and how it begins can be told",
        "2:1 warning: nothing is said of the word \"rhythm\": only its length and how it begins can be told",
      ]
    ),
    (
      "word,definition,sentence\ncat,A small cat.,The cat.", [], ["2:1 error: the definition contains its word \"cat\""]
    ),
    (
      "word,definition,sentence\ncat,A pet.,The dog.", [], ["2:1 error: the sentence does not contain the word \"cat\""]
    ),
    ("prompt,answer\nQ,\"a", [], ["2:3 error: the quotation mark is not closed"]),
    (
      "prompt,answer\nQ,\"a\" b", ["shortAnswer 'Q' {=a b}"],
      ["2:6 warning: there is text behind the closing quotation mark: it is read as a part of the field"]
    ),
    ("prompt,answer\nQ,", [], ["2:3 error: there is no answer"]),
    ("prompt,answer\n,a", [], ["2:1 error: the question asks nothing"]),
    ("prompt,answer,points\nQ,a,many", [], ["2:5 error: \"many\" is no number of points"]),
    ("\n\nFrance,Paris\n\n", ["shortAnswer 'France' {=Paris}"], []),
  ]

  @Test("is read as its author meant, and said", arguments: traps.indices)
  func trap(_ index: Int) {
    let (csv, outline, problems) = Self.traps[index]
    let read = Banks.read(csv, as: nil)
    #expect(read.summary.format == .csv, "\(csv)")
    #expect(read.outline == outline, "\(csv)")
    #expect(read.problems == problems, "\(csv)")
  }
}
