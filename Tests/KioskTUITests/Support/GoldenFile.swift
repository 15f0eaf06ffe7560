import Glibc
import Testing

@testable import KioskTUI

/// A screen as it was agreed, kept in Tests/KioskTUITests/Golden as text that a person can read.
///
/// `KIOSK_GOLDEN=write` takes what is drawn now as agreed; look at the change before it is committed.
enum GoldenFile {
  /// Records an issue where a grid's text, roles or cursor differ from Golden/NAME.txt, byte by byte: a composed and a
  /// decomposed "é" are the same string to Swift, but not to a terminal.
  static func expect(
    _ grid: Grid, _ name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
  ) {
    expect(text: grid.styledText, name, file: file, location: location)
  }

  /// The same for any text.
  static func expect(
    text drawn: String, _ name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
  ) {
    let path = folder(of: file) + "/Golden/" + name + ".txt"
    if TestEnvironment.writesGoldens {
      write(drawn, to: path, location)
      return
    }
    guard let agreed = read(path) else {
      Issue.record("No golden file \(name).txt: make it with KIOSK_GOLDEN=write.\n\(drawn)", sourceLocation: location)
      return
    }
    guard !agreed.elementsEqual(drawn.utf8) else { return }
    let difference = difference(from: String(decoding: agreed, as: UTF8.self), to: drawn)
    Issue.record("\(name).txt is not what is drawn (- agreed, + drawn):\n\(difference)", sourceLocation: location)
  }

  /// The Golden folder stands beside the tests, whichever of their folders a test lies in.
  private static func folder(of file: String) -> String {
    var parts = file.split(separator: "/", omittingEmptySubsequences: false)
    if let place = parts.lastIndex(where: { $0.hasSuffix("Tests") && !$0.hasSuffix(".swift") }) {
      parts.removeSubrange((place + 1)...)
    }
    return parts.joined(separator: "/")
  }

  private static func difference(from agreed: String, to drawn: String) -> String {
    let old = agreed.split(separator: "\n", omittingEmptySubsequences: false)
    let new = drawn.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    for row in 0..<max(old.count, new.count) {
      let before = row < old.count ? String(old[row]) : nil
      let after = row < new.count ? String(new[row]) : nil
      if let before, let after, before.utf8.elementsEqual(after.utf8) { continue }
      let number = String(row + 1)
      let label = String(repeating: " ", count: max(0, 4 - number.count)) + number
      if let before { lines.append("\(label) - \(before)") }
      if let after { lines.append("\(label) + \(after)") }
      if let before, let after, before == after { lines.append("       (the same letters in other code points)") }
    }
    return lines.joined(separator: "\n")
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let stream = fopen(path, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = fread(&block, 1, block.count, stream)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  private static func write(_ text: String, to path: String, _ location: SourceLocation) {
    guard let stream = fopen(path, "w") else {
      Issue.record("Cannot write \(path).", sourceLocation: location)
      return
    }
    fputs(text, stream)
    fclose(stream)
  }
}
