import KioskVoice
import KioskWords

extension FrontEndMessage {
  /// The whole frame, length included. Texts and lists beyond the limits of `Wire` are cut.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let version):
      writer.put(UInt8(1))
      writer.put(version)
    case .assessRequested(let program, let required, let detections):
      writer.put(UInt8(2))
      writer.put(program)
      writer.put(list: required) { writer, id in writer.put(id) }
      writer.put(detections)
    case .lockRequested(let request):
      writer.put(UInt8(3))
      writer.put(request)
    case .unlockRequested(let end):
      writer.put(UInt8(4))
      writer.put(end.rawValue)
    case .homeBlocked(let key):
      writer.put(UInt8(5))
      writer.put(key.rawValue)
    case .bannerShown(let words):
      writer.put(UInt8(6))
      writer.put(words)
    case .noted(let what, let detail):
      writer.put(UInt8(7))
      writer.put(what)
      writer.put(detail)
    case .focusChanged(let gained):
      writer.put(UInt8(8))
      writer.put(gained)
    case .terminalReported(let mode, let value):
      writer.put(UInt8(9))
      writer.put(mode)
      writer.put(value)
    case .terminalGone:
      writer.put(UInt8(10))
    case .leaveRequested(let status):
      writer.put(UInt8(11))
      writer.put(status)
    case .passcodeTyped(let proctor, let passcode):
      writer.put(UInt8(12))
      writer.put(proctor)
      writer.put(passcode)
    case .proctorAsked(let act):
      writer.put(UInt8(13))
      writer.put(act.rawValue)
    case .proctorLeft:
      writer.put(UInt8(14))
    case .passcodeAsked(let asked):
      writer.put(UInt8(15))
      writer.put(asked)
    case .voiceWanted(let language):
      writer.put(UInt8(16))
      writer.put(language)
    case .wordGiven(let slot, let word):
      writer.put(UInt8(17))
      writer.put(slot)
      for text in [word.word, word.pronunciation, word.definition, word.sentence, word.origin] { writer.put(text) }
    case .sayWanted(let slot, let part, let pace):
      writer.put(UInt8(18))
      writer.put(slot)
      writer.put(part.rawValue)
      writer.put(pace.rawValue)
    case .voiceLeft:
      writer.put(UInt8(19))
    case .helpsWanted(let slot, let language):
      writer.put(UInt8(20))
      writer.put(slot)
      writer.put(language)
    case .vocabularyGiven(let words, let own):
      writer.put(UInt8(21))
      writer.put(list: words) { writer, word in writer.put(word) }
      writer.put(own)
    case .helpAsked(let slot, let request):
      writer.put(UInt8(22))
      writer.put(slot)
      writer.putLine(HelpCommand.ask(request).line)
    case .helpsLeft:
      writer.put(UInt8(23))
    case .bellWanted(let right):
      writer.put(UInt8(30))
      writer.put(right)
    }
    return writer.frame()
  }

  /// Decodes one payload, as `FrameBuffer.next` cut it.
  public init(payload: ArraySlice<UInt8>) throws(WireFault) {
    var reader = try WireReader(payload: payload)
    switch try reader.byte() {
    case 1: self = .hello(version: try reader.uint16())
    case 2:
      let program = try reader.text()
      let required = try reader.list { reader throws(WireFault) in try reader.restrictionID() }
      self = .assessRequested(program: program, required: required, detections: try reader.detections())
    case 3: self = .lockRequested(try reader.lockRequest())
    case 4: self = .unlockRequested(try reader.raw(AttemptEnd.self))
    case 5: self = .homeBlocked(try reader.raw(HomeKey.self))
    case 6: self = .bannerShown(try reader.text())
    case 7:
      let what = try reader.text()
      self = .noted(what: what, detail: try reader.text())
    case 8: self = .focusChanged(try reader.bool())
    case 9:
      let mode = try reader.uint16()
      self = .terminalReported(mode: mode, value: try reader.byte())
    case 10: self = .terminalGone
    case 11: self = .leaveRequested(status: try reader.int32())
    case 12:
      let proctor = try reader.text()
      self = .passcodeTyped(proctor: proctor, try reader.secret())
    case 13: self = .proctorAsked(try reader.raw(ProctorAct.self))
    case 14: self = .proctorLeft
    case 15: self = .passcodeAsked(try reader.bool())
    case 16: self = .voiceWanted(language: try reader.text())
    case 17:
      let slot = try reader.uint16()
      let word = try reader.text()
      let pronunciation = try reader.text()
      let definition = try reader.text()
      let sentence = try reader.text()
      self = .wordGiven(
        slot: slot,
        SpokenWord(
          word: word, pronunciation: pronunciation, definition: definition, sentence: sentence,
          origin: try reader.text()))
    case 18:
      let slot = try reader.uint16()
      let part = try reader.raw(VoicePart.self)
      self = .sayWanted(slot: slot, part, try reader.raw(VoicePace.self))
    case 19: self = .voiceLeft
    case 20:
      let slot = try reader.uint16()
      self = .helpsWanted(slot: slot, language: try reader.text())
    case 21:
      let words = try reader.list { reader throws(WireFault) in try reader.text() }
      self = .vocabularyGiven(words, own: try reader.bool())
    case 22:
      let slot = try reader.uint16()
      self = .helpAsked(slot: slot, try reader.helpRequest())
    case 23: self = .helpsLeft
    case 30: self = .bellWanted(right: try reader.bool())
    default: throw .malformed
    }
    try reader.end()
  }
}
