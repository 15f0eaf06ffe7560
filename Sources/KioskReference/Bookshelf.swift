import Glibc
import KioskPage

/// The dictionaries that are installed, in the order they are asked, and what they say of a word.
public final class Bookshelf {
  /// Where Debian's `dict-…` packages put dictionaries.
  public static let folder = "/usr/share/dictd"
  /// The most paragraphs of one page.
  static let mostLines = 1500
  /// The longest word that is looked up, in bytes.
  static let longestWord = 200

  /// Those that could be opened.
  public let lexicons: [Lexicon]
  /// Why others could not.
  public let faults: [ReferenceFault]

  /// Opens what is in `folder`: WordNet first, then GCIDE, then the others by name. None is read before it is asked.
  public init(folder: String = Bookshelf.folder) {
    var lexicons: [Lexicon] = []
    var faults: [ReferenceFault] = []
    for name in Bookshelf.names(in: folder) {
      do throws(ReferenceFault) { lexicons.append(try Lexicon(name, in: folder)) } catch { faults.append(error) }
    }
    self.lexicons = lexicons
    self.faults = faults
  }

  /// What the dictionaries say of `word`, each under its name; empty where none has it. A dictionary that is damaged says so
  /// in its place.
  public func lines(on word: String) -> [PageLine] {
    let word = Bookshelf.trimmed(word)
    guard !word.isEmpty, word.utf8.count <= Bookshelf.longestWord else { return [] }
    var lines: [PageLine] = []
    for lexicon in lexicons {
      do throws(ReferenceFault) {
        let entries = try entries(lexicon, word)
        if entries.isEmpty { continue }
        lines.append(PageLine(.source, lexicon.title))
        for entry in entries {
          lines.append(PageLine(.word, entry.headword))
          lines += entry.lines
        }
      } catch {
        lines.append(PageLine(.source, lexicon.title))
        lines.append(PageLine(.note, "It cannot be read: \(error). Install its package again."))
      }
    }
    for fault in faults { lines.append(PageLine(.note, "A dictionary cannot be read: \(fault).")) }
    if lines.count > Bookshelf.mostLines {
      lines.removeLast(lines.count - Bookshelf.mostLines)
      lines.append(PageLine(.note, "There is more, which is not shown."))
    }
    return lines
  }

  /// At most `limit` headwords that `word` may have been meant to be.
  public func words(near word: String, limit: Int = 5) -> [String] {
    let word = Bookshelf.trimmed(word)
    var words: [String] = []
    // The first two are large enough, and each is a few milliseconds' work.
    for lexicon in lexicons.prefix(2) where words.count < limit {
      for near in lexicon.words(near: word, limit: limit)
      where !words.contains(where: { $0.lowercased() == near.lowercased() }) {
        words.append(near)
      }
    }
    return Array(words.prefix(limit))
  }

  /// As it stands; else written a little otherwise; else what it is a form of.
  private func entries(_ lexicon: Lexicon, _ word: String) throws(ReferenceFault) -> [Lexicon.Entry] {
    for form in WordForms.of(word) {
      let entries = try lexicon.entries(of: form)
      if !entries.isEmpty { return entries }
    }
    return []
  }

  private static func trimmed(_ word: String) -> String {
    word.split { $0.isWhitespace }.joined(separator: " ")
  }

  // MARK: - The folder

  /// Whether `folder` has a dictionary of this name.
  public static func has(_ name: String, in folder: String) -> Bool { isThere("\(folder)/\(name).index") }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The names of what has an index, best first.
  static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    // A folder of rubbish is not read to its end.
    while names.count < 64, let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
      }
      if name.hasSuffix(".index"), name.count > 6 { names.append(String(name.dropLast(6))) }
    }
    let first = ["wn", "gcide"]
    return names.sorted {
      (first.firstIndex(of: $0) ?? first.count, $0) < (first.firstIndex(of: $1) ?? first.count, $1)
    }
  }
}
