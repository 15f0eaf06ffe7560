#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes on the socket between guardian and front end, cut anywhere: neither side traps, and a message that is
/// understood is the same after being sent again.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzMessages(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data else { return 0 }
  var frames = FrameBuffer()
  var rest = UnsafeBufferPointer(start: data, count: count)[...]
  while !rest.isEmpty {
    frames.append(rest.prefix(7))
    rest = rest.dropFirst(7)
    do {
      while let payload = try frames.next() {
        sendAgain(payload)
      }
    } catch {
      return 0
    }
  }
  return 0
}

private func sendAgain(_ payload: ArraySlice<UInt8>) {
  // A frame begins with its payload's length, of four bytes.
  if let message = try? FrontEndMessage(payload: payload) {
    let again = try? FrontEndMessage(payload: message.frame().dropFirst(4))
    precondition(again == message, "a message of the front end changed")
  }
  if let message = try? GuardianMessage(payload: payload) {
    let again = try? GuardianMessage(payload: message.frame().dropFirst(4))
    precondition(again == message, "a message of the guardian changed")
  }
}
