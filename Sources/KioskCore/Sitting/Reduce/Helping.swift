import KioskWords

/// The helps in a process of their own: wanted, asked, and what they answer. The gate has been asked before each question,
/// and is asked again before an answer counts.
extension SittingState {
  // MARK: - Wanted and left

  /// Question `index` is in front: the guardian starts what is allowed here, and ends it where nothing is.
  mutating func wantHelps(at index: Int, _ step: inout Reduction) {
    guard let sitting, !sitting.isTest || sitting.grantsAnything else { return }
    let language = sitting.attempt.slots[index].question.language ?? sitting.attempt.exam.language
    step.effects.append(.openHelps(slot: index, language: language))
    assist(&step)
  }

  /// No question is in front. In a practice they stay for the next one; in a test they do not.
  mutating func leaveHelps(_ step: inout Reduction) {
    guard sitting?.isTest == true, sitting?.grantsAnything == true else { return }
    step.effects.append(.closeHelps)
    sitting?.assistance = Sitting.Assistance()
  }

  /// What the helps can do with is over.
  mutating func closeHelps(_ step: inout Reduction) {
    if helps != .none { step.effects.append(.closeHelps) }
    helps = .none
  }

  mutating func hearHelps(_ report: HelpsReport, _ step: inout Reduction) {
    let was = helps
    helps = report
    if report == .none {
      // The gate has shut: what it let through goes too.
      if case .near? = belowHelp {
        overlay = nil
        helpOver = nil
      }
      sitting?.assistance = Sitting.Assistance()
    }
    followHelps(&step)
    guard stage == .question, let sitting else { return }
    if case .ready = report, was == .starting {
      // What was asked of those that are no more, or before there were any, was never answered.
      self.sitting?.assistance = Sitting.Assistance()
      assist(&step)
    }
    guard !report.missing.isEmpty, !sitting.toldOfHelps, banner == nil else { return }
    self.sitting?.toldOfHelps = true
    banner = Banner(report.missing.joined(separator: "; "), tone: .notice, at: step.now)
  }

  // MARK: - While typing

  /// Asks what there is to say of the text in front; in a test the gate has shut before the question arises.
  mutating func assist(_ step: inout Reduction) {
    // In a test there is mostly nothing to ask the gate about.
    if sitting?.isTest == true, sitting?.grantsNothing == true { return }
    guard let index = sitting?.current, sitting?.isClosed == false, sitting?.takesWords == true,
      let editor = sitting?.entry?.draft.editor
    else { return }
    let suggests = allows(.suggestions)
    let spells = allows(.spellCheck)
    guard suggests || spells, var assistance = sitting?.assistance else { return }
    ask(about: editor, suggests, spells, slot: index, &assistance, &step)
    sitting?.assistance = assistance
  }

  /// The same for a demonstration's field.
  mutating func assistDemo(_ step: inout Reduction) {
    guard let editor = demo?.field, var assistance = demo?.assistance else { return }
    if helps == .none { step.effects.append(.openHelps(slot: 0, language: "en")) }
    ask(about: editor, allows(.suggestions), allows(.spellCheck), slot: 0, &assistance, &step)
    demo?.assistance = assistance
  }

  private mutating func ask(
    about editor: LineEditor, _ suggests: Bool, _ spells: Bool, slot: Int, _ assistance: inout Sitting.Assistance,
    _ step: inout Reduction
  ) {
    let caret = editor.caret
    assistance.follow(editor.text, caret: caret)
    assistance.awaited = 0
    if suggests, !editor.isEmpty {
      let from = max(0, caret - 4 * TextWords.longest)
      let before = String(TextWords.window(editor.text, from..<caret).text)
      assistance.awaited = ask(.suggest(before), slot: slot, &step)
    }
    if spells {
      let words = assistance.newWords(of: editor.text, around: caret)
      if !words.isEmpty { _ = ask(.check(words), slot: slot, &step) }
    }
  }

  private mutating func ask(_ question: HelpQuestion, slot: Int, _ step: inout Reduction) -> Int {
    helpNumber += 1
    step.effects.append(.askHelps(slot: slot, HelpRequest(number: helpNumber, question)))
    return helpNumber
  }

