import CEspeak
import Glibc
import KioskVoice

/// Where the sound goes.
enum Sink {
  /// A sound card, through ALSA or PulseAudio as the system has it.
  case card(OpaquePointer)
  /// A WAV file for each thing said, in this folder.
  case files(String)

  /// The folder where one is named, else a sound card; `nil`: there is no sound here.
  static func open(folder: String?, rate: Int) -> Sink? {
    if let folder { return .files(folder) }
    guard let card = create_audio_device_object(nil, "kiosk", "a word to spell") else { return nil }
    // Opened once to see whether there is one; for what is said it is opened anew, so that nothing is held in between.
    guard kiosk_voice_open(card, UInt32(rate)) == 0 else {
      audio_object_destroy(card)
      return nil
    }
    audio_object_close(card)
    return .card(card)
  }

  /// How it is called on screen and on the ledger.
  var title: String {
    switch self {
    case .card: "sound card"
    case .files: "files"
    }
  }
}

/// A WAV file being written: 16 bits, one channel (RIFF, Microsoft and IBM 1991). It grows as the sound comes, beside its place,
/// and is moved there when it is whole, so that a file that is seen is.
struct WaveFile {
  private let path: String
  private let rate: Int
  private let descriptor: Int32
  private var size = 0
  private var isBroken = false

  /// A file at `path`, for so many samples a second.
  init(_ path: String, rate: Int) {
    self.path = path
    self.rate = rate
    descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    isBroken = descriptor < 0
  }

  /// Adds samples; whether that worked. The first come with the head, in one piece.
  mutating func add(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
    var bytes = size == 0 ? head(size: samples.count * 2) : []
    bytes.append(contentsOf: UnsafeRawBufferPointer(samples))
    size += samples.count * 2
    put(bytes, at: nil)
    return !isBroken
  }

  /// Writes how long it has become, and moves it to its place; whether all of it is there.
  mutating func finish() -> Bool {
    put(head(size: size), at: 0)
    if descriptor >= 0 { close(descriptor) }
    return !isBroken && rename(path + ".part", path) == 0
  }

  private func head(size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func put(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    func put(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    put("RIFF")
    put(36 + size, 4)
    put("WAVEfmt ")
    put(16, 4)
    put(1, 2)
    put(1, 2)
    put(rate, 4)
    put(rate * 2, 4)
    put(2, 2)
    put(16, 2)
    put("data")
    put(size, 4)
    return bytes
  }

  /// Writes at a place, or behind what was written last.
  private mutating func put(_ bytes: [UInt8], at place: Int?) {
    var sent = 0
    while sent < bytes.count, !isBroken {
      let count = bytes[sent...].withUnsafeBytes { piece in
        place.map { pwrite(descriptor, piece.baseAddress, piece.count, $0 + sent) }
          ?? write(descriptor, piece.baseAddress, piece.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { isBroken = true } else { sent += count }
    }
  }
}
