// The look of what a hosted program writes: which parts of `ESC [ … m` pass `OutputFilter`.

extension OutputFilter {
  /// Colours and attributes, sub-parameters too, but no fonts: on the Linux console 11 and 12 have it take each byte for a
  /// character, controls included, so that text in UTF-8 would hold a CSI.
  mutating func pass(look bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) {
    guard bytes.allSatisfy({ (0x30...0x3B).contains($0) }), let look = Self.withoutFonts(bytes) else { return }
    wishes.note(look: look[...])
    output += [0x1B, 0x5B] + look + [0x6D]
  }

  /// The parameters that pass; `nil`: none does, which is not the same as having had none.
  private static func withoutFonts(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = bytes.split(separator: 0x3B, omittingEmptySubsequences: false)
    var kept: [UInt8] = []
    var isEmpty = true
    var index = 0
    while index < parts.count {
      // A colour has two or four numbers after it, any of which may be 11. One that has not is not the same to all
      // terminals, and what follows it neither.
      var length = 1
      let number = first(parts[index])
      if (number == 38 || number == 48 || number == 58) && !parts[index].contains(0x3A) {
        guard index + 1 < parts.count else { break }
        length = [5: 3, 2: 5][first(parts[index + 1])] ?? 0
        guard length > 0, index + length <= parts.count else { break }
      }
      let unit = parts[index..<(index + length)]
      index += length
      // Underlines have no colour on the console, which takes its numbers for attributes.
      if (10...19).contains(number) || (number == 58 && length > 1) { continue }
      // The console counts no further than a word holds, and starts again.
      guard unit.allSatisfy({ $0.contains(0x3A) ? length == 1 : $0.count <= 4 }) else { continue }
      if !isEmpty { kept.append(0x3B) }
      kept += unit.joined(separator: [0x3B])
      isEmpty = false
    }
    return isEmpty ? nil : kept
  }

  /// The number at the start of a parameter; left out, it is 0.
  private static func first(_ part: ArraySlice<UInt8>) -> Int {
    numbers(part.prefix { $0 != 0x3A })?.first ?? 0
  }
}
