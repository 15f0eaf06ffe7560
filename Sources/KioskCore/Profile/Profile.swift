/// What an administrator has decided for a machine: a profile, as its file says, checked.
public struct Profile: Equatable, Sendable {
  /// A program that may ask for its own lock.
  public struct Listed: Equatable, Sendable {
    /// Its absolute path.
    public let path: String
    /// The SHA-256 of its file, 32 bytes.
    public let hash: [UInt8]

    /// Makes an entry.
    public init(path: String, hash: [UInt8]) {
      self.path = path
      self.hash = hash
    }
  }

  /// Whether an aid is to be had.
  public enum AidRule: String, CaseIterable, Sendable { case allow, deny }

  /// The value of `format`.
  public static let format = "kiosk-profile/1"
  /// The largest file that is read, in bytes: 256 KiB.
  public static let largest = 256 << 10
  /// The most programs, restrictions of a mode, and proctors.
  public static let mostEntries = 32

  /// What it is called: "Northside lab".
  public let name: String
  /// Whether it makes the machine supervised, where it is installed as the machine's own.
  public let isSupervised: Bool
  /// The program of Single App Mode and its arguments; empty: there is none.
  public let singleApp: [String]
  /// The programs that may lock and unlock themselves.
  public let allowList: [Listed]
  /// What it demands of every lock.
  public let terms: LockTerms
  /// From when until when it counts.
  public let validity: Validity
  /// Its signature and what is signed.
  public let document: SignedDocument

  /// The words two people compare aloud.
  public var words: String { WordHash.words(document.message) }

  /// Equal where they say the same, whoever signed them.
  public static func == (a: Profile, b: Profile) -> Bool { a.document.message == b.document.message }
}

/// What came of reading a profile or an entitlement.
public struct DocumentReading<Content: Sendable>: Sendable {
  /// What the file says; `nil` where a problem is an error.
  public let content: Content?
  /// Everything found, in the file's order.
  public let problems: [ExamProblem]
}
