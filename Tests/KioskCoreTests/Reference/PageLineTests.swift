import KioskPage
import SittingScript
import Testing

@testable import KioskCore

@Suite("A look-up's page")
struct PageLineTests {
  @Test func aLineComesBackFromTheWireAsItWas() {
    for kind in PageLine.Kind.allCases {
      for text in ["", "plain", "a {link} and {two words}, é", "{a}{b}"] {
        let line = PageLine(kind, text, indent: 4)
        #expect(PageLine(wire: line.wire) == line)
      }
    }
    for rubbish in ["", "t", "x0a", "t9a", "ta"] { #expect(PageLine(wire: rubbish) == nil) }
  }

  @Test func anyTextGivesPairedBracesAndNoControls() {
    var random = SplitMix(seed: 7)
    let letters: [Unicode.Scalar] = ["{", "}", "a", " ", "\u{1B}", "\u{9B}", "é", "\n", "渥"]
    for _ in 0..<3000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        text.append(letters.randomElement(using: &random) ?? "a")
      }
      let line = PageLine(.text, String(text))
      #expect(PageLine(wire: line.wire) == line)
      #expect(PageLine(.text, line.text) == line)
      var depth = 0
      for scalar in line.text.unicodeScalars {
        if scalar == "{" { depth += 1 } else if scalar == "}" { depth -= 1 }
        #expect(depth == 0 || depth == 1)
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      }
      #expect(depth == 0)
      let set = LookUpLayout([line, line], columns: Int.random(in: 1...70, using: &random))
      #expect(set.links.count == 2 * line.links.count)
      for (number, link) in set.links.enumerated() {
        for row in link.rows { #expect(set.rows[row].pieces.contains { $0.link == number }) }
        let words = set.rows.flatMap(\.pieces).filter { $0.link == number }.map(\.text).joined()
        #expect(words.filter { $0 != " " } == link.target.filter { $0 != " " })
      }
    }
  }

  @Test func aLinkThatIsBrokenOverTwoRowsIsOneLink() {
    let set = LookUpLayout([PageLine(.text, "see the {order of things} here")], columns: 16)
    #expect(set.rows.map { $0.pieces.map(\.text) } == [["see the ", "order of"], ["things", " here"]])
    #expect(set.links == [LookUpLayout.Link(target: "order of things", rows: 0...1)])
  }
}
