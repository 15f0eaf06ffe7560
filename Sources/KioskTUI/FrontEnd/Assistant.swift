import KioskCore
import KioskPage

/// What the front end itself knows for the helps of a practice: the names to offer, and what can be looked up of places and
/// of the words of a spelling test. Nothing is loaded before the gate has said yes. The rest is the helps' process's.
final class Assistant {
  private let assets: String?
  private var exam: Exam?
  private var gazetteer: Gazetteer?
  private var hasLookedForGazetteer = false

  init(assets: String?) { self.assets = assets }

  /// An exam was opened: its words are what is offered.
  func know(_ exam: Exam) {
    self.exam = exam
  }

  /// A test begins, in which hardly anything is offered: its own words are enough, and the rest need not be kept.
  func forget() { exam = nil }

  /// The names that practice offers: what right answers of the exam are called and, but for a spelling test, the places of
  /// the gazetteer. None in a test, whose answers they would give away.
  func names(_ state: SittingState) -> [String] {
    guard state.sitting?.isTest != true else { return [] }
    let exam = state.sitting?.attempt.exam
    let isSpelling = exam?.hasWordsToSpell ?? false
    let places = isSpelling ? [] : loadGazetteer()?.places.flatMap { [$0.name] + $0.also + [$0.capital] } ?? []
    return (exam.map { self.exam ?? $0 }?.vocabulary ?? []) + places
  }

  /// What the exam itself and the gazetteer know of `word`; the dictionaries are not here.
  func lookUp(_ state: SittingState, _ word: String) -> [PageLine] {
    guard state.allows(.lookUp) else { return [] }
    var lines: [PageLine] = []
    if let sitting = state.sitting, !sitting.isTest, let spelling = sitting.spelling(word) {
      lines += OwnDictionary.lines(on: spelling, sitting.attempt.exam.language)
    }
    guard let gazetteer = loadGazetteer() else {
      return lines + [PageLine(.note, "The gazetteer is not installed: run make install.")]
    }
    return lines + OwnDictionary.lines(on: word, gazetteer)
  }

  private func loadGazetteer() -> Gazetteer? {
    guard !hasLookedForGazetteer, let assets else { return gazetteer }
    hasLookedForGazetteer = true
    guard let bytes = try? Files.contents(assets + "/gazetteer/world.json") else { return nil }
    gazetteer = Gazetteer(bytes)
    return gazetteer
  }
}

extension Sitting {
  /// What the exam itself has of a word that it asks for.
  fileprivate func spelling(_ word: String) -> Spelling? {
    let wanted = word.lowercased()
    for slot in attempt.slots {
      if case .spelling(let spelling) = slot.question.kind, spelling.word.lowercased() == wanted { return spelling }
    }
    return nil
  }
}
