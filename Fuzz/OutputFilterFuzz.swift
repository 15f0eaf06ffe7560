#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes as what a hosted program writes, cut into reads anywhere: the filter does not trap, says the same wherever the
/// cuts fall, and lets nothing out that is not on the list below, which is written down here once more, by bytes.
///
/// The first byte of a corpus file seeds where the cuts fall, and says how many rows the program has.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzOutputFilter(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data, count > 1 else { return 0 }
  let rows = 1 + Int(data[0] & 31)
  var choice = UInt32(data[0]) | 1
  var whole = OutputFilter(rows: rows)
  var inParts = whole
  var output: [UInt8] = []
  var parts: [UInt8] = []
  whole.feed(UnsafeBufferPointer(start: data + 1, count: count - 1), into: &output)
  var start = 1
  while start < count {
    choice = choice &* 1_664_525 &+ 1_013_904_223
    let length = min(count - start, 1 + Int(choice >> 28))
    inParts.feed(UnsafeBufferPointer(start: data + start, count: length), into: &parts)
    start += length
  }
  precondition(output == parts, "what passes depends on where a read was cut")
  PassedOutput.check(output, rows: rows)
  // What is asked for again later is held to the same list, but for the rows, which are the whole screen's.
  PassedOutput.check(whole.wishes.restored(rows: rows), rows: rows)
  PassedOutput.check(whole.wishes.undone, rows: rows)
  return 0
}

/// What may reach a terminal, told apart by the plainest means.
private enum PassedOutput {
  static let finals = Set("@ABCDEFGHIJKLMPSTXZ`abdghlmqrsu".utf8)

  static func check(_ bytes: [UInt8], rows: Int) {
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B: checkSequence(&rest, rows)
      case 0x07...0x0F, 0x20..<0x7F: break
      default:
        precondition(byte >= 0xC2, "a control character passed")
        let length = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        let tail = rest.prefix(length)
        rest = rest.dropFirst(length)
        precondition(
          tail.count == length && tail.allSatisfy { $0 & 0xC0 == 0x80 } && byte < 0xF5, "half a character passed")
        precondition(byte != 0xC2 || (tail.first ?? 0) >= 0xA0, "a control beyond ASCII passed")
      }
    }
  }

  private static func checkSequence(_ rest: inout ArraySlice<UInt8>, _ rows: Int) {
    let kind = rest.popFirst() ?? 0
    if kind == UInt8(ascii: "(") || kind == UInt8(ascii: ")") {
      let set = rest.popFirst()
      precondition(set == UInt8(ascii: "B") || set == UInt8(ascii: "0"), "a character set passed")
      return
    }
    guard kind == UInt8(ascii: "[") else {
      return precondition("78=>DEHM".utf8.contains(kind), "an escape sequence passed")
    }
    let end = rest.firstIndex { $0 >= 0x40 } ?? rest.endIndex
    let parameters = rest[..<end]
    let final = end < rest.endIndex ? rest[end] : 0
    rest = rest[min(end + 1, rest.endIndex)...]
    precondition(finals.contains(final), "a control sequence passed")
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let text = String(decoding: parameters.dropFirst(isPrivate ? 1 : 0), as: UTF8.self)
    precondition(text.utf8.allSatisfy { (0x30...0x3B).contains($0) || $0 == 0x20 }, "a strange parameter passed")
    precondition(text.utf8.contains(0x20) == (final == UInt8(ascii: "q")), "a keyboard's lamps can be driven")
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch final {
    case UInt8(ascii: "h") where !isPrivate, UInt8(ascii: "l") where !isPrivate:
      precondition(numbers == [4], "a mode passed")
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      precondition(
        numbers.allSatisfy { [1, 5, 6, 7, 12, 25, 47, 1000, 1002, 1003, 1006, 1047, 1048, 1049].contains($0) },
        "a private mode passed")
    case UInt8(ascii: "H"), UInt8(ascii: "d"):
      precondition(!isPrivate && (1...rows).contains(numbers.first ?? 0), "a place below the program's rows passed")
    case UInt8(ascii: "r"):
      precondition(!isPrivate && numbers.count == 2 && (1...rows).contains(numbers[1]), "margins passed")
    default: precondition(!isPrivate, "a private sequence passed")
    }
  }
}
