#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes, cut into reads anywhere, with silence anywhere between: the decoder neither traps nor types a control
/// character, and after enough silence nothing is pending.
///
/// The first byte of a corpus file seeds where the cuts fall, and says how the decoder starts: anew, on a terminal whose
/// last front end died, or where that one had stood.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzKeyDecoder(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data, count > 1 else { return 0 }
  var choice = UInt32(data[0]) | 1
  var decoder =
    data[0] & 0x40 != 0 ? KeyDecoder(mark: data[0] >> 1 & 0x1F) : KeyDecoder(resuming: data[0] & 0x80 != 0)
  var keys: [Key] = []
  var start = 1
  while start < count {
    choice = choice &* 1_664_525 &+ 1_013_904_223
    let length = min(count - start, 1 + Int(choice >> 28))
    decoder.feed(UnsafeBufferPointer(start: data + start, count: length), into: &keys)
    start += length
    if choice >> 20 & 7 == 0 { decoder.timedOut(into: &keys) }
    // One that takes its place at any byte types no more of what was begun than it would have.
    if choice >> 16 & 15 == 0 { decoder = KeyDecoder(mark: decoder.mark) }
  }
  var rounds = 0
  while decoder.timeout != nil {
    decoder.timedOut(into: &keys)
    rounds += 1
    precondition(rounds < 4, "silence does not end what is pending")
  }
  for key in keys {
    guard case .text(let text) = key else { continue }
    precondition(!text.isEmpty, "an empty text was typed")
    for scalar in text.unicodeScalars {
      precondition(scalar.properties.generalCategory != .control, "a control character was typed")
    }
  }
  return 0
}
