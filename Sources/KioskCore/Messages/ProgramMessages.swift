// What a hosted program and the guardian say to each other, over the socket that `KIOSK_SOCKET` names.

/// What a program asks.
public enum ProgramRequest: Equatable, Sendable {
  /// A lock. Of the request the title, the cap and what is required count; mode, program and attempt are the guardian's to
  /// say.
  case lock(LockRequest)
  /// The end of it.
  case unlock
  /// How the lock stands.
  case status
  /// How the lock stands, now and at every change, until one side hangs up.
  case watch
}

/// What it is answered: one answer to each request, in order, and any number to `watch`.
public struct ProgramAnswer: Equatable, Sendable {
  /// What came of it; `nil`: only the state was asked for.
  public let outcome: LockController.Outcome?
  /// How the lock stands.
  public let report: LockReport
  /// Who has it, in words; empty: nobody.
  public let by: String

  /// Makes an answer.
  public init(outcome: LockController.Outcome?, report: LockReport, by: String) {
    self.outcome = outcome
    self.report = report
    self.by = by
  }
}

extension ProgramRequest {
  /// The whole frame, length included.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .lock(let request):
      writer.put(UInt8(1))
      writer.put(request)
    case .unlock: writer.put(UInt8(2))
    case .status: writer.put(UInt8(3))
    case .watch: writer.put(UInt8(4))
    }
    return writer.frame()
  }

  /// Decodes one payload, as `FrameBuffer.next` cut it.
  public init(payload: ArraySlice<UInt8>) throws(WireFault) {
    var reader = try WireReader(payload: payload)
    switch try reader.byte() {
    case 1: self = .lock(try reader.lockRequest())
    case 2: self = .unlock
    case 3: self = .status
    case 4: self = .watch
    default: throw .malformed
    }
    try reader.end()
  }
}

extension ProgramAnswer {
  /// The whole frame, length included.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    switch outcome {
    case nil: writer.put(UInt8(0))
    case .engaged: writer.put(UInt8(1))
    case .released: writer.put(UInt8(2))
    case .refused(let refusal):
      writer.put(UInt8(3))
      writer.put(refusal)
    }
    writer.put(report)
    writer.put(by)
    return writer.frame()
  }

  /// Decodes one payload, as `FrameBuffer.next` cut it.
  public init(payload: ArraySlice<UInt8>) throws(WireFault) {
    var reader = try WireReader(payload: payload)
    let outcome: LockController.Outcome? =
      switch try reader.byte() {
      case 0: nil
      case 1: .engaged
      case 2: .released
      case 3: .refused(try reader.refusal())
      default: throw .malformed
      }
    let report = try reader.lockReport()
    self.init(outcome: outcome, report: report, by: try reader.text())
    try reader.end()
  }
}
