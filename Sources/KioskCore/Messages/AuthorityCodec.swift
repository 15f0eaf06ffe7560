// What the guardian's reader of profiles and entitlements tells it, and what of that it tells the front end.

extension LockAuthority {
  /// The whole frame, length included.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    writer.put(supervision)
    writer.put(listing)
    writer.put(entitlement)
    writer.put(terms)
    return writer.frame()
  }

  /// Decodes one payload, as `FrameBuffer.next` cut it.
  public init(payload: ArraySlice<UInt8>) throws(WireFault) {
    var reader = try WireReader(payload: payload)
    let supervision = try reader.grant()
    let listing = try reader.grant()
    let entitlement = try reader.grant()
    self.init(
      supervision: supervision, listing: listing, entitlement: entitlement, terms: try reader.lockTerms())
    try reader.end()
  }
}

extension WireWriter {
  mutating func put(_ grant: Grant) {
    switch grant {
    case .given(let source):
      put(true)
      put(source)
    case .withheld(let why):
      put(false)
      put(why)
    }
  }

  mutating func put(_ terms: LockTerms) {
    put(terms.name)
    put(list: LockMode.allCases) { writer, mode in
      writer.put(list: terms.required[mode] ?? []) { writer, id in writer.put(id) }
    }
    put(terms.detections)
    put(Int32(clamping: terms.capMinutes))
    put(list: terms.deniedAids) { writer, aid in writer.put(aid.rawValue) }
    put(list: terms.proctors) { writer, name in writer.put(name) }
    put(terms.language)
    put(terms.until) { writer, time in writer.put(time.milliseconds) }
  }
}

extension WireReader {
  mutating func grant() throws(WireFault) -> Grant {
    try bool() ? .given(try text()) : .withheld(try text())
  }

  mutating func lockTerms() throws(WireFault) -> LockTerms {
    var terms = LockTerms(name: try text())
    guard Int(try byte()) == LockMode.allCases.count else { throw .malformed }
    for mode in LockMode.allCases {
      let required = try list { reader throws(WireFault) in try reader.restrictionID() }
      if !required.isEmpty { terms.required[mode] = required }
    }
    terms.detections = try detections()
    let minutes = try int32()
    guard minutes > 0, minutes <= LockState.longestCap else { throw .malformed }
    terms.capMinutes = Int(minutes)
    terms.deniedAids = try list { reader throws(WireFault) in try reader.raw(Aids.Aid.self) }
    terms.proctors = try list { reader throws(WireFault) in try reader.text() }
    terms.language = try text()
    terms.until = try optional { reader throws(WireFault) in WallTime(milliseconds: try reader.int64()) }
    return terms
  }
}
