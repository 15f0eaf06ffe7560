import KioskCore

/// Exams for scripted sittings: one question of each type, and a bee.
public enum SampleExam {
  /// One question of each type, ten minutes, free to move, verdict at the end.
  public static var everyType: Exam { exam(navigation: .free, verdict: .end) }

  /// The same with other rules.
  public static func exam(
    navigation: Exam.Navigation, verdict: Exam.Verdict, minutes: Int? = 10, report: Exam.Report = .full,
    questions: [Question]? = nil, policy: ExamPolicy = .standard
  ) -> Exam {
    Exam(
      id: "sample", title: LocalizedText("Geography"), language: "en", minutes: minutes, shuffle: false,
      shuffleChoices: false, navigation: navigation, draw: nil, verdict: verdict, report: report, policy: policy,
      questions: questions ?? self.questions)
  }

  /// The same, with an essay that grants `features` in a test.
  public static func granting(
    _ features: [HelpFeature], language: String? = nil, policy: ExamPolicy = .standard
  ) -> Exam {
    exam(
      navigation: .free, verdict: .end,
      questions: questions.map { question in
        guard case .essay = question.kind else { return question }
        return Question(
          id: question.id, prompt: question.prompt, points: question.points, topic: question.topic,
          level: question.level, feedback: question.feedback, grants: features, language: language,
          kind: question.kind)
      }, policy: policy)
  }

  /// The place of each type in `questions`.
  public enum Place: Int, CaseIterable, Sendable {
    case description, shortAnswer, choice, multiple, trueFalse, numerical, matching, ordering, cloze, essay, spelling
  }

  /// One question of each type.
  public static var questions: [Question] {
    [
      question("d1", "Read each question twice. Nothing here is timed by the second.", points: .zero, .description),
      question(
        "sa1", "Which strait separates Europe from Africa at its narrowest?", topic: "Europe",
        .shortAnswer(answers: [TextAnswer(text: LocalizedText("Strait of Gibraltar"))], marking: .standard)),
      question(
        "mc1", "Which of these capitals lies furthest north?", topic: "Europe",
        .choice(choices: choices(["Oslo": false, "Reykjavík": true, "Helsinki": false]), multiple: false)),
      question(
        "mc2", "Which of these countries have no coast on the sea?", points: Points(hundredThousandths: 200_000),
        .choice(
          choices: choices(["Bolivia": true, "Ecuador": false, "Laos": true, "Cambodia": false]), multiple: true)),
      question(
        "tf1", "The Nile flows from south to north.", topic: "Africa",
        .trueFalse(answer: true, feedbackTrue: nil, feedbackFalse: LocalizedText("It ends in the Mediterranean."))),
      question(
        "num1", "How many degrees of latitude lie between the two tropics? (to the nearest degree)",
        .numerical(
          answers: [
            NumericalAnswer(
              low: Decimal64(mantissa: 465, exponent: -1), high: Decimal64(mantissa: 475, exponent: -1),
              value: Decimal64(mantissa: 47, exponent: 0))
          ], unit: LocalizedText("degrees"))),
      question(
        "ma1", "Match each river with the sea it ends in.",
        .matching(
          pairs: [
            pair("Danube", "Black Sea"), pair("Volga", "Caspian Sea"), pair("Rhône", "Mediterranean Sea"),
          ], distractors: [LocalizedText("Baltic Sea")])),
      question(
        "or1", "From west to east:",
        .ordering(items: ["Lisbon", "Paris", "Vienna", "Kyiv"].map { LocalizedText($0) })),
      question(
        "cl1", "",
        .cloze(
          text: LocalizedText("The longest river of {{continent}} is the {{river}}, and most of it lies in Brazil."),
          gaps: [
            Gap(name: "continent", kind: .choices(choices(["South America": true, "Asia": false]))),
            Gap(name: "river", kind: .answers([TextAnswer(text: LocalizedText("Amazon"))])),
          ])),
      question(
        "es1", "In a few lines: why do many capitals stand on rivers?", points: Points(hundredThousandths: 300_000),
        .essay(words: 120)),
      question(
        "sp1", "", level: 3,
        .spelling(
          Spelling(
            word: "archipelago", definition: LocalizedText("A group of many islands."),
            sentence: LocalizedText("The ferry crossed the archipelago in a day."), origin: LocalizedText("Italian"),
            partOfSpeech: LocalizedText("noun")))),
    ]
  }

  /// As many short questions as wanted.
  public static func shortQuestions(_ count: Int) -> [Question] {
    (0..<count).map { number in
      question(
        "q\(number)", "What is the capital of country number \(number + 1)?",
        .shortAnswer(answers: [TextAnswer(text: LocalizedText("city \(number + 1)"))], marking: .standard))
    }
  }

  private static func question(
    _ id: String, _ prompt: String, topic: String? = nil, level: Int? = nil, points: Points = .one,
    _ kind: Question.Kind
  ) -> Question {
    Question(
      id: id, prompt: LocalizedText(prompt), points: points, topic: topic.map { LocalizedText($0) }, level: level,
      kind: kind)
  }

  private static func choices(_ list: KeyValuePairs<String, Bool>) -> [Choice] {
    let right = list.reduce(0) { $0 + ($1.value ? 1 : 0) }
    return list.map {
      Choice(text: LocalizedText($0.key), fraction: $0.value ? Fraction(raw: Int32(100_000 / max(1, right))) : .zero)
    }
  }

  private static func pair(_ left: String, _ right: String) -> Pair {
    Pair(left: LocalizedText(left), right: LocalizedText(right))
  }
}
