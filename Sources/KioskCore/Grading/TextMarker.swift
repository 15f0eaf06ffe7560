/// Marking of what is typed: short answers, words to spell, numbers.
extension Marker {
  /// A listed answer that matched.
  struct Match {
    let answer: TextAnswer
    let wording: String
    let inCapitals: Bool
  }

  static func markText(_ text: String, _ answers: [TextAnswer], _ rules: Normalisation, _ points: Points) -> Mark {
    let normalised = rules.form(of: text)
    guard let match = bestMatch(text, answers, rules) else {
      return Mark(.zero, of: points, normalised: normalised, rule: "no listed answer")
    }
    let overlooked = overlooked(text, match, rules)
    let kind = match.wording.contains("*") ? "listed answer with *" : "listed answer"
    let rule = overlooked.isEmpty ? kind : "\(kind), \(overlooked.joined(separator: " and ")) overlooked"
    return Mark(
      match.answer.fraction, of: points, normalised: normalised, rule: rule, matchedAnswer: match.wording,
      feedback: match.answer.feedback)
  }

  /// The matching answer that earns most.
  static func bestMatch(_ text: String, _ answers: [TextAnswer], _ rules: Normalisation) -> Match? {
    let response = rules.scalars(of: text)
    if response.isEmpty { return nil }
    let exact = rules.marking.letterCase == .ignore ? rules.overlookingCase(false) : nil
    let asTyped = exact.map { $0.scalars(of: text) } ?? []
    var best: Match?
    for answer in answers where best.map({ answer.fraction > $0.answer.fraction }) ?? true {
      for wording in answer.text.all {
        if TextPattern(wording, rules).matches(response) {
          best = Match(answer: answer, wording: wording, inCapitals: false)
          break
        }
        if let exact, TextPattern(wording, exact).matchesCapitals(asTyped) {
          best = Match(answer: answer, wording: wording, inCapitals: true)
          break
        }
      }
    }
    return best
  }

  /// The switches without which the answer would not have matched.
  private static func overlooked(_ text: String, _ match: Match, _ rules: Normalisation) -> [String] {
    if match.inCapitals { return ["case"] }
    let marking = rules.marking
    var words: [String] = []
    func matters(_ marking: TextMarking) -> Bool {
      let strict = Normalisation(marking: marking, language: rules.language)
      return !TextPattern(match.wording, strict).matches(strict.scalars(of: text))
    }
    if marking.letterCase == .ignore, matters(marking.with(letterCase: .exact)) { words.append("case") }
    if marking.accents == .ignore, matters(marking.with(accents: .exact)) { words.append("accents") }
    if marking.punctuation == .ignore, matters(marking.with(punctuation: .exact)) { words.append("punctuation") }
    if marking.article == .ignore, matters(marking.with(article: .exact)) { words.append("the article") }
    return words
  }

  static func markSpelling(_ text: String, _ spelling: Spelling, _ language: String, _ points: Points) -> Mark {
    let rules = Normalisation(marking: .standard, language: language)
    let normalised = rules.form(of: text)
    // A word to spell is no pattern.
    let literal = String(spelling.word.flatMap { $0 == "*" ? ["\\", "*"] : [$0] })
    let answer = TextAnswer(text: LocalizedText(literal))
    let right = bestMatch(text, [answer], rules) != nil
    return Mark(
      right ? .one : .zero, of: points, normalised: normalised, rule: right ? "spelt right" : "not the word",
      matchedAnswer: right ? spelling.word : nil)
  }

  static func markNumber(
    _ text: String, _ answers: [NumericalAnswer], _ unit: LocalizedText?, _ language: String, _ points: Points
  ) -> Mark {
    guard let number = NumberReading.number(in: text, units: unit?.all ?? [], language: language) else {
      return Mark(.zero, of: points, rule: "not a number")
    }
    guard let best = bestRange(number, answers) else {
      return Mark(.zero, of: points, normalised: number.decimal, rule: "outside every listed range")
    }
    let rule =
      best.low == best.high ? "exactly \(best.low.decimal)" : "from \(best.low.decimal) to \(best.high.decimal)"
    return Mark(
      best.fraction, of: points, normalised: number.decimal, rule: rule, matchedAnswer: best.value?.decimal ?? rule,
      feedback: best.feedback)
  }

  /// The range around `number` that earns most.
  static func bestRange(_ number: Decimal64, _ answers: [NumericalAnswer]) -> NumericalAnswer? {
    var best: NumericalAnswer?
    for answer in answers where answer.low <= number && number <= answer.high {
      if best.map({ answer.fraction > $0.fraction }) ?? true { best = answer }
    }
    return best
  }
}

extension Normalisation {
  /// The same rules with case overlooked or not.
  func overlookingCase(_ overlooks: Bool) -> Normalisation {
    Normalisation(marking: marking.with(letterCase: overlooks ? .ignore : .exact), language: language)
  }
}

extension TextMarking {
  /// The same switches but for those given.
  func with(
    letterCase: Strictness? = nil, accents: Strictness? = nil, punctuation: Strictness? = nil,
    article: Strictness? = nil
  ) -> TextMarking {
    TextMarking(
      letterCase: letterCase ?? self.letterCase, accents: accents ?? self.accents,
      punctuation: punctuation ?? self.punctuation, article: article ?? self.article)
  }
}
