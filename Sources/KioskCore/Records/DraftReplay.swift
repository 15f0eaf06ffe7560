/// What a draft log says, record by record; used to read one and to know, while writing, what the next change is.
struct DraftReplay {
  /// One question's draft. Text is kept as UTF-8, so that a keystroke is a splice and no new string.
  struct Held {
    enum Content: Equatable {
      case nothing
      case text([UInt8])
      case response(Response)
    }
    var content: Content
    var caret: Int
    /// Responses the question had when this was typed.
    var base: Int
  }

  private(set) var entries: [Int: Held] = [:]
  /// Responses accepted so far, by slot.
  private(set) var responses: [Int: Int] = [:]
  private(set) var slot: Int?
  private(set) var consumed: Int64 = 0
  private(set) var runningAt: Moment?
  private(set) var generation: UInt64 = 0
  /// Where the last whole record ends; 0: there is no log yet.
  var end = 0
  /// What the next record's checksum goes on from.
  var checksum: UInt32 = 0

  /// Reads a log; whatever does not follow from its beginning is ignored.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: DraftRecord.header) else { return }
    var at = DraftRecord.header.count
    guard case .generation(let first) = DraftRecord.read(bytes, &at, &checksum) else {
      checksum = 0
      return
    }
    generation = first
    end = at
    while let record = DraftRecord.read(bytes, &at, &checksum) {
      apply(record)
      end = at
    }
  }

  /// What it says, for the front end.
  var state: DraftLog.State {
    var state = DraftLog.State()
    state.slot = slot
    state.consumed = consumed
    state.runningAt = runningAt
    for (slot, held) in entries {
      let response: Response? =
        switch held.content {
        case .nothing: nil
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .response(let response): response
        }
      state.entries[slot] = DraftLog.Entry(response: response, caret: held.caret)
    }
    return state
  }

  /// Bytes its drafts would take, about.
  var weight: Int {
    entries.values.reduce(64) { sum, held in
      if case .text(let bytes) = held.content { return sum + bytes.count + 32 }
      return sum + 256
    }
  }

  /// Drops drafts of questions that got a response after they were typed, as the store's steps say.
  mutating func dropDraftsBefore(_ steps: [Step]) {
    responses = [:]
    for step in steps {
      if case .response = step.kind { responses[step.slot, default: 0] += 1 }
    }
    entries = entries.filter { slot, held in held.base >= responses[slot, default: 0] }
  }

  mutating func apply(_ record: DraftRecord) {
    switch record {
    case .generation(let number): generation = number
    case .splice(let slot, let base, let caret, let offset, let removed, let inserted):
      var bytes: [UInt8] = []
      if case .text(let held) = entries[slot]?.content { bytes = held }
      // Out of the dictionary while it changes, so that the bytes have one owner and are changed in place.
      entries[slot] = nil
      let start = min(offset, bytes.count)
      bytes.replaceSubrange(start..<min(start + removed, bytes.count), with: inserted)
      entries[slot] = Held(content: .text(bytes), caret: caret, base: base)
    case .text(let slot, let base, let caret, let bytes):
      entries[slot] = Held(content: .text(bytes), caret: caret, base: base)
    case .response(let slot, let base, let caret, let json):
      let response = json.isEmpty ? nil : AttemptCoding.response(String(decoding: json, as: UTF8.self))
      entries[slot] = Held(content: response.map(Held.Content.response) ?? .nothing, caret: caret, base: base)
    case .mark(let slot, let consumed, let runningAt):
      self.slot = slot
      self.consumed = consumed
      self.runningAt = runningAt
    case .accepted(let slot, let committed):
      entries[slot] = nil
      if committed { responses[slot, default: 0] += 1 }
    }
  }

  /// The record that makes what stands in `slot` into `entry`; `nil` where it is that already.
  func change(slot: Int, to entry: DraftLog.Entry) -> DraftRecord? {
    let held = entries[slot]
    let base = responses[slot, default: 0]
    switch entry.response {
    case .text(var text):
      guard let held, case .text(let old) = held.content, held.base == base else {
        return .text(slot: slot, base: base, caret: entry.caret, Array(text.utf8))
      }
      let splice = text.withUTF8 { new in DraftReplay.splice(from: old, to: new) }
      if splice.removed == 0 && splice.inserted.isEmpty && held.caret == entry.caret { return nil }
      return .splice(
        slot: slot, base: base, caret: entry.caret, offset: splice.offset, removed: splice.removed,
        inserted: splice.inserted)
    case .choice, .trueFalse, .matching, .ordering, .cloze:
      guard let response = entry.response else { return nil }
      if let held, held.content == .response(response), held.caret == entry.caret, held.base == base { return nil }
      return .response(slot: slot, base: base, caret: entry.caret, Array(AttemptCoding.text(response).utf8))
    case nil:
      if let held, held.content == .nothing, held.caret == entry.caret, held.base == base { return nil }
      return .response(slot: slot, base: base, caret: entry.caret, [])
    }
  }

  /// The smallest splice that makes `old` into `new`: what is between their common beginning and their common end.
  static func splice(
    from old: [UInt8], to new: UnsafeBufferPointer<UInt8>
  ) -> (offset: Int, removed: Int, inserted: [UInt8]) {
    old.withUnsafeBufferPointer { old in
      let shorter = min(old.count, new.count)
      var start = 0
      while start < shorter && old[start] == new[start] { start += 1 }
      var tail = 0
      while tail < shorter - start && old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
      return (start, old.count - start - tail, Array(new[start..<(new.count - tail)]))
    }
  }

  /// A log written anew: its bytes, where it ends and the checksum to go on from.
  func image(generation: UInt64, drafts: Bool) -> (bytes: [UInt8], checksum: UInt32) {
    var bytes = DraftRecord.header
    var sum = DraftRecord.generation(generation).append(to: &bytes, after: 0)
    if let slot {
      sum = DraftRecord.mark(slot: slot, consumed: consumed, runningAt: runningAt).append(to: &bytes, after: sum)
    }
    if drafts {
      for (slot, held) in entries.sorted(by: { $0.key < $1.key }) {
        let record: DraftRecord
        switch held.content {
        case .nothing: record = .response(slot: slot, base: held.base, caret: held.caret, [])
        case .text(let text): record = .text(slot: slot, base: held.base, caret: held.caret, text)
        case .response(let response):
          record = .response(slot: slot, base: held.base, caret: held.caret, Array(AttemptCoding.text(response).utf8))
        }
        sum = record.append(to: &bytes, after: sum)
      }
    }
    return (bytes, sum)
  }

  /// Goes on from an image that was written over the log.
  mutating func restart(_ image: (bytes: [UInt8], checksum: UInt32), generation: UInt64) {
    self.generation = generation
    end = image.bytes.count
    checksum = image.checksum
  }
}
