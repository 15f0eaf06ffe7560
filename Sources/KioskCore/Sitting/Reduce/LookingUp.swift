import KioskPage
import KioskWords

/// Looking words up in practice.
extension SittingState {
  /// F2: the page, with what the candidate is likely to mean.
  mutating func openLookUp(_ step: inout Reduction) {
    guard stage == .question else { return }
    guard allows(.lookUp) else {
      withhold(.lookUp, &step)
      return
    }
    overlay = .lookUp(LookUp())
    if let index = sitting?.current { record(.helped(.lookUp), slot: index, &step) }
    let word = wordInFront
    if !word.isEmpty { lookUp(word, &step) }
  }

  /// What is looked up unasked: the word to be spelt, what stands in the answer, the word at the caret of a longer one;
  /// else what the question is about.
  private var wordInFront: String {
    guard let question = sitting?.slot?.question, let language = sitting?.attempt.exam.language else { return "" }
    // A test that grants the look-up does not give away what is to be spelt.
    if case .spelling(let spelling) = question.kind { return sitting?.isTest == true ? "" : spelling.word }
    if let editor = sitting?.entry?.draft.editor {
      let text = editor.isMultiline ? editor.wordAtCaret : trimmed(editor.text)
      if !text.isEmpty, text.count <= LookUp.longestWord { return text }
    }
    return question.topic?.text(in: language) ?? ""
  }

  // MARK: - Keys

  mutating func takeLookUpPress(_ press: Press, _ lookUp: LookUp, _ step: inout Reduction) {
    var page = lookUp
    page.layOut(columns: lookUpRoom.columns)
    switch press {
    case .enter: return follow(page, &step)
    case .action(.lookUp):
      overlay = nil
      return
    case .moved(.up): page.shown.scroll = scrolled(page, by: -1)
    case .moved(.down): page.shown.scroll = scrolled(page, by: 1)
    case .action(.previous): page.shown.scroll = scrolled(page, by: 1 - lookUpRoom.rows)
    case .action(.next): page.shown.scroll = scrolled(page, by: lookUpRoom.rows - 1)
    case .focusMoved(let forward): moveLink(&page, forward: forward)
    case .moved(.left), .moved(.right):
      if case .link = page.shown.focus {
        moveLink(&page, forward: press == .moved(.right))
      } else {
        edit(&page, press)
      }
    case .edited(.deleteBackward):
      if page.isFresh || page.shown.focus != .field || page.editor.isEmpty {
        if goBack(&page) { break }
        page.shown.focus = .field
        page.editor.clear()
        page.isFresh = false
      } else {
        edit(&page, press)
      }
    case .typed, .edited: edit(&page, press)
    case .pasted:
      guard allows(.paste) else { return withhold(.paste, &step) }
      edit(&page, press)
    case .action: break
    }
    overlay = .lookUp(page)
  }

  private mutating func edit(_ page: inout LookUp, _ press: Press) {
    if page.isFresh, case .insert? = TextChange(press) { page.editor.clear() }
    page.isFresh = false
    page.shown.focus = .field
    TextChange(press)?.apply(to: &page.editor)
  }

  /// Enter: the link in front, or what stands in the field.
  private mutating func follow(_ page: LookUp, _ step: inout Reduction) {
    switch page.shown.focus {
    case .field:
      let word = trimmed(page.editor.text)
      if !word.isEmpty { lookUp(word, &step) }
    case .link(let number):
      let links = page.layout(columns: lookUpRoom.columns).links
      if links.indices.contains(number) { lookUp(links[number].target, &step) }
    }
  }

  /// One page back: Backspace, and Esc as long as there is one. Returns whether there was.
  mutating func stepBackInLookUp() -> Bool {
    guard case .lookUp(var page)? = overlay, goBack(&page) else { return false }
    overlay = .lookUp(page)
    return true
  }

  private func goBack(_ page: inout LookUp) -> Bool {
    guard let last = page.trail.popLast() else { return false }
    page.shown = last
    page.editor = LineEditor(last.word, limit: LookUp.longestWord)
    page.isFresh = !last.word.isEmpty
    page.isWaiting = false
    return true
  }

  // MARK: - Asking and being answered

  private mutating func lookUp(_ word: String, _ step: inout Reduction) {
    guard case .lookUp(var page)? = overlay else { return }
    guard allows(.lookUp) else {
      overlay = nil
      withhold(.lookUp, &step)
      return
    }
    if !page.shown.word.isEmpty, page.shown.word != word {
      page.shown.set = nil
      page.trail.append(page.shown)
      if page.trail.count > LookUp.longestTrail { page.trail.removeFirst() }
    }
    page.shown = LookUp.Visit()
    page.shown.word = word
    page.editor = LineEditor(word, limit: LookUp.longestWord)
    page.isFresh = true
    page.isWaiting = true
    lookUps += 1
    page.number = lookUps
    overlay = .lookUp(page)
    step.effects.append(.lookUp(word, number: lookUps))
    askDictionaries(page, &step)
  }

  /// The dictionaries are the helps' process's; where there is none the page is done with what is known here.
  private func askDictionaries(_ page: LookUp, _ step: inout Reduction) {
    if case .absent = helps { return }
    guard let slot = sitting?.current else { return }
    step.effects.append(.askHelps(slot: slot, HelpRequest(number: page.number, .define(page.shown.word))))
  }

