/// Gives each question of a bank an id that an exam file can have: unique, and the same whenever the file is read.
struct BankIDs {
  /// How often each id was wanted that comes of a name, by its hash: two ids of one hash are taken for the same, so that the
  /// second gets a number behind, as it would if it were.
  private var counts: [UInt64: Int] = [:]
  /// The numbers that are ids themselves ("q12"), a bit each: most banks name nothing.
  private var numbered: [UInt64] = []
  private var number = 0
  /// What the last question changed.
  private var last: (wanted: String, count: Int?, id: String) = ("", nil, "")

  /// Longer names are cut, so that a number still fits behind.
  private static let longest = 40

  /// The id of the next question: what the bank says, else its name, else its number; all that an id cannot have becomes
  /// a hyphen, and one that was given before gets a number behind.
  ///
  /// - Returns: the id, and whether it had to differ from what the bank `gave`.
  mutating func next(given: String?, name: String) -> (id: String, changed: Bool) {
    var name = name
    return name.withUTF8 { next(given: given, name: RawText(bytes: $0)) }
  }

  /// The same of a name that is not built.
  mutating func next(given: String?, name: RawText) -> (id: String, changed: Bool) {
    number += 1
    var (wanted, key) = given.map { Self.hashedSlug($0) } ?? Self.hashedSlug(name.bytes)
    if wanted.isEmpty {
      wanted = "q\(number)"
      key = Self.hash(wanted)
      if counts.isEmpty || counts[key] == nil {
        setNumber(number, true)
        last = ("", nil, wanted)
        return (wanted, given != nil)
      }
    }
    let isNumber = isNumber(wanted)
    let before = counts.updateValue(1, forKey: key)
    if before == nil, !isNumber {
      last = (wanted, nil, wanted)
      return (wanted, given != nil && wanted != given)
    }
    counts[key] = before
    var id = wanted
    while case let known = counts[Self.hash(id)], known != nil || self.isNumber(id) {
      counts[key] = max(known ?? 1, counts[key] ?? 1) + 1
      id = "\(wanted.prefix(Self.longest + 10))-\(counts[key] ?? 2)"
    }
    counts[Self.hash(id)] = 1
    last = (wanted, before, id)
    return (id, given != nil && id != given)
  }

  /// Passes over a question that is refused.
  mutating func skip() { number += 1 }

  /// Gives the last question another id, as if the bank had said it.
  mutating func instead(given: String) {
    if last.wanted.isEmpty {
      setNumber(number, false)
    } else {
      counts[Self.hash(last.id)] = nil
      counts[Self.hash(last.wanted)] = last.count
    }
    number -= 1
    _ = next(given: given, name: "")
  }

  private static func hash(_ id: String) -> UInt64 {
    var id = id
    return id.withUTF8 { hashed($0).hash }
  }

  @_optimize(speed)
  private static func hashed(_ id: UnsafeBufferPointer<UInt8>) -> (id: String, hash: UInt64) {
    var hash = BankWords.Hash()
    for byte in id { hash.add(byte) }
    return (String(decoding: id, as: UTF8.self), hash.value)
  }

  private mutating func setNumber(_ number: Int, _ isTaken: Bool) {
    while numbered.count <= number / 64 { numbered.append(0) }
    let bit: UInt64 = 1 << UInt64(number % 64)
    if isTaken { numbered[number / 64] |= bit } else { numbered[number / 64] &= ~bit }
  }

  /// Whether an id is the number of a question before.
  private func isNumber(_ id: String) -> Bool {
    guard id.utf8.first == UInt8(ascii: "q"), id.utf8.count < 12, let number = Int(id.dropFirst()), number > 0,
      number / 64 < numbered.count, id == "q\(number)"
    else { return false }
    return numbered[number / 64] >> UInt64(number % 64) & 1 == 1
  }

  /// Letters and digits of ASCII, `-`, `_` and `.`; at most 40.
  static func slug(_ text: String) -> String { hashedSlug(text).id }

  private static func hashedSlug(_ text: String) -> (id: String, hash: UInt64) {
    var text = text
    return text.withUTF8 { hashedSlug($0) }
  }

  /// The same of a text's bytes, with its hash.
  @_optimize(speed)
  private static func hashedSlug(_ text: UnsafeBufferPointer<UInt8>) -> (id: String, hash: UInt64) {
    if ExamDecoder.isIdentifier(text) { return hashed(text) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { out in
      var count = 0
      for byte in text {
        if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 {
          out[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
          count += 1
        } else if count > 0 {
          let isKept = byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
          if isKept || out[count - 1] != UInt8(ascii: "-") {
            out[count] = isKept ? byte : UInt8(ascii: "-")
            count += 1
          }
        }
        if count == longest { break }
      }
      while count > 0, out[count - 1] == UInt8(ascii: "-") { count -= 1 }
      return hashed(UnsafeBufferPointer(rebasing: out[..<count]))
    }
  }
}
