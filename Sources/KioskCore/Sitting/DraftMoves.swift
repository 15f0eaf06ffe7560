/// An arrow key.
public enum Direction: Equatable, Sendable { case up, down, left, right }

extension Draft {
  /// Moves inside the answer: between choices, pairs, items and gaps. Returns whether anything moved; where it did not,
  /// the key may go on to what lies above or below.
  public mutating func move(_ direction: Direction, slot: Slot) -> Bool {
    switch self {
    case .text, .none:
      return false
    case .choice(let chosen, let row, let multiple):
      // Where one can be chosen the choice follows the cursor, so that what is marked is what counts.
      let to = Draft.step(row, direction, count: slot.shownCount)
      if to == nil, multiple || !chosen.isEmpty || direction == .left || direction == .right { return false }
      let at = to ?? row
      let order = slot.shownOrder
      self = .choice(
        chosen: multiple || !order.indices.contains(at) ? chosen : [order[at]], row: at, multiple: multiple)
    case .trueFalse(let chosen, let row):
      let to = Draft.step(row, direction, count: 2)
      if to == nil, chosen != nil || direction == .left || direction == .right { return false }
      self = .trueFalse(chosen: (to ?? row) == 0, row: to ?? row)
    case .matching(var chosen, let row):
      switch direction {
      case .up, .down:
        guard let to = Draft.step(row, direction, count: chosen.count) else { return false }
        self = .matching(chosen: chosen, row: to)
      case .left, .right:
        guard chosen.indices.contains(row) else { return false }
        chosen[row] = Draft.turn(chosen[row], direction, through: slot.shownOrder)
        self = .matching(chosen: chosen, row: row)
      }
    case .ordering(var order, let row, let held, let touched):
      guard let to = Draft.step(row, direction, count: order.count) else { return false }
      if held { order.swapAt(row, to) }
      self = .ordering(order: order, row: to, held: held, touched: touched || held)
    case .cloze(var gaps, let gap):
      guard gaps.indices.contains(gap) else { return false }
      switch direction {
      case .up, .down:
        guard let to = Draft.step(gap, direction, count: gaps.count) else { return false }
        self = .cloze(gaps: gaps, gap: to)
      case .left, .right:
        guard case .choice(let index, let count) = gaps[gap] else { return false }
        gaps[gap] = .choice(Draft.turn(index, direction, through: Array(0..<count)), count: count)
        self = .cloze(gaps: gaps, gap: gap)
      }
    }
    return true
  }

  /// The space bar: ticks the choice under the cursor, picks an item up or puts it down.
  /// Returns whether the answer area has a use for it; a text field does not.
  public mutating func toggle(slot: Slot) -> Bool {
    switch self {
    case .text, .none:
      return false
    case .choice(var chosen, let row, let multiple):
      guard slot.shownOrder.indices.contains(row) else { return false }
      let index = slot.shownOrder[row]
      if multiple {
        if let at = chosen.firstIndex(of: index) { chosen.remove(at: at) } else { chosen.append(index) }
      } else {
        chosen = chosen == [index] ? [] : [index]
      }
      self = .choice(chosen: chosen.sorted(), row: row, multiple: multiple)
    case .trueFalse(_, let row):
      self = .trueFalse(chosen: row == 0, row: row)
    case .matching(var chosen, let row):
      guard chosen.indices.contains(row) else { return false }
      chosen[row] = Draft.turn(chosen[row], .right, through: slot.shownOrder)
      self = .matching(chosen: chosen, row: row)
    case .ordering(let order, let row, let held, _):
      self = .ordering(order: order, row: row, held: !held, touched: true)
    case .cloze(var gaps, let gap):
      guard gaps.indices.contains(gap), case .choice(let index, let count) = gaps[gap] else { return false }
      gaps[gap] = .choice(Draft.turn(index, .right, through: Array(0..<count)), count: count)
      self = .cloze(gaps: gaps, gap: gap)
    }
    return true
  }

  /// A letter or digit that names a row: "b" is the second choice, "t" and "f" true and false, digits name right sides.
  /// Returns whether it named something.
  public mutating func pick(_ letter: Character, slot: Slot) -> Bool {
    switch self {
    case .choice(let chosen, _, let multiple):
      guard let row = Draft.row(named: letter, of: slot.shownCount) else { return false }
      self = .choice(chosen: chosen, row: row, multiple: multiple)
      return toggle(slot: slot)
    case .trueFalse:
      guard letter == "t" || letter == "f" || letter == "T" || letter == "F" else { return false }
      let value = letter == "t" || letter == "T"
      self = .trueFalse(chosen: value, row: value ? 0 : 1)
      return true
    case .matching(var chosen, let row):
      let order = slot.shownOrder
      guard let at = Draft.row(named: letter, of: order.count), chosen.indices.contains(row) else { return false }
      chosen[row] = order[at]
      self = .matching(chosen: chosen, row: min(row + 1, chosen.count - 1))
      return true
    case .cloze(var gaps, let gap):
      guard gaps.indices.contains(gap), case .choice(_, let count) = gaps[gap],
        let at = Draft.row(named: letter, of: count)
      else { return false }
      gaps[gap] = .choice(at, count: count)
      self = .cloze(gaps: gaps, gap: gap)
      return true
    case .text, .ordering, .none:
      return false
    }
  }