  /// An answer. One to a text that has changed since, or to a question that is not in front any more, is dropped.
  mutating func hearAnswer(_ answer: HelpAnswer, _ step: inout Reduction) {
    guard let feature = answer.feature, allows(feature) else { return }
    switch answer {
    case .ready, .missing: break
    case .defined(let number, _, let lines, let near): defined(lines, near: near, number: number)
    case .near(let number, let spellings):
      guard case .near(var near)? = belowHelp, near.number == number else { return }
      near.take(spellings)
      belowHelp = .near(near)
    case .misspelt, .suggestions:
      if stage == .demo {
        guard var assistance = demo?.assistance else { return }
        if assistance.take(answer, caret: demo?.field.caret ?? 0) { demonstrate(.assisted(assistance), &step) }
      } else {
        let caret = sitting?.entry?.draft.editor?.caret ?? 0
        _ = sitting?.assistance.take(answer, caret: caret)
      }
    }
  }

  // MARK: - Near spellings

  /// F8: what may have been meant by the misspelt word at the caret, before it, or anywhere.
  mutating func openNear(_ step: inout Reduction) {
    guard stage == .question, let index = sitting?.current else { return }
    guard allows(.spellCheck) else {
      withhold(.spellCheck, &step)
      return
    }
    guard sitting?.isClosed == false, let editor = sitting?.entry?.draft.editor, let assistance = sitting?.assistance
    else { return }
    let caret = editor.caret
    // What is marked comes before a word that is still being typed.
    var words = assistance.marked(in: editor.text, caret: caret)
    if words.isEmpty { words = assistance.marked(in: editor.text, caret: -1) }
    guard let range = words.last(where: { $0.lowerBound <= caret }) ?? words.first else {
      sitting?.notice = "No word here is misspelt."
      return
    }
    let word = TextWords.slice(editor.text, range)
    let number = ask(.near(word), slot: index, &step)
    overlay = .near(
      NearSpellings(word: word, range: range, number: number, mayBeAdded: sitting?.isTest == false))
    record(.helped(.spellCheck), slot: index, &step)
  }

  mutating func takeNearPress(_ press: Press, _ shown: NearSpellings, _ step: inout Reduction) {
    var near = shown
    switch press {
    case .moved(.up), .focusMoved(forward: false): near.move(by: -1)
    case .moved(.down), .focusMoved(forward: true): near.move(by: 1)
    case .action(.spelling):
      overlay = nil
      return
    case .enter:
      overlay = nil
      let spellings = near.spellings ?? []
      if spellings.indices.contains(near.row) {
        replace(near.range, of: near.word, with: spellings[near.row], &step)
      } else if near.mayBeAdded, near.row == spellings.count, allows(.spellCheck) {
        sitting?.assistance.misspelt.remove(near.word)
        sitting?.notice = "“\(near.word)” is one of your words now."
        step.effects.append(.addWord(near.word))
      }
      return
    case .typed, .pasted, .edited, .moved, .action: break
    }
    overlay = .near(near)
  }

  private mutating func replace(_ range: Range<Int>, of word: String, with spelling: String, _ step: inout Reduction) {
    change(&step) { draft in
      draft.edit { editor in
        // What stands there may have been brought back from a draft meanwhile.
        guard TextWords.slice(editor.text, range) == word else { return }
        let caret = editor.caret
        let growth = spelling.utf8.count - range.count
        editor.replace(range, by: spelling)
        if caret >= range.upperBound { editor.move(to: caret + growth) }
      }
    }
  }
}

extension Sitting.Assistance {
  /// Takes an answer in; whether it is about the text as it is now.
  mutating func take(_ answer: HelpAnswer, caret: Int) -> Bool {
    switch answer {
    case .misspelt(_, let words):
      // A word is right or wrong whatever was typed since.
      for word in words where checked.contains(word) { misspelt.insert(word) }
      return !words.isEmpty
    case .suggestions(let number, let taken, let words):
      guard number == awaited, taken <= caret else { return false }
      awaited = 0
      suggestions = Array(words.prefix(Suggestions.most))
      self.taken = taken
      place = caret
      goesNowhere = words.isEmpty
      return true
    case .ready, .missing, .near, .defined: return false
    }
  }
}

extension Sitting {
  /// Whether words are typed into the question in front: a number has none.
  var takesWords: Bool {
    guard attempt.slots.indices.contains(current) else { return false }
    if case .numerical = attempt.slots[current].question.kind { return false }
    return entries[current].draft.takesText
  }

  /// Whether any question of it grants a help.
  var grantsAnything: Bool { attempt.slots.contains { !$0.question.grants.isEmpty } }
}
