import KioskCore
import KioskPage

/// What practice offers: suggestions, spell check, look-up. Nothing is loaded before the gate has said yes.
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

  /// What the exam itself and the gazetteer know of `word`; the dictionaries are not here.
  func lookUp(_ state: SittingState, _ word: String) -> [PageLine] {
    guard state.allows(.lookUp) else { return [] }
    var lines: [PageLine] = []
    if case .spelling(let spelling)? = state.sitting?.slot?.question.kind, word == spelling.word {
      lines += OwnDictionary.lines(on: spelling, state.sitting?.attempt.exam.language ?? "en")
    }
    guard let gazetteer = loadGazetteer() else {
      return lines + [PageLine(.note, "The gazetteer is not installed: run make install.")]
    }
    return lines + OwnDictionary.lines(on: word, gazetteer)
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
}
