import KioskCore

/// What practice offers: suggestions, spell check, look-up. Nothing is loaded before the gate has said yes.
///
/// Real dictionaries and a spell checker live in a process of their own; this is the seam they will be behind.
final class Assistant {
  private let assets: String?
  private var exam: Exam?
  private var vocabulary: Vocabulary?
  /// The exam it was made of; empty: none, but the gazetteer alone.
  private var vocabularyOf = ""
  private var gazetteer: Gazetteer?
  private var hasLookedForGazetteer = false

  init(assets: String?) { self.assets = assets }

  /// An exam was opened: its words are what is offered.
  func know(_ exam: Exam) {
    self.exam = exam
    vocabulary = nil
  }

  /// A test begins, in which hardly anything is offered: its own words are enough, and the rest need not be kept.
  func forget() { exam = nil }

  /// What practice offers for `text`.
  func assist(_ state: SittingState, slot: Int, text: String) -> Sitting.Assistance {
    var offer = Sitting.Assistance()
    guard let vocabulary = vocabulary(state) else { return offer }
    if state.allows(.suggestions) { offer.suggestions = vocabulary.suggestions(for: text) }
    if state.allows(.spellCheck), offer.suggestions.isEmpty { offer.misspelt = vocabulary.isMisspelt(text) }
    return offer
  }

  /// What is known of `text`, in lines.
  func lookUp(_ state: SittingState, _ text: String) -> [String] {
    guard state.allows(.lookUp) else { return [] }
    if case .spelling(let spelling)? = state.sitting?.slot?.question.kind, text == spelling.word || text.isEmpty {
      return Assistant.lines(on: spelling, state.sitting?.attempt.exam.language ?? "en")
    }
    guard let gazetteer = loadGazetteer() else { return ["No gazetteer is installed."] }
    return Assistant.lines(on: text, gazetteer)
  }

  private func vocabulary(_ state: SittingState) -> Vocabulary? {
    let exam = state.sitting?.attempt.exam
    if let vocabulary, vocabularyOf == exam?.id ?? "" { return vocabulary }
    let isSpelling = exam?.questions.contains { if case .spelling = $0.kind { true } else { false } } ?? false
    let places = isSpelling ? [] : loadGazetteer()?.places.flatMap { [$0.name] + $0.also + [$0.capital] } ?? []
    let made = Vocabulary((exam.map { self.exam ?? $0 }?.vocabulary ?? Assistant.ordinaryWords) + places)
    vocabulary = made
    vocabularyOf = exam?.id ?? ""
    return made
  }

  /// What a demonstration's spell check knows beside the names of countries: an exam brings words of its own.
  private static let ordinaryWords = ["the capital of is a country in and city north south east west river sea"]

  private func loadGazetteer() -> Gazetteer? {
    guard !hasLookedForGazetteer, let assets else { return gazetteer }
    hasLookedForGazetteer = true
    guard let bytes = try? Files.contents(assets + "/gazetteer/world.json") else { return nil }
    gazetteer = Gazetteer(bytes)
    return gazetteer
  }

  private static func lines(on text: String, _ gazetteer: Gazetteer) -> [String] {
    switch gazetteer.lookUp(text) {
    case .found(let places):
      return places.flatMap { place in
        [
          place.also.isEmpty ? place.name : "\(place.name) (\(place.also.joined(separator: ", ")))",
          "Capital: \(place.capital)", "Continent: \(place.continent)",
          place.neighbours.isEmpty
            ? "No neighbours by land" : "Neighbours: \(place.neighbours.joined(separator: ", "))",
          "",
        ]
      }.dropLast()
    case .near(let names):
      return names.isEmpty ? ["Nothing found."] : ["Nothing found. Did you mean: \(names.joined(separator: ", "))?"]
    }
  }

  private static func lines(on spelling: Spelling, _ language: String) -> [String] {
    var lines = [spelling.word]
    if let part = spelling.partOfSpeech { lines[0] += ", " + part.text(in: language) }
    if let pronunciation = spelling.pronunciation { lines.append("/\(pronunciation)/") }
    lines.append(spelling.definition.text(in: language))
    lines.append(spelling.sentence.text(in: language))
    if let origin = spelling.origin { lines.append("Origin: " + origin.text(in: language)) }
    return lines
  }
}
