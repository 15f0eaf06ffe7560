/// How the voice stands that says the words of a spelling test.
public enum VoiceReport: Equatable, Sendable {
  /// None was asked for.
  case none
  /// It is being started.
  case starting
  /// It speaks; the sound goes there: "sound card", "files".
  case ready(output: String)
  /// It hung, or ended, and is being started again: time does not count meanwhile.
  case restarting
  /// There is none, and why, with what to do about it, in the form `what is wrong: what to do`.
  case absent(String)

  /// Whether it speaks when asked.
  public var isReady: Bool { if case .ready = self { true } else { false } }

  /// Whether there will be none.
  public var isAbsent: Bool { if case .absent = self { true } else { false } }
}

extension WireWriter {
  mutating func put(_ report: VoiceReport) {
    switch report {
    case .none: put(UInt8(0))
    case .starting: put(UInt8(1))
    case .ready(let output):
      put(UInt8(2))
      put(output)
    case .restarting: put(UInt8(3))
    case .absent(let why):
      put(UInt8(4))
      put(why)
    }
  }
}

extension WireReader {
  mutating func voiceReport() throws(WireFault) -> VoiceReport {
    switch try byte() {
    case 0: .none
    case 1: .starting
    case 2: .ready(output: try text())
    case 3: .restarting
    case 4: .absent(try text())
    default: throw .malformed
    }
  }
}
