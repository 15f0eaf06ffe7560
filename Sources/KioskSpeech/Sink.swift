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

/// A WAV file: 16 bits, one channel (RIFF, Microsoft and IBM 1991).
enum WaveFile {
  /// Writes it beside its place and moves it there, so that a file that is seen is whole; whether it worked.
  static func write(_ samples: [Int16], rate: Int, to path: String) -> Bool {
    let size = samples.count * 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
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
    for sample in samples { put(Int(sample), 2) }
    let draft = path + ".part"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      sent += count
    }
    close(descriptor)
    return sent == bytes.count && rename(draft, path) == 0
  }
}
