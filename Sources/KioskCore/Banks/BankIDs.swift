/// Gives each question of a bank an id that an exam file can have: unique, and the same whenever the file is read.
struct BankIDs {
  /// How often each id was wanted that comes of a name.
  private var counts: [String: Int] = [:]
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
    number += 1
    var wanted = Self.slug(given ?? name)
    if wanted.isEmpty {
      wanted = "q\(number)"
      if counts[wanted] == nil {
        setNumber(number, true)
        last = ("", nil, wanted)
        return (wanted, given != nil)
      }
    }
    var id = wanted
    let before = counts[wanted]
    if before == nil, !isNumber(wanted) {
      counts[wanted] = 1
      last = (wanted, nil, wanted)
      return (wanted, given != nil && wanted != given)
    }
    while counts[id] != nil || isNumber(id) {
      counts[wanted] = max(counts[id] ?? 1, counts[wanted] ?? 1) + 1
      id = "\(wanted.prefix(Self.longest + 10))-\(counts[wanted] ?? 2)"
    }
    counts[id] = 1
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
      counts[last.id] = nil
      counts[last.wanted] = last.count
    }
    number -= 1
    _ = next(given: given, name: "")
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
  static func slug(_ text: String) -> String {
    if text.utf8.count <= 64, ExamDecoder.isIdentifier(text) { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 {
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      } else if (byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")) && !bytes.isEmpty {
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: "-") {
        bytes.append(UInt8(ascii: "-"))
      }
      if bytes.count == longest { break }
    }
    while let last = bytes.last, last == UInt8(ascii: "-") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
