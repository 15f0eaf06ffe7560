import Testing

@testable import KioskCore

/// Aiken in a table: what is written, what is read, what is said about it.
@Suite("Aiken")
struct AikenTests {
  static let traps: [GIFTTrapTests.Trap] = [
    ("Capital of France?\nA. Paris\nB. Rome\nANSWER: A\n", ["choice 'Capital of France?' one {=Paris ~Rome}"], []),
    ("Q\r\nA) x\r\nB) y\r\nANSWER: B\r\n", ["choice 'Q' one {~x =y}"], []),
    (
      "1. Q\nA. x\nB. y\nANSWER: B\n\n2) R\nA. x\nB. y\nANSWER: A",
      ["choice 'Q' one {~x =y}", "choice 'R' one {=x ~y}"], []
    ),
    ("One\ntwo\n\nthree\nA. x\nB. y\nANSWER: A", ["choice 'One⏎two⏎⏎three' one {=x ~y}"], []),
    ("Q\nA. x\nB. y\nC. z\nANSWER: A, C", ["choice 'Q' many {%50%x ~y %50%z}"], []),
    (
      "Q\nA. x\nB. y\nanswer: b\nFeedback: because\nof z\n\nR\nA. x\nB. y\nANSWER:A",
      ["choice 'Q' one {~x =y} ## because⏎of z", "choice 'R' one {=x ~y}"], []
    ),
    ("Q\nA. x\nB. y\nANSWER: A\nR\nA. x\nB. y\nANSWER: B", ["choice 'Q' one {=x ~y}", "choice 'R' one {~x =y}"], []),
    ("Q\nA. x\nB. y\nANSWER: D", [], ["4:9 error: the key D is beyond the last choice, B"]),
    ("Q\nA. x\nB. y\nANSWER: first", [], ["4:9 error: the key \"first\" is no letter"]),
    ("Q\nA. x\nB. y\nANSWER:", [], ["4:8 error: the key is empty"]),
    (
      "Q\nA. x\nB. y\n\nR\nA. x\nB. y\nANSWER: B", ["choice 'R' one {~x =y}"],
      ["1:1 error: this question has no ANSWER: line"]
    ),
    ("Q\n\nANSWER: A", [], ["1:1 error: this question has no choices"]),
    ("Q\nA. x\nANSWER: A", [], ["1:1 error: there is one choice alone"]),
    ("Q\nA. x\nA. y\nB. z\nANSWER: A", ["choice 'Q⏎A. x' one {=y ~z}"], []),
    ("Q\nA. x\n more\nB. y\nANSWER: A", ["choice 'Q' one {=x more ~y}"], []),
    ("Q\nA. x\nB. x\nANSWER: A", [], ["3:4 error: the choice \"x\" is given twice, and marked differently or right"]),
    ("Q\na) x\nb) y\nANSWER: b", ["choice 'Q' one {~x =y}"], []),
    ("Q\nA.\nB. y\nANSWER: B", [], ["2:3 error: the choice A is empty"]),
    ("3.5 is what?\nA. x\nB. y\nANSWER: B", ["choice '3.5 is what?' one {~x =y}"], []),
    ("\u{FEFF}Q\nA. x\nB. y\nANSWER: B", ["choice 'Q' one {~x =y}"], []),
  ]

  @Test("is read as its author meant, and said", arguments: traps.indices)
  func trap(_ index: Int) {
    let (aiken, outline, problems) = Self.traps[index]
    let read = Banks.read(aiken, as: nil)
    #expect(read.summary.format == .aiken || !aiken.contains("A."), "\(aiken)")
    let named = Banks.read(aiken, as: .aiken)
    #expect(named.outline == outline, "\(aiken)")
    #expect(named.problems == problems, "\(aiken)")
  }

  @Test("26 choices, and no more are asked for")
  func twentySixChoices() {
    let letters = (0..<26).map { Character(UnicodeScalar(UInt8(65 + $0))) }
    let text = "Q\n" + letters.map { "\($0). choice \($0)\n" }.joined() + "ANSWER: Z\n"
    let read = Banks.read(text, as: nil)
    #expect(read.summary.problems.isEmpty)
    guard case .choice(let choices, false)? = read.questions.first?.question.kind else {
      Issue.record("no choice")
      return
    }
    #expect(choices.count == 26 && choices[25].fraction == .one)
  }
}
