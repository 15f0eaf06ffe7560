import KioskCore

/// An exam whose answers take more room than a screen has: many rows, and rows of three hundred characters.
public enum CrowdedExam {
  /// The place of each question.
  public enum Place: Int, CaseIterable, Sendable {
    case cloze, longGap, passage, pairs, longPairs, items, longItems, longChoices
  }

  /// One question of each, free to move, verdict at the end.
  public static var exam: Exam {
    SampleExam.exam(navigation: .free, verdict: .end, minutes: 120, questions: questions)
  }

  /// Three hundred characters that no other number gives; the last word is read only where all of it is.
  public static func sentence(_ number: Int) -> String {
    let words = ["ships", "of", "the", "northern", "route", "carried", "salt", "and", "timber", "past", "lighthouses"]
    let end = " until year \(1700 + number)."
    var text = "Case \(number):"
    var at = number
    while text.utf8.count + words[at % words.count].utf8.count + 1 + end.utf8.count < 300 {
      text += " " + words[at % words.count]
      at += 1 + at % 3
    }
    return text + String(repeating: "!", count: max(0, 300 - text.utf8.count - end.utf8.count)) + end
  }

  /// A river.
  public static func river(_ number: Int) -> String { "River \(number)" }
  /// The town that a river reaches.
  public static func town(_ number: Int) -> String { "Town \(number)" }

  /// Five gaps: typed, chosen, a number, one of thirty, typed.
  public static let clozeText = """
    Water boils at {{boil}} degrees at the level of the sea. On a mountain it boils {{mountain}}, since the air is \
    {{air}} there. Of thirty towns on the river only {{town}} has a bridge of {{stone}}.
    """

  /// One question for each place.
  public static var questions: [Question] {
    let thirty = Array(0..<30)
    return [
      question(
        "cloze", "Fill the gaps.",
        .cloze(
          text: LocalizedText(clozeText),
          gaps: [
            Gap(name: "boil", kind: .numbers([number(100)])),
            Gap(name: "mountain", kind: .choices(choices(["sooner", "later", "never"], right: 0))),
            Gap(name: "air", kind: .answers([TextAnswer(text: LocalizedText("thinner"))])),
            Gap(name: "town", kind: .choices(choices(thirty.map(town), right: 28))),
            Gap(name: "stone", kind: .answers([TextAnswer(text: LocalizedText("stone"))])),
          ])),
      question(
        "longGap", "",
        .cloze(
          text: LocalizedText("What is told of case twenty-seven is {{told}} and nothing else."),
          gaps: [Gap(name: "told", kind: .choices(choices(thirty.map(sentence), right: 27)))])),
      question(
        "passage", "Read the passage and fill the gaps.",
        .cloze(
          text: LocalizedText(
            thirty.prefix(12).map { sentence($0) + ($0 % 3 == 2 ? " It was {{gap\($0)}}." : "") }.joined(
              separator: "\n") + "\nHere the passage ends."),
          gaps: [2, 5, 8, 11].map {
            Gap(name: "gap\($0)", kind: .answers([TextAnswer(text: LocalizedText("told"))]))
          })),
      question(
        "pairs", "Match each river with its town.",
        .matching(
          pairs: thirty.map { Pair(left: LocalizedText(river($0)), right: LocalizedText(town($0))) }, distractors: [])),
      question(
        "longPairs", "Match each case with what came of it.",
        .matching(
          pairs: thirty.map {
            Pair(left: LocalizedText(sentence($0)), right: LocalizedText(sentence(100 + $0)))
          }, distractors: [])),
      question("items", "In the order of their numbers:", .ordering(items: thirty.map { LocalizedText(river($0)) })),
      question(
        "longItems", "In the order of their years:", .ordering(items: thirty.map { LocalizedText(sentence($0)) })),
      question(
        "longChoices", "Which of the cases is the thirtieth?",
        .choice(choices: choices(thirty.map(sentence), right: 29), multiple: false)),
    ]
  }

  private static func question(_ id: String, _ prompt: String, _ kind: Question.Kind) -> Question {
    Question(id: id, prompt: LocalizedText(prompt), points: .one, topic: nil, level: nil, kind: kind)
  }

  private static func number(_ value: Int64) -> NumericalAnswer {
    let exact = Decimal64(mantissa: value, exponent: 0)
    return NumericalAnswer(low: exact, high: exact, value: exact)
  }

  private static func choices(_ texts: [String], right: Int) -> [Choice] {
    texts.enumerated().map { Choice(text: LocalizedText($1), fraction: $0 == right ? .one : .zero) }
  }
}
