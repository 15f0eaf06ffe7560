/// What stands in the answer area of one question: painted, written to the draft log, not yet accepted.
public enum Draft: Equatable, Sendable {
  /// shortAnswer, numerical, spelling, essay.
  case text(LineEditor)
  /// choice: what is ticked (exam-file indices) and the row the cursor is on (row as shown).
  case choice(chosen: [Int], row: Int, multiple: Bool)
  /// trueFalse: what is chosen, and the row: 0 true, 1 false.
  case trueFalse(chosen: Bool?, row: Int)
  /// matching: the chosen right side of each pair, and the row.
  case matching(chosen: [Int?], row: Int)
  /// ordering: item indices in the candidate's order, the row, whether the item on it is picked up, whether it was
  /// touched at all (an untouched order is no answer).
  case ordering(order: [Int], row: Int, held: Bool, touched: Bool)
  /// cloze: what stands in each gap, and which gap the cursor is in.
  case cloze(gaps: [GapDraft], gap: Int)
  /// description: nothing to answer.
  case none

  /// What stands in one gap.
  public enum GapDraft: Equatable, Sendable {
    case text(LineEditor)
    /// The chosen index, and how many there are.
    case choice(Int?, count: Int)

    /// Whether nothing stands in it.
    var isEmpty: Bool {
      switch self {
      case .text(let editor): editor.isEmpty
      case .choice(let index, _): index == nil
      }
    }
  }

  /// The most characters an answer of one line may have.
  public static let lineLimit = 500
  /// The most characters an essay may have.
  public static let essayLimit = 20_000

  /// The empty draft of `slot`, or the one that shows `response`.
  public init(slot: Slot, response: Response? = nil) {
    switch slot.question.kind {
    case .shortAnswer, .numerical, .spelling:
      self = .text(LineEditor(Draft.text(of: response), limit: Draft.lineLimit))
    case .essay:
      self = .text(LineEditor(Draft.text(of: response), limit: Draft.essayLimit, isMultiline: true))
    case .choice(let choices, let multiple):
      var chosen: [Int] = []
      if case .choice(let indices)? = response { chosen = indices.filter(choices.indices.contains) }
      self = .choice(chosen: chosen, row: Draft.row(of: chosen.first, in: slot.order), multiple: multiple)
    case .trueFalse:
      var chosen: Bool?
      if case .trueFalse(let value)? = response { chosen = value }
      self = .trueFalse(chosen: chosen, row: chosen == false ? 1 : 0)
    case .matching(let pairs, let distractors):
      var chosen = [Int?](repeating: nil, count: pairs.count)
      if case .matching(let rights)? = response, rights.count == pairs.count {
        chosen = rights.map { right in
          right.flatMap { (0..<pairs.count + distractors.count).contains($0) ? $0 : nil }
        }
      }
      self = .matching(chosen: chosen, row: 0)
    case .ordering(let items):
      var order = slot.order.count == items.count ? slot.order : Array(items.indices)
      var touched = false
      if case .ordering(let given)? = response, given.sorted() == Array(items.indices) {
        order = given
        touched = true
      }
      self = .ordering(order: order, row: 0, held: false, touched: touched)
    case .cloze(_, let gaps):
      var given: [Response.GapResponse] = []
      if case .cloze(let responses)? = response, responses.count == gaps.count { given = responses }
      let drafts = gaps.indices.map { index in
        Draft.gap(gaps[index], given: given.isEmpty ? nil : given[index])
      }
      self = .cloze(gaps: drafts, gap: 0)
    case .description:
      self = .none
    }
  }

  /// The draft as a response; `nil` where there is nothing to answer or nothing was touched.
  public var response: Response? {
    switch self {
    case .text(let editor): .text(editor.text)
    case .choice(let chosen, _, _): .choice(chosen.sorted())
    case .trueFalse(let chosen, _): chosen.map { .trueFalse($0) }
    case .matching(let chosen, _): .matching(chosen)
    case .ordering(let order, _, _, let touched): touched ? .ordering(order) : nil
    case .cloze(let gaps, _):
      .cloze(
        gaps.map { gap in
          switch gap {
          case .text(let editor): .text(editor.text)
          case .choice(let index, _): .choice(index)
          }
        })
    case .none: nil
    }
  }

  /// Whether nothing stands there.
  public var isEmpty: Bool { response?.isEmpty ?? true }

  /// How many of its pairs or gaps are empty, of how many; `nil`: none is, or it has none.
  var blanks: (empty: Int, all: Int)? {
    let (empty, all): (Int, Int)
    switch self {
    case .matching(let chosen, _): (empty, all) = (chosen.count { $0 == nil }, chosen.count)
    case .cloze(let gaps, _): (empty, all) = (gaps.count { $0.isEmpty }, gaps.count)
    case .text, .choice, .trueFalse, .ordering, .none: return nil
    }
    return empty > 0 ? (empty, all) : nil
  }

  /// The line editor that typing goes to, where there is one.
  public var editor: LineEditor? {
    switch self {
    case .text(let editor): return editor
    case .cloze(let gaps, let gap):
      guard gaps.indices.contains(gap), case .text(let editor) = gaps[gap] else { return nil }
      return editor
    case .choice, .trueFalse, .matching, .ordering, .none: return nil
    }
  }

  /// Whether there is such an editor.
  var takesText: Bool {
    switch self {
    case .text: return true
    case .cloze: return editor != nil
    case .choice, .trueFalse, .matching, .ordering, .none: return false
    }
  }

  /// Whether it is one line of text and nothing else.
  var isLine: Bool {
    if case .text(let editor) = self { return !editor.isMultiline }
    return false
  }

  /// Changes the line editor that typing goes to. Returns whether there was one.
  public mutating func edit(_ change: (inout LineEditor) -> Void) -> Bool {
    switch self {
    case .text(var editor):
      self = .none
      change(&editor)
      self = .text(editor)
      return true
    case .cloze(var gaps, let gap):
      guard gaps.indices.contains(gap), case .text(var editor) = gaps[gap] else { return false }
      change(&editor)
      gaps[gap] = .text(editor)
      self = .cloze(gaps: gaps, gap: gap)
      return true
    case .choice, .trueFalse, .matching, .ordering, .none: return false
    }
  }

  private static func text(of response: Response?) -> String {
    if case .text(let text)? = response { return text }
    return ""
  }

  private static func row(of index: Int?, in order: [Int]) -> Int {
    index.flatMap { order.firstIndex(of: $0) ?? $0 } ?? 0
  }

  private static func gap(_ gap: Gap, given: Response.GapResponse?) -> GapDraft {
    switch gap.kind {
    case .answers, .numbers:
      var text = ""
      if case .text(let typed)? = given { text = typed }
      return .text(LineEditor(text, limit: lineLimit))
    case .choices(let choices):
      var chosen: Int?
      if case .choice(let index)? = given { chosen = index.flatMap { choices.indices.contains($0) ? $0 : nil } }
      return .choice(chosen, count: choices.count)
    }
  }
}
