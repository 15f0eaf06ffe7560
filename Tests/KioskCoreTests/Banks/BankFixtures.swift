import Testing

@testable import KioskCore

/// Banks in tests: read from a text or a file, and written out as short lines to compare.
enum Banks {
  struct Read {
    let questions: [BankQuestion]
    let summary: BankSummary

    var errors: [ExamProblem] { summary.problems.filter { $0.severity == .error } }
    var warnings: [ExamProblem] { summary.problems.filter { $0.severity == .warning } }
    /// One line a question.
    var outline: [String] { questions.map { Banks.outline($0) } }
    /// "3:1 error: …", the hint left out.
    var problems: [String] {
      summary.problems.map { "\($0.line):\($0.column) \($0.severity.rawValue): \($0.message)" }
    }
  }

  static func read(_ text: String, as format: BankFormat? = .gift) -> Read { read(Array(text.utf8), as: format) }

  static func read(_ bytes: [UInt8], as format: BankFormat? = .gift, name: String = "") -> Read {
    let (bank, summary) = BankReading.bank(bytes, as: format, fileName: name)
    return Read(questions: bank.questions, summary: summary)
  }

  /// A question in one line: name, category, type, prompt, answers.
  static func outline(_ entry: BankQuestion) -> String {
    let question = entry.question
    var line = entry.name.isEmpty ? "" : "::\(entry.name):: "
    if let topic = question.topic { line += "<\(topic.text(in: ""))> " }
    line += "\(question.typeName) '\(question.prompt.text(in: ""))'"
    let answers = outline(question.kind)
    if !answers.isEmpty { line += " " + answers }
    if let feedback = question.feedback { line += " ## \(feedback.text(in: ""))" }
    if question.points != .one, question.kind != .description { line += " \(question.points.decimal) points" }
    return line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎")
  }

  private static func outline(_ kind: Question.Kind) -> String {
    switch kind {
    case .shortAnswer(let answers, _): "{\(outline(answers))}"
    case .choice(let choices, let multiple): (multiple ? "many " : "one ") + "{\(outline(choices))}"
    case .trueFalse(let answer, let yes, let no):
      "\(answer)" + (yes.map { " T#\($0.text(in: ""))" } ?? "") + (no.map { " F#\($0.text(in: ""))" } ?? "")
    case .numerical(let answers, let unit):
      "{\(outline(answers))}" + (unit.map { " \($0.text(in: ""))" } ?? "")
    case .matching(let pairs, let distractors):
      "{"
        + (pairs.map { "\(text($0.left)) -> \(text($0.right))\(said($0.feedback))" }
        + distractors.map { "-> \(text($0))" }).joined(separator: " | ") + "}"
    case .ordering(let items): "{\(items.map(text).joined(separator: " < "))}"
    case .cloze(let text, let gaps):
      "'\(self.text(text))' "
        + gaps.map { gap in
          let weight = gap.weight == 1 ? "" : "\(gap.weight)*"
          switch gap.kind {
          case .answers(let answers): return "\(weight)\(gap.name)={\(outline(answers))}"
          case .choices(let choices): return "\(weight)\(gap.name)=one {\(outline(choices))}"
          case .numbers(let answers): return "\(weight)\(gap.name)={#\(outline(answers))}"
          }
        }.joined(separator: " ")
    case .spelling(let spelling):
      "\(spelling.word): \(text(spelling.definition)) / \(text(spelling.sentence))"
    case .essay(let words): words.map { "\($0) words" } ?? ""
    case .description: ""
    }
  }

  private static func text(_ text: LocalizedText) -> String { text.text(in: "") }
  private static func said(_ text: LocalizedText?) -> String { text.map { "#\($0.text(in: ""))" } ?? "" }
  private static func share(_ fraction: Fraction) -> String {
    fraction == .one
      ? "=" : fraction == .zero ? "~" : "%\(Points(hundredThousandths: Int64(fraction.raw) * 100).decimal)%"
  }
  private static func outline(_ answers: [TextAnswer]) -> String {
    answers.map { "\(share($0.fraction))\(text($0.text))\(said($0.feedback))" }.joined(separator: " ")
  }
  private static func outline(_ choices: [Choice]) -> String {
    choices.map { "\(share($0.fraction))\(text($0.text))\(said($0.feedback))" }.joined(separator: " ")
  }
  private static func outline(_ answers: [NumericalAnswer]) -> String {
    answers.map { answer in
      let range =
        answer.low == answer.high ? answer.low.decimal : "\(answer.low.decimal)..\(answer.high.decimal)"
      return "\(share(answer.fraction))\(range)\(said(answer.feedback))"
    }.joined(separator: " ")
  }
}
