extension GuardianMessage {
  /// The whole frame, length included. Texts and lists beyond the limits of `Wire` are cut.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .welcome(let version, let lock, let resume, let absence):
      writer.put(UInt8(1))
      writer.put(version)
      writer.put(lock)
      writer.put(resume) { writer, attempt in writer.put(attempt) }
      writer.put(absence)
    case .assessed(let report, let refusal):
      writer.put(UInt8(2))
      writer.put(report)
      writer.put(refusal) { writer, refusal in writer.put(refusal) }
    case .lockChanged(let report):
      writer.put(UInt8(3))
      writer.put(report)
    case .refused(let refusal):
      writer.put(UInt8(4))
      writer.put(refusal)
    case .capReached:
      writer.put(UInt8(5))
    case .interrupted(let cause, let milliseconds):
      writer.put(UInt8(6))
      writer.put(cause.rawValue)
      writer.put(milliseconds)
    case .endAsked(let signal, let locked):
      writer.put(UInt8(7))
      writer.put(signal)
      writer.put(locked)
    case .resized:
      writer.put(UInt8(8))
    case .repaint:
      writer.put(UInt8(9))
    case .proctors(let list):
      writer.put(UInt8(10))
      writer.put(list: list.names) { writer, name in writer.put(name) }
      writer.put(list.wait)
      writer.put(list.fault)
    case .passcodeAnswered(let answer):
      writer.put(UInt8(11))
      writer.put(answer)
    case .proctorEnds(let end):
      writer.put(UInt8(12))
      writer.put(end.rawValue)
    case .terms(let terms):
      writer.put(UInt8(13))
      writer.put(terms)
    case .programStarted(let process):
      writer.put(UInt8(15))
      writer.put(process)
    case .programEnded(let status):
      writer.put(UInt8(14))
      writer.put(status)
    case .voice(let report):
      writer.put(UInt8(16))
      writer.put(report)
    case .helps(let report):
      writer.put(UInt8(17))
      writer.put(report)
    case .helpAnswered(let answer):
      writer.put(UInt8(18))
      writer.putLine(answer.line)
    }
    return writer.frame()
  }

  /// Decodes one payload, as `FrameBuffer.next` cut it.
  public init(payload: ArraySlice<UInt8>) throws(WireFault) {
    var reader = try WireReader(payload: payload)
    switch try reader.byte() {
    case 1:
      let version = try reader.uint16()
      let lock = try reader.lockReport()
      let resume = try reader.optional { reader throws(WireFault) in try reader.text() }
      self = .welcome(version: version, lock: lock, resume: resume, absence: try reader.int64())
    case 2:
      let report = try reader.lockReport()
      self = .assessed(
        report, refusal: try reader.optional { reader throws(WireFault) in try reader.refusal() })
    case 3: self = .lockChanged(try reader.lockReport())
    case 4: self = .refused(try reader.refusal())
    case 5: self = .capReached
    case 6:
      let cause = try reader.raw(InterruptionCause.self)
      self = .interrupted(cause, milliseconds: try reader.int64())
    case 7:
      let signal = try reader.text()
      self = .endAsked(signal: signal, locked: try reader.bool())
    case 8: self = .resized
    case 9: self = .repaint
    case 10:
      let names = try reader.list { reader throws(WireFault) in try reader.text() }
      let wait = try reader.int64()
      self = .proctors(ProctorList(names: names, wait: wait, fault: try reader.text()))
    case 11: self = .passcodeAnswered(try reader.passcodeAnswer())
    case 12: self = .proctorEnds(try reader.raw(AttemptEnd.self))
    case 13: self = .terms(try reader.lockTerms())
    case 15: self = .programStarted(process: try reader.int32())
    case 14: self = .programEnded(status: try reader.int32())
    case 16: self = .voice(try reader.voiceReport())
    case 17: self = .helps(try reader.helpsReport())
    case 18: self = .helpAnswered(try reader.helpAnswer())
    default: throw .malformed
    }
    try reader.end()
  }
}
