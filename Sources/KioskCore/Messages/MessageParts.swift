// The parts both directions share.

extension WireWriter {
  mutating func put(_ id: RestrictionID) { put(id.rawValue) }

  mutating func put(_ detections: [RestrictionID: ExamPolicy.Detection]) {
    let sorted = detections.sorted { $0.key.rawValue < $1.key.rawValue }
    put(list: sorted) { writer, pair in
      writer.put(pair.key)
      writer.put(pair.value.rawValue)
    }
  }

  mutating func put(_ report: RestrictionReport) {
    put(report.id)
    switch report.state {
    case .off: put(UInt8(0))
    case .enforced: put(UInt8(1))
    case .requested: put(UInt8(2))
    case .detected: put(UInt8(3))
    case .absent: put(UInt8(4))
    case .unavailable(let reason):
      put(UInt8(5))
      put(reason)
    }
    put(report.finding)
  }

  mutating func put(_ report: LockReport) {
    put(report.phase.rawValue)
    put(report.mode) { writer, mode in writer.put(mode.rawValue) }
    put(report.since) { writer, time in writer.put(time.milliseconds) }
    put(report.until) { writer, time in writer.put(time.milliseconds) }
    put(report.tier.rawValue)
    put(list: report.restrictions) { writer, restriction in writer.put(restriction) }
    put(Int64(report.escapes))
    put(Int64(report.interruptions))
    put(report.pausedBy) { writer, name in writer.put(name) }
    put(report.isPasscodeAsked)
    put(report.entitlement)
  }

  mutating func put(_ request: LockRequest) {
    put(request.mode.rawValue)
    put(request.attempt)
    put(request.title)
    put(list: request.required) { writer, id in writer.put(id) }
    put(request.detections)
    put(Int32(clamping: request.capMinutes))
    put(request.proctor.rawValue)
    put(request.program)
    put(request.consented)
    put(request.grants)
  }

  mutating func put(_ refusal: LockRefusal) {
    switch refusal {
    case .notEntitled(let why):
      put(UInt8(0))
      put(why)
    case .notSupervised(let why):
      put(UInt8(1))
      put(why)
    case .notOnAllowList(let why):
      put(UInt8(2))
      put(why)
    case .consentDeclined: put(UInt8(3))
    case .alreadyLockedByUs: put(UInt8(4))
    case .alreadyLockedByOther(let who):
      put(UInt8(5))
      put(who)
    case .requirementsNotMet(let reports):
      put(UInt8(6))
      put(list: reports) { writer, report in writer.put(report) }
    case .detectionRefused(let reports):
      put(UInt8(7))
      put(list: reports) { writer, report in writer.put(report) }
    case .engageFailed(let id, let why):
      put(UInt8(8))
      put(id)
      put(why)
    case .proctorNeeded(let fault):
      put(UInt8(9))
      put(fault)
    case .noProctorSet: put(UInt8(10))
    case .notTheOwner: put(UInt8(11))
    case .notOfTheProgram(let why):
      put(UInt8(12))
      put(why)
    }
  }

  mutating func put(_ answer: PasscodeAnswer) {
    switch answer {
    case .accepted(let name):
      put(UInt8(0))
      put(name)
    case .wrong(let wait):
      put(UInt8(1))
      put(wait)
    case .tooSoon(let wait):
      put(UInt8(2))
      put(wait)
    case .noneSet: put(UInt8(3))
    case .failed(let why):
      put(UInt8(4))
      put(why)
    }
  }
}

extension WireReader {
  mutating func restrictionID() throws(WireFault) -> RestrictionID { try raw(RestrictionID.self) }

  mutating func detections() throws(WireFault) -> [RestrictionID: ExamPolicy.Detection] {
    var detections: [RestrictionID: ExamPolicy.Detection] = [:]
    let count = Int(try byte())
    guard count <= Wire.longestList else { throw .malformed }
    for _ in 0..<count {
      let id = try restrictionID()
      guard detections.updateValue(try raw(ExamPolicy.Detection.self), forKey: id) == nil else { throw .malformed }
    }
    return detections
  }

  mutating func restrictionReport() throws(WireFault) -> RestrictionReport {
    let id = try restrictionID()
    let state: RestrictionState =
      switch try byte() {
      case 0: .off
      case 1: .enforced
      case 2: .requested
      case 3: .detected
      case 4: .absent
      case 5: .unavailable(reason: try text())
      default: throw .malformed
      }
    return RestrictionReport(id: id, state: state, finding: try text())
  }

  mutating func restrictionReports() throws(WireFault) -> [RestrictionReport] {
    try list { reader throws(WireFault) in try reader.restrictionReport() }
  }

  mutating func lockReport() throws(WireFault) -> LockReport {
    let phase = try raw(LockPhase.self)
    let mode = try optional { reader throws(WireFault) in try reader.raw(LockMode.self) }
    let since = try optional { reader throws(WireFault) in WallTime(milliseconds: try reader.int64()) }
    let until = try optional { reader throws(WireFault) in WallTime(milliseconds: try reader.int64()) }
    let tier = try raw(Tier.self)
    let restrictions = try restrictionReports()
    let escapes = try int64()
    let interruptions = try int64()
    guard escapes >= 0, interruptions >= 0 else { throw .malformed }
    let pausedBy = try optional { reader throws(WireFault) in try reader.text() }
    let isPasscodeAsked = try bool()
    let entitlement = try text()
    return LockReport(
      phase: phase, mode: mode, since: since, until: until, tier: tier, restrictions: restrictions,
      escapes: Int(escapes), interruptions: Int(interruptions), pausedBy: pausedBy,
      isPasscodeAsked: isPasscodeAsked, entitlement: entitlement)
  }

  mutating func lockRequest() throws(WireFault) -> LockRequest {
    let mode = try raw(LockMode.self)
    let attempt = try text()
    let title = try text()
    let required = try list { reader throws(WireFault) in try reader.restrictionID() }
    let detections = try detections()
    let minutes = try int32()
    let proctor = try raw(ProctorNeed.self)
    let program = try text()
    let consented = try bool()
    let grants = try grants()
    return LockRequest(
      mode: mode, attempt: attempt, title: title, program: program, required: required, detections: detections,
      capMinutes: Int(minutes), proctor: proctor, consented: consented, grants: grants)
  }

  mutating func refusal() throws(WireFault) -> LockRefusal {
    switch try byte() {
    case 0: .notEntitled(try text())
    case 1: .notSupervised(try text())
    case 2: .notOnAllowList(try text())
    case 3: .consentDeclined
    case 4: .alreadyLockedByUs
    case 5: .alreadyLockedByOther(try text())
    case 6: .requirementsNotMet(try restrictionReports())
    case 7: .detectionRefused(try restrictionReports())
    case 8: .engageFailed(try restrictionID(), try text())
    case 9: .proctorNeeded(try text())
    case 10: .noProctorSet
    case 11: .notTheOwner
    case 12: .notOfTheProgram(try text())
    default: throw .malformed
    }
  }

  mutating func passcodeAnswer() throws(WireFault) -> PasscodeAnswer {
    switch try byte() {
    case 0: .accepted(try text())
    case 1: .wrong(wait: try int64())
    case 2: .tooSoon(wait: try int64())
    case 3: .noneSet
    case 4: .failed(try text())
    default: throw .malformed
    }
  }
}
