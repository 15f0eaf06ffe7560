import Foundation
import Testing

/// The README shows screens as they are: each block under `<!-- screen: NAME -->` is that golden file.
@Test func theReadmeShowsTheScreensAsTheyAre() throws {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let readme = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
  let lines = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n")
  var shown = 0
  for (index, line) in lines.enumerated() where line.hasPrefix("<!-- screen: ") {
    let name = line.dropFirst("<!-- screen: ".count).dropLast(" -->".count)
    let golden = try String(contentsOf: tests.appendingPathComponent("Golden/\(name).txt"), encoding: .utf8)
    let block = lines[(index + 2)...].prefix { $0 != "```" }
    #expect(Array(block) == Array(golden.components(separatedBy: "\n").prefix(block.count)), "screen \(name)")
    #expect(block.count >= 20)
    shown += 1
  }
  #expect(shown >= 4)
}