  /// Takes away what is chosen on the row: the Delete and Backspace keys outside text.
  public mutating func clear() -> Bool {
    switch self {
    case .choice(_, let row, let multiple): self = .choice(chosen: [], row: row, multiple: multiple)
    case .trueFalse(_, let row): self = .trueFalse(chosen: nil, row: row)
    case .matching(var chosen, let row):
      guard chosen.indices.contains(row) else { return false }
      chosen[row] = nil
      self = .matching(chosen: chosen, row: row)
    case .cloze(var gaps, let gap):
      guard gaps.indices.contains(gap), case .choice(_, let count) = gaps[gap] else { return false }
      gaps[gap] = .choice(nil, count: count)
      self = .cloze(gaps: gaps, gap: gap)
    case .text, .ordering, .none: return false
    }
    return true
  }

  /// Left and right in a typed gap. Returns whether the gap is one.
  public mutating func moveInGap(_ direction: Direction) -> Bool {
    switch direction {
    case .left: edit { $0.left() }
    case .right: edit { $0.right() }
    case .up, .down: false
    }
  }

  /// Goes to the next row or gap below that is still empty. Returns whether there was one: Enter accepts only then.
  public mutating func moveToNextEmpty() -> Bool {
    switch self {
    case .matching(let chosen, let row):
      guard let next = chosen.indices.first(where: { $0 > row && chosen[$0] == nil }) else { return false }
      self = .matching(chosen: chosen, row: next)
    case .cloze(let gaps, let gap):
      guard let next = gaps.indices.first(where: { $0 > gap && gaps[$0].isEmpty }) else { return false }
      self = .cloze(gaps: gaps, gap: next)
    case .text, .choice, .trueFalse, .ordering, .none: return false
    }
    return true
  }

  private static func step(_ row: Int, _ direction: Direction, count: Int) -> Int? {
    switch direction {
    case .up: row > 0 ? row - 1 : nil
    case .down: row + 1 < count ? row + 1 : nil
    case .left, .right: nil
    }
  }

  /// The next of `order` after `index`, round and round, with "nothing" between the last and the first.
  private static func turn(_ index: Int?, _ direction: Direction, through order: [Int]) -> Int? {
    let at = index.flatMap { order.firstIndex(of: $0) }
    switch direction {
    case .right, .down:
      guard let at else { return order.first }
      return at + 1 < order.count ? order[at + 1] : nil
    case .left, .up:
      guard let at else { return order.last }
      return at > 0 ? order[at - 1] : nil
    }
  }

  /// The letter that names row `place` of `a` to `z`, then `A` to `Z`; `nil` beyond.
  public static func rowName(_ place: Int) -> Character? {
    guard (0..<52).contains(place) else { return nil }
    return Character(Unicode.Scalar(UInt8(place < 26 ? 0x61 + place : 0x41 + place - 26)))
  }

  /// The row a letter names among `count`. Capitals name the rows behind `z`; where there are none they mean the same
  /// as small letters.
  private static func row(named letter: Character, of count: Int) -> Int? {
    guard let value = letter.asciiValue else { return nil }
    let row: Int
    switch value {
    case 0x61...0x7A: row = Int(value) - 0x61
    case 0x41...0x5A: row = Int(value) - 0x41 + (count > 26 ? 26 : 0)
    default: return nil
    }
    return row < count ? row : nil
  }
}

extension Slot {
  /// The order shown: the attempt's where it fits, else the exam file's. A matching question shows a right side that
  /// belongs to two left sides once, so the order may be shorter than the list.
  public var shownOrder: [Int] {
    let count = listedCount
    if !order.isEmpty, order.count <= count, order.allSatisfy({ $0 >= 0 && $0 < count }) { return order }
    return Array(0..<count)
  }

  /// How many choices or right sides are shown.
  public var shownCount: Int {
    shownOrder.count
  }

  private var listedCount: Int {
    switch question.kind {
    case .choice(let choices, _): choices.count
    case .matching(let pairs, let distractors): pairs.count + distractors.count
    case .ordering(let items): items.count
    case .trueFalse: 2
    case .shortAnswer, .numerical, .cloze, .spelling, .essay, .description: 0
    }
  }
}
