/// Why a dictionary cannot be read.
public struct ReferenceFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it.
  public let what: String

  init(_ path: String, _ what: String) {
    self.path = path
    self.what = what
  }

  /// "/usr/share/dictd/wn.index: line 3 is no entry".
  public var description: String { "\(path): \(what)" }
}
