import KioskCore

/// The demonstrations in large letters: the caption, then each part of the page as a row of a list.
extension DemoView {
  func drawLarge(in rect: Rect, _ grid: inout Grid) {
    let caption = LargeText(demo.caption, width: rect.width, limit: rect.height / 3)
    let used = caption.draw(in: rect.top(max(3, rect.height / 3)), style: .bold, &grid)
    LargeList(items).draw(row: row, focused: part != nil, in: rect.dropTop(used + 1), &grid)
  }

  private var items: [LargeItem] {
    switch demo.page {
    case .menu:
      let pages: [DemoState.Page] = [.lab, .comparison, .refusals]
      return pages.map { LargeItem(text: $0.title, detail: $0.summary) }
        + ["Show it", "Play it", "Play all three"].map { LargeItem(text: $0) }
    case .lab:
      let id = RestrictionID.allCases[demo.tableRow]
      return [
        LargeItem(text: "Lock"), LargeItem(text: "Unlock"), field,
        LargeItem(text: "\(id.short): \(demo.lock.state(of: id).said)", detail: demo.detail(of: id)),
        LargeItem(text: "Log", detail: demo.log.last?.words ?? ""),
      ]
    case .comparison:
      let way = Comparison.Way.allCases[demo.comparison.row]
      let outcome = demo.comparison.outcome(of: way, locked: demo.isHeld)
      var asked = field
      asked.detail = Comparison.question.prompt.text(in: "en") + (demo.offer.isEmpty ? "" : "\n\(demo.offer)")
      return [asked, LargeItem(text: way.title, detail: outcome.words), LargeItem(text: lockTitle)]
    case .refusals:
      return RefusalCase.allCases.map { situation in
        let refusal = situation == RefusalCase.allCases[demo.refusalRow] ? situation.answer : nil
        return LargeItem(text: situation.title, detail: refusal.map { "\($0.reason) \($0.mend)" } ?? "")
      }
    }
  }

  private var field: LargeItem {
    LargeItem(
      text: demo.field.isEmpty ? "____" : demo.field.text, detail: demo.offer,
      caret: demo.field.isEmpty ? nil : demo.field.caret)
  }

  private var row: Int {
    let part = part ?? 0
    switch demo.page {
    case .menu: return part == 0 ? demo.menuRow : part + 2
    case .lab, .comparison: return part
    case .refusals: return demo.refusalRow
    }
  }
}
