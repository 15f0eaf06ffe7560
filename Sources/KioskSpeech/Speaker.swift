import CEspeak
import Glibc
import KioskVoice

/// What was given to be said, and the saying of it: reads commands, answers, and ends when nobody is there any more.
final class Speaker {
  private let language: String
  /// `nil`: nothing is said, only told how it would sound.
  private let sink: Sink?
  private var words: [UInt16: SpokenWord] = [:]
  private var rings = 0
  /// More words than any exam has are rubbish.
  private static let mostWords = 20_000

  init(language: String, sink: Sink?) {
    self.language = language
    self.sink = sink
  }

  /// Until the other side is gone or sends what is no line.
  func run() {
    var lines = VoiceLines()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) {
        var one = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&one, 1, -1)
        continue
      }
      guard count > 0 else { return }
      let asked = Speaker.microseconds()
      for line in lines.take(buffer[..<count]) {
        guard let command = VoiceCommand(line: line) else { return }
        take(command, asked: asked)
      }
      if lines.isBroken { return }
    }
  }

  private func take(_ command: VoiceCommand, asked: Int) {
    switch command {
    case .word(let slot, let word):
      if words.count < Speaker.mostWords || words[slot] != nil { words[slot] = word }
    case .say(let id, let slot, let part, let pace):
      guard let sink, let word = words[slot], !word.text(part).isEmpty else {
        return Speaker.answer(.failed(id: id, "there is nothing to say"))
      }
      inCopy(id) { self.say(id, word, part, pace, to: sink, asked: asked) }
    case .ring(let right): ring(right: right)
    case .transcribe(let word):
      if sink == nil { Speaker.answer(.sound(of: word, Voice.sound(of: word))) }
    }
  }

  /// A tone that cannot be given is not missed: the screen tells the same.
  private func ring(right: Bool) {
    rings += 1
    let samples = Tone.samples(right: right, rate: Voice.rate)
    switch sink {
    case .card(let card):
      guard kiosk_voice_open(card, UInt32(Voice.rate)) == 0 else { return }
      _ = samples.withUnsafeBytes { audio_object_write(card, $0.baseAddress, $0.count) }
      audio_object_drain(card)
      audio_object_close(card)
    case nil: break
    case .files(let folder):
      var file = WaveFile(
        "\(folder)/ring-\(Speaker.number(rings))-\(right ? "right" : "wrong").wav", rate: Voice.rate)
      _ = samples.withUnsafeBufferPointer { file.add($0) }
      _ = file.finish()
    }
  }

  /// Each thing is said by a copy of this process that has never spoken: espeak-ng's sound depends on what it said before,
  /// and a word is to sound the same each time.
  private func inCopy(_ id: Int, _ body: () -> Void) {
    let child = kiosk_voice_fork()
    if child == 0 {
      body()
      _exit(0)
    }
    var status: Int32 = 0
    while child > 0, waitpid(child, &status, 0) < 0 && errno == EINTR {}
    if child < 0 || status != 0 { Speaker.answer(.failed(id: id, "the voice broke off")) }
  }

  private func say(
    _ id: Int, _ word: SpokenWord, _ part: VoicePart, _ pace: VoicePace, to sink: Sink, asked: Int
  ) {
    var count = 0
    var path = ""
    var file: WaveFile?
    if case .files(let folder) = sink {
      path = "\(folder)/\(Speaker.number(id))-\(part.rawValue)-\(pace.rawValue).wav"
      file = WaveFile(path, rate: Voice.rate)
    }
    if case .card(let card) = sink, kiosk_voice_open(card, UInt32(Voice.rate)) != 0 {
      return Speaker.answer(.failed(id: id, "the sound card cannot be opened"))
    }
    let text = Voice.text(word, part, pace, language: language)
    var isHeard = true
    let said = Voice.say(text, pace) { piece in
      if count == 0 { Speaker.answer(.begun(id: id, microseconds: Speaker.microseconds() - asked)) }
      count += piece.count
      switch sink {
      case .card(let card):
        isHeard = audio_object_write(card, piece.baseAddress, piece.count * 2) == 0
        Speaker.answer(.beat)
      case .files: isHeard = file?.add(piece) ?? false
      }
      return isHeard
    }
    switch sink {
    case .card(let card):
      audio_object_drain(card)
      audio_object_close(card)
    case .files: isHeard = file?.finish() ?? false
    }
    guard said, isHeard else {
      return Speaker.answer(.failed(id: id, path.isEmpty ? "the sound card failed" : "\(path) cannot be written"))
    }
    Speaker.answer(.done(id: id, milliseconds: count * 1000 / max(1, Voice.rate)))
  }

  /// Four digits, so that a folder's list is in order.
  private static func number(_ id: Int) -> String {
    let digits = String(id)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// Tells the other side; without one this ends.
  static func answer(_ answer: VoiceAnswer) {
    var bytes = Array(answer.line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        var one = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&one, 1, 1000)
        continue
      }
      guard count > 0 else { exit(1) }
      bytes = bytes.dropFirst(count)
    }
  }
}
