// What the guardian and kiosk-speech say to each other: one line each, its fields separated by tabs.
//
// MUST: reading is total. A line that is none gives `nil`, whatever its bytes.

/// What the voice is told.
public enum VoiceCommand: Equatable, Sendable {
  /// A word that may be asked for later, by the place of its question.
  case word(slot: UInt16, SpokenWord)
  /// Say it. `id` comes back in the answers.
  case say(id: Int, slot: UInt16, VoicePart, VoicePace)
  /// Give the tone for a right or a wrong answer. It is not answered.
  case ring(right: Bool)
  /// Tell how this word sounds. Only a voice that was started for it answers.
  case transcribe(String)

  /// The line, its end included. What would break it is left out of texts.
  public var line: String {
    switch self {
    case .word(let slot, let word):
      VoiceLine.join(["word", String(slot), word.word, word.pronunciation, word.definition, word.sentence, word.origin])
    case .say(let id, let slot, let part, let pace):
      VoiceLine.join(["say", String(id), String(slot), part.rawValue, pace.rawValue])
    case .ring(let right): VoiceLine.join(["ring", right ? "right" : "wrong"])
    case .transcribe(let word): VoiceLine.join(["transcribe", word])
    }
  }

  /// Reads a line without its end.
  public init?(line: String) {
    let fields = VoiceLine.split(line)
    switch (fields.first, fields.count) {
    case ("word", 7):
      guard let slot = UInt16(fields[1]), !fields[2].isEmpty else { return nil }
      self = .word(
        slot: slot,
        SpokenWord(
          word: fields[2], pronunciation: fields[3], definition: fields[4], sentence: fields[5], origin: fields[6]))
    case ("say", 5):
      guard let id = Int(fields[1]), let slot = UInt16(fields[2]), let part = VoicePart(rawValue: fields[3]),
        let pace = VoicePace(rawValue: fields[4])
      else { return nil }
      self = .say(id: id, slot: slot, part, pace)
    case ("ring", 2):
      guard fields[1] == "right" || fields[1] == "wrong" else { return nil }
      self = .ring(right: fields[1] == "right")
    case ("transcribe", 2):
      guard !fields[1].isEmpty else { return nil }
      self = .transcribe(fields[1])
    default: return nil
    }
  }
}

/// What the voice answers.
public enum VoiceAnswer: Equatable, Sendable {
  /// It can speak: the engine with its version, the voice chosen, and where the sound goes ("sound card", "files").
  case ready(engine: String, voice: String, output: String)
  /// It cannot, and why, with what to do about it.
  case silent(String)
  /// The first sample of `id` is there, so many microseconds after it was asked for.
  case begun(id: Int, microseconds: Int)
  /// It still lives.
  case beat
  /// All of `id` was played, or is in its file: so many milliseconds of sound.
  case done(id: Int, milliseconds: Int)
  /// `id` cannot be said, and why.
  case failed(id: Int, String)
  /// How a word sounds, in names of the voice's own; alike for words that sound alike.
  case sound(of: String, String)

  /// The line, its end included.
  public var line: String {
    switch self {
    case .ready(let engine, let voice, let output): VoiceLine.join(["ready", engine, voice, output])
    case .silent(let why): VoiceLine.join(["silent", why])
    case .begun(let id, let microseconds): VoiceLine.join(["begun", String(id), String(microseconds)])
    case .beat: VoiceLine.join(["beat"])
    case .done(let id, let milliseconds): VoiceLine.join(["done", String(id), String(milliseconds)])
    case .failed(let id, let why): VoiceLine.join(["failed", String(id), why])
    case .sound(let word, let sound): VoiceLine.join(["sound", word, sound])
    }
  }

  /// Reads a line without its end.
  public init?(line: String) {
    let fields = VoiceLine.split(line)
    switch (fields.first, fields.count) {
    case ("ready", 4): self = .ready(engine: fields[1], voice: fields[2], output: fields[3])
    case ("silent", 2): self = .silent(fields[1])
    case ("begun", 3):
      guard let id = Int(fields[1]), let time = Int(fields[2]) else { return nil }
      self = .begun(id: id, microseconds: time)
    case ("beat", 1): self = .beat
    case ("done", 3):
      guard let id = Int(fields[1]), let time = Int(fields[2]) else { return nil }
      self = .done(id: id, milliseconds: time)
    case ("failed", 3):
      guard let id = Int(fields[1]) else { return nil }
      self = .failed(id: id, fields[2])
    case ("sound", 3): self = .sound(of: fields[1], fields[2])
    default: return nil
    }
  }
}

/// Cuts bytes that were read into lines.
public struct VoiceLines: Sendable {
  /// The longest line in bytes: a word with its pronunciation, definition and sentence.
  public static let longest = 8192
  private var rest: [UInt8] = []
  private let limit: Int
  /// Whether a line came that is too long or no text: what follows means nothing.
  public private(set) var isBroken = false

  /// Makes an empty buffer for lines of at most `limit` bytes.
  public init(limit: Int = VoiceLines.longest) { self.limit = limit }

  /// Adds what was read; the whole lines of it, without their ends.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes where !isBroken {
      if byte != 0x0A {
        rest.append(byte)
        if rest.count > limit { isBroken = true }
        continue
      }
      if let line = String(validating: rest, as: UTF8.self) { lines.append(line) } else { isBroken = true }
      rest.removeAll(keepingCapacity: true)
    }
    return lines
  }
}

/// A line and its fields: what kiosk's servants are told and answer.
package enum VoiceLine {
  /// The line of `fields`, its end included; what would break it becomes a space.
  package static func join(_ fields: [String]) -> String {
    var line = ""
    for (index, field) in fields.enumerated() {
      if index > 0 { line += "\t" }
      for scalar in field.unicodeScalars {
        // Whatever ends a line or a field, for whomever.
        let breaks = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        line.unicodeScalars.append(breaks ? " " : scalar)
      }
    }
    return line + "\n"
  }

  /// The fields of a line without its end.
  package static func split(_ line: String) -> [String] {
    line.utf8.split(separator: 0x09, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