  /// The helps stand otherwise: what they were asked before is asked anew, is not answered any more, or is not allowed.
  mutating func followHelps(_ step: inout Reduction) {
    guard let page = lookUpPage else { return }
    guard allows(.lookUp) else {
      overlay = nil
      return
    }
    guard page.isWaiting else { return }
    switch helps {
    case .ready: askDictionaries(page, &step)
    case .absent(let why): lookedUp([PageLine(.note, why)], number: page.number, isLast: true)
    case .none, .starting: break
    }
  }

  /// What the dictionaries say: the end of the page.
  mutating func defined(_ lines: [String], near: [String], number: Int) {
    let told = lines.compactMap { PageLine(wire: $0) }
    lookedUp(told + (near.isEmpty ? [] : [.near(near)]), number: number, isLast: true)
  }

  /// What was found so far; where it is not the last, the dictionaries are still asked.
  mutating func lookedUp(_ lines: [PageLine], number: Int, isLast: Bool) {
    guard allows(.lookUp), var page = lookUpPage, page.number == number, page.isWaiting else { return }
    page.shown.lines += lines
    page.isWaiting = !isLast
    if isLast { page.shown.lines = SittingState.told(page.shown.lines, of: page.shown.word) }
    page.shown.set = nil
    page.layOut(columns: lookUpRoom.columns)
    lookUpPage = page
  }

  /// The page in front, or below the help.
  private var lookUpPage: LookUp? {
    get {
      if case .lookUp(let page)? = belowHelp { return page }
      return nil
    }
    set {
      guard let newValue else { return }
      belowHelp = .lookUp(newValue)
    }
  }

  /// Where nothing was found that is said first, then what may have been meant, all in one row; else what was found comes
  /// first, and what is missing here last.
  private static func told(_ lines: [PageLine], of word: String) -> [PageLine] {
    var near: [String] = []
    for link in lines.filter({ $0.kind == .near }).flatMap(\.links)
    where near.count < 6 && !near.contains(where: { $0.lowercased() == link.lowercased() }) {
      near.append(link)
    }
    let rest = lines.filter { $0.kind != .near }
    guard !rest.contains(where: { $0.kind == .text || $0.kind == .word }) else {
      // What is said of one source stays below its name.
      let isLast = rest.indices.map { rest[$0].kind == .note && ($0 == 0 || rest[$0 - 1].kind != .source) }
      return zip(rest, isLast).filter { !$0.1 }.map(\.0) + zip(rest, isLast).filter(\.1).map(\.0)
    }
    var told = [PageLine(.note, "Nothing found for “\(word)”.")]
    if !near.isEmpty { told.append(PageLine(.near, "Did you mean: " + PageLine.near(near).text + "?")) }
    return told + rest
  }

  // MARK: - Where things are on the page

  /// What the page has room for.
  var lookUpRoom: (columns: Int, rows: Int) {
    LookUp.room(columns: columns, rows: rows, isLarge: aids.isOn(.largePrint))
  }

  private func scrolled(_ page: LookUp, by rows: Int) -> Int {
    let limit = page.layout(columns: lookUpRoom.columns).scrollLimit(lookUpRoom.rows)
    return max(0, min(page.shown.scroll + rows, limit))
  }

  /// Tab: from the field to the first link that shows, from link to link, and back to the field.
  private func moveLink(_ page: inout LookUp, forward: Bool) {
    let room = lookUpRoom
    let layout = page.layout(columns: room.columns)
    let seen = page.shown.scroll..<page.shown.scroll + room.rows
    let shows = { (link: LookUpLayout.Link) in seen.contains(link.rows.lowerBound) }
    var next: Int?
    switch page.shown.focus {
    case .link(let number) where layout.links.indices.contains(number) && shows(layout.links[number]):
      next = number + (forward ? 1 : -1)
    case .link where forward: next = layout.links.firstIndex(where: shows)
    case .link: next = layout.links.lastIndex(where: shows)
    case .field: next = forward ? layout.links.firstIndex(where: shows) ?? 0 : layout.links.count - 1
    }
    guard let next, layout.links.indices.contains(next) else {
      page.shown.focus = .field
      return
    }
    page.shown.focus = .link(next)
    let rows = layout.links[next].rows
    if rows.lowerBound < page.shown.scroll { page.shown.scroll = rows.lowerBound }
    if rows.upperBound >= page.shown.scroll + room.rows { page.shown.scroll = rows.upperBound - room.rows + 1 }
    page.shown.scroll = max(0, min(page.shown.scroll, layout.scrollLimit(room.rows)))
  }
}

extension LineEditor {
  /// The word the caret stands in or right behind; empty: it stands in none.
  public var wordAtCaret: String {
    var start = self
    start.right()
    start.wordLeft()
    var end = start
    end.wordRight()
    guard start.caret <= caret, end.caret >= caret, start.caret < end.caret else { return "" }
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: start.caret)
    let to = utf8.index(utf8.startIndex, offsetBy: end.caret)
    return String(text[from..<to])
  }
}
