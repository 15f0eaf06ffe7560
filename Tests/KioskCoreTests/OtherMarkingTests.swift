import Testing

@testable import KioskCore

private func question(_ kind: Question.Kind, points: Int64 = 1) -> Question {
  Question(id: "q", prompt: LocalizedText("?"), points: Points(hundredThousandths: points * 100_000), kind: kind)
}

private func choices(_ weights: Int32...) -> [Choice] {
  weights.enumerated().map { Choice(text: LocalizedText("\($0)"), fraction: Fraction(raw: $1)) }
}

@Test func aSingleChoiceEarnsItsWeightAndNeverLessThanNothing() {
  let one = question(.choice(choices: choices(0, 100_000, 50_000, -50_000), multiple: false), points: 2)
  let points = [0, 1, 2, 3].map { Marker.mark(one, .choice([$0])).points?.decimal }
  #expect(points == ["0", "2", "1", "0"])
  #expect(Marker.mark(one, .choice([0, 1])).outcome == .wrong)
  #expect(Marker.mark(one, .choice([9])).outcome == .wrong)
  #expect(Marker.mark(one, .choice([])).outcome == .unanswered)
}

@Test func severalChoicesAddUpBetweenNothingAndEverything() {
  let some = question(.choice(choices: choices(50_000, -50_000, 50_000, -50_000), multiple: true), points: 2)
  let mark = { (chosen: [Int]) in Marker.mark(some, .choice(chosen)).points?.decimal }
  #expect(
    mark([0, 2]) == "2" && mark([0]) == "1" && mark([0, 1]) == "0" && mark([0, 1, 2]) == "1" && mark([1, 3]) == "0")
}

@Test func threeThirdsAreTheWhole() {
  let thirds = question(.choice(choices: choices(33_333, 33_333, 33_333, -100_000), multiple: true))
  #expect(Marker.mark(thirds, .choice([0, 1, 2])).points == .one)
  #expect(Marker.mark(thirds, .choice([0, 1])).points?.decimal == "0.66666")
}

@Test func trueOrFalseSaysWhatTheFileSaysOfTheAnswerGiven() {
  let flag = question(.trueFalse(answer: true, feedbackTrue: nil, feedbackFalse: LocalizedText("No.")))
  #expect(Marker.mark(flag, .trueFalse(true)).outcome == .right)
  let wrong = Marker.mark(flag, .trueFalse(false))
  #expect(wrong.outcome == .wrong && wrong.feedback == LocalizedText("No."))
}

@Test func matchingEarnsTheShareOfRightPairs() {
  let pair = { (left: String, right: String) in Pair(left: LocalizedText(left), right: LocalizedText(right)) }
  let pairs = [pair("Danube", "Black Sea"), pair("Volga", "Caspian Sea"), pair("Dnipro", "Black Sea")]
  let seas = question(.matching(pairs: pairs, distractors: [LocalizedText("Baltic Sea")]))
  #expect(Marker.mark(seas, .matching([0, 1, 0])).outcome == .right)
  #expect(Marker.mark(seas, .matching([2, 1, 2])).outcome == .right)
  #expect(Marker.mark(seas, .matching([0, 3, nil])).rule == "1 of 3 pairs")
  #expect(Marker.mark(seas, .matching([0, 1])).points?.decimal == "0.66667")
  #expect(Marker.mark(seas, .matching([nil, nil, nil])).outcome == .unanswered)
  #expect(Marker.mark(seas, .matching([9, -1, 3])).outcome == .wrong)
}

@Test func orderingEarnsTheShareOfNeighboursInTheRightOrder() {
  let items = question(.ordering(items: ["a", "b", "c", "d"].map { LocalizedText($0) }), points: 3)
  let mark = { (order: [Int]) in Marker.mark(items, .ordering(order)).points?.decimal }
  #expect(
    mark([0, 1, 2, 3]) == "3" && mark([3, 0, 1, 2]) == "2" && mark([1, 0, 3, 2]) == "0" && mark([2, 3, 0, 1]) == "2")
  #expect(mark([0, 1, 2]) == "0" && mark([0, 0, 1, 2]) == "0" && mark([0, 1, 2, 9]) == "0")
}

@Test func everyGapWeighsTheSame() {
  let gaps = [
    Gap(name: "a", kind: .answers([TextAnswer(text: LocalizedText("Amazon"))])),
    Gap(name: "b", kind: .choices(choices(100_000, 50_000, -100_000))),
  ]
  let text = question(.cloze(text: LocalizedText("{{a}} {{b}}"), gaps: gaps), points: 2)
  let mark = { (filled: Response.GapResponse...) in Marker.mark(text, .cloze(filled)).points?.decimal }
  #expect(mark(.text("amazon "), .choice(0)) == "2" && mark(.text("Nile"), .choice(1)) == "0.5")
  #expect(mark(.text(""), .choice(2)) == "0" && mark(.text("amazon")) == "1" && mark(.choice(0), .text("x")) == "0")
  #expect(Marker.mark(text, .cloze([.text(" "), .choice(nil)])).outcome == .unanswered)
}

@Test func anEssayWaitsUntilSomebodyMarksIt() {
  let essay = question(.essay(words: 100), points: 3)
  let mark = Marker.mark(essay, .text("Rivers carry goods."))
  #expect(mark.outcome == .pending && mark.points == nil)
  let given = mark.givenByHand(Points(hundredThousandths: 250_000))
  #expect(given.outcome == .partly && given.points?.decimal == "2.5" && given.rule == "marked by hand")
  #expect(mark.givenByHand(Points(hundredThousandths: 900_000)).points == essay.points)
  #expect(Marker.mark(essay, nil).points == .zero)
}

@Test func aResponseOfTheWrongTypeEarnsNothing() {
  #expect(Marker.mark(question(.essay(words: nil)), .trueFalse(true)).outcome == .wrong)
  #expect(Marker.mark(question(.ordering(items: [])), .ordering([])).outcome == .unanswered)
  #expect(Marker.mark(question(.description), .text("x")).outcome == .none)
}

@Test func aNumberAtTheEndOfAListedRangeIsInIt() throws {
  let low = try #require(Decimal64("4.5"))
  let high = try #require(Decimal64("5"))
  let range = question(.numerical(answers: [NumericalAnswer(low: low, high: high, value: nil)], unit: nil))
  for inside in ["4.5", "4.75", "5", "5.0"] {
    #expect(Marker.mark(range, .text(inside)).outcome == .right, "\(inside)")
  }
  for outside in ["4.49", "5.01"] { #expect(Marker.mark(range, .text(outside)).outcome == .wrong, "\(outside)") }
}
