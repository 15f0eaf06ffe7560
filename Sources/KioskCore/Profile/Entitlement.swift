/// The right of a program to lock a machine for a test, given by an issuer to a holder for a time.
public struct Entitlement: Equatable, Sendable {
  /// Why an entitlement does not entitle. Each has its own words, and none is "not valid".
  public enum Fault: Error, Equatable, Sendable {
    /// It ended.
    case expired(WallTime)
    /// It begins later.
    case notYet(WallTime)
    /// Nobody has signed it.
    case unsigned
    /// It was changed after it was signed.
    case altered
    /// Its issuer's key is not trusted here.
    case foreign(issuer: String, key: [UInt8])
    /// It is another program's.
    case misplaced(programs: [String])
    /// The machine's clock was never set, so nobody can tell whether it counts.
    case clockUnset
    /// Others may write the file, or it belongs to somebody else.
    case exposed(String)
    /// What lies there is no file.
    case odd(OddFile)
    /// It cannot be read as one.
    case unreadable(String)
  }

  /// The value of `format`.
  public static let format = "kiosk-entitlement/1"
  /// The largest file that is read, in bytes: 64 KiB.
  public static let largest = 64 << 10
  /// What stands for every program.
  public static let anyProgram = "*"

  /// The programs it names: ids of exams, paths of programs, or `*` for any.
  public let programs: [String]
  /// Who gives it.
  public let issuer: String
  /// To whom.
  public let holder: String
  /// From when until when.
  public let validity: Validity
  /// Its signature and what is signed.
  public let document: SignedDocument

  /// Equal where they say the same, whoever signed them.
  public static func == (a: Entitlement, b: Entitlement) -> Bool { a.document.message == b.document.message }

  /// Whether it names `program`.
  public func names(_ program: String) -> Bool { programs.contains(program) || programs.contains(Self.anyProgram) }

  /// By what right a lock under it holds, in the words of consent and result.
  public var source: String { "entitlement of \(holder), issued by \(issuer)" }

  /// The name of its file where it is installed: one a content, so that installing it again changes nothing.
  public var fileName: String { Digest.hex(Array(Digest.blake2b(document.message).prefix(8))) + ".json" }

  /// Whether it counts for anything at `time` under the keys of `trust`.
  public func fault(at time: WallTime, trust: [TrustKey]) -> Fault? {
    switch document.standing(trust) {
    case .trusted: break
    case .unsigned: return .unsigned
    case .altered: return .altered
    case .foreign(let key): return .foreign(issuer: issuer, key: key)
    }
    switch validity.standing(at: time) {
    case .now: return nil
    case .notYet(let from): return .notYet(from)
    case .over(let until): return .expired(until)
    case .unknown: return .clockUnset
    }
  }

  /// The same for `program`.
  public func fault(for program: String, at time: WallTime, trust: [TrustKey]) -> Fault? {
    fault(at: time, trust: trust) ?? (names(program) ? nil : .misplaced(programs: programs))
  }
}

extension Entitlement.Fault {
  /// Why, as the end of a sentence: "its entitlement ended on 2026-07-01 00:00 UTC".
  public var words: String {
    switch self {
    case .expired(let until): "its entitlement ended on \(Timestamps.dayAndMinute(until))"
    case .notYet(let from): "its entitlement begins on \(Timestamps.dayAndMinute(from))"
    case .unsigned: "its entitlement is not signed"
    case .altered: "its entitlement was altered after it was signed"
    case .foreign(let issuer, let key):
      "its entitlement is from \(issuer), whose key (\(MachineKey.hex(key).prefix(16))…) is not trusted here"
    case .misplaced(let programs):
      "the entitlement there is for \(programs.prefix(3).joined(separator: ", ")), not for this"
    case .clockUnset: "the machine's clock is not set, so the dates of its entitlement cannot be judged"
    case .exposed(let path): "\(path) can be written by others"
    case .odd(let what): what.words
    case .unreadable(let why): "its entitlement cannot be read (\(why))"
    }
  }

  /// What to do about it.
  public var mend: String {
    switch self {
    case .expired: "ask the issuer for a new one"
    case .notYet: "wait, or ask the issuer for an earlier one"
    case .unsigned: "have it issued with kiosk entitlement issue"
    case .altered: "install the file as it was issued"
    case .foreign: "put the issuer's public key into /etc/kiosk/trust, or ask another issuer"
    case .misplaced: "install one that names this exam"
    case .clockUnset: "set the clock"
    case .exposed(let path): "run chmod go-w '\(path)'"
    case .odd(let what): what.mend
    case .unreadable: "install it again"
    }
  }

  /// The exit status of sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .unsigned, .altered, .unreadable: 65
    case .expired, .notYet, .foreign, .misplaced, .clockUnset, .exposed, .odd: 77
    }
  }
}

/// Reads `kiosk-entitlement/1` files. The signature is kept, not judged.
public enum EntitlementReader {
  /// Reads a whole file. There is an entitlement where no problem is an error.
  public static func read(_ bytes: [UInt8]) -> DocumentReading<Entitlement> {
    DocumentReader.read(bytes, limit: Entitlement.largest) { decoder, root in decoder.entitlement(root) }
  }
}

extension ExamDecoder {
  static let entitlementKeys = ["format", "program", "issuer", "holder", "from", "until", "signature"]

  mutating func entitlement(_ root: JSONNode) -> Entitlement? {
    guard let fields = fields(root, of: "the entitlement", allowed: Self.entitlementKeys) else { return nil }
    checkFormat(fields, Entitlement.format)
    let programs = need(fields, "program", "\"geography\"").map { self.programs($0) } ?? []
    let issuer = need(fields, "issuer", "\"Northside School\"").flatMap { words($0, "\"issuer\"") }
    let holder = need(fields, "holder", "\"Class 7b\"").flatMap { words($0, "\"holder\"") }
    _ = need(fields, "from", "\"2026-09-01\"")
    _ = need(fields, "until", "\"2027-07-01\"")
    let validity = self.validity(fields)
    let signature = self.signature(fields)
    guard errorCount == 0, let issuer, let holder else { return nil }
    return Entitlement(
      programs: programs, issuer: issuer, holder: holder, validity: validity,
      document: SignedDocument(format: Entitlement.format, root: root, signature: signature))
  }

  /// One program or a list of them.
  private mutating func programs(_ node: JSONNode) -> [String] {
    let nodes: [JSONNode]
    if case .string = node.value {
      nodes = [node]
    } else {
      guard let list = list(node, "program", most: 1000, mend: "issue several entitlements") else { return [] }
      nodes = list
    }
    if nodes.isEmpty { error(node.offset, "\"program\" names no program", "write the id of an exam, or \"*\" for any") }
    var programs: [String] = []
    for node in nodes {
      guard let name = words(node, "a program", most: 200) else { continue }
      let isName = name == Entitlement.anyProgram || name.hasPrefix("/") || Self.isIdentifier(name)
      if !isName {
        error(
          node.offset, "\(ScreenText.quoted(name)) is neither an exam's id nor the path of a program",
          "write \"geography\", \"/usr/bin/program\" or \"*\"")
      } else if !programs.contains(name) {
        programs.append(name)
      }
    }
    return programs
  }
}
