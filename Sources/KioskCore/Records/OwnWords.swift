import Glibc

/// Words that a user added to those the spell check knows: a file of the data folder, one word a line, one file a user.
///
/// They count in practice only. A test's helps never hear of them.
public struct OwnWords {
  /// More are not kept.
  public static let most = 5000
  private static let longestFile = 1 << 20

  /// The file.
  public let path: String

  /// Of the user with this number, in `folder`.
  public init(_ folder: DataFolder, user: UInt32 = getuid()) { path = "\(folder.path)/words-\(user)" }

  /// The words, in the order they were added; none where there is no such file, or none that can be read.
  public func read() -> [String] {
    guard let bytes = try? Files.contents(path, limit: Self.longestFile) else { return [] }
    var words: [String] = []
    for line in bytes.split(separator: 0x0A) where words.count < Self.most {
      let word = ScreenText.fitted(String(decoding: line, as: UTF8.self))
      if !word.isEmpty { words.append(word) }
    }
    return words
  }

  /// Adds a word, unless it is there; on the disk when this returns.
  public func add(_ word: String) throws(SystemFault) {
    let word = ScreenText.fitted(word)
    let known = read()
    guard !word.isEmpty, known.count < Self.most, !known.contains(word) else { return }
    let isNew = Files.isGone(path)
    let file = try Files.open(path, O_WRONLY | O_CREAT | O_APPEND)
    defer { Files.close(file) }
    try Files.writeAll(file, Array((word + "\n").utf8))
    try Files.fsync(file)
    if isNew { try Files.syncDirectory(of: path) }
  }
}
