/// Reads `kiosk-profile/1` files: bytes in, a checked profile or every problem of the file out. Its signature is kept, not
/// judged.
public enum ProfileReader {
  /// Reads a whole file. There is a profile where no problem is an error.
  public static func read(_ bytes: [UInt8]) -> DocumentReading<Profile> {
    DocumentReader.read(bytes, limit: Profile.largest) { decoder, root in decoder.profile(root) }
  }
}

/// What the readers of signed documents share: JSON, then one decoder, then every problem with its place.
enum DocumentReader {
  static func read<Content>(
    _ bytes: [UInt8], limit: Int, _ decode: (inout ExamDecoder, JSONNode) -> Content?
  ) -> DocumentReading<Content> {
    if bytes.count > limit {
      let problem = ExamProblem(
        line: 1, column: 1, severity: .error, message: "the file is larger than \(limit >> 10) KiB",
        hint: "this is another kind of file")
      return DocumentReading(content: nil, problems: [problem])
    }
    let document: JSONDocument
    do throws(JSONFault) {
      document = try JSONReader.readKeepingDuplicates(bytes)
    } catch {
      return DocumentReading(content: nil, problems: [ExamProblem(error)])
    }
    var decoder = ExamDecoder()
    let content = decode(&decoder, document.root)
    var problems = document.duplicates.prefix(ExamDecoder.listed).map(ExamProblem.init)
    let findings = decoder.findings.sorted { $0.offset < $1.offset }
    for (finding, place) in zip(findings, document.places(of: findings.map(\.offset))) {
      problems.append(
        ExamProblem(
          line: place.line, column: place.column, severity: finding.severity, message: finding.message,
          hint: finding.hint))
    }
    problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    let isSound = decoder.errorCount == 0 && document.duplicates.isEmpty
    return DocumentReading(content: isSound ? content : nil, problems: problems)
  }
}

extension ExamProblem {
  init(_ fault: JSONFault) {
    self.init(
      line: fault.place.line, column: fault.place.column, severity: .error, message: fault.message, hint: fault.hint)
  }
}

extension ExamDecoder {
  static let profileKeys = [
    "format", "name", "supervised", "singleApp", "allowList", "required", "detections", "aids", "proctors",
    "capMinutes", "language", "from", "until", "signature",
  ]

  /// Reports a format that is another's.
  mutating func checkFormat(_ fields: Fields, _ format: String) {
    guard let node = need(fields, "format", "\"\(format)\""), node.string != format else { return }
    let given = node.string.map(ScreenText.quoted) ?? node.kindInWords
    error(node.offset, "\"format\" is \(given), which is not read here", "write \"\(format)\"")
  }

  mutating func profile(_ root: JSONNode) -> Profile? {
    guard let fields = fields(root, of: "the profile", allowed: Self.profileKeys) else { return nil }
    checkFormat(fields, Profile.format)
    let name = need(fields, "name", "\"Northside lab\"").flatMap { words($0, "\"name\"") }
    if need(fields, "supervised", "true") == nil {}
    let isSupervised = bool(fields, "supervised") ?? false
    let singleApp = fields["singleApp"].flatMap { command($0) } ?? []
    let allowList = self.allowList(fields)
    let terms = LockTerms(
      name: name ?? "", required: requiredOfModes(fields), detections: detections(fields),
      capMinutes: whole(fields, "capMinutes", in: 1...LockState.longestCap, example: 180) ?? LockState.longestCap,
      deniedAids: deniedAids(fields), proctors: proctors(fields), language: profileLanguage(fields))
    let validity = self.validity(fields)
    if !isSupervised, let node = fields["singleApp"] ?? fields["allowList"], errorCount == 0 {
      warn(node.offset, "without supervision no program can lock itself", "write \"supervised\": true")
    }
    let signature = self.signature(fields)
    guard errorCount == 0, let name else { return nil }
    var dated = terms
    dated.name = name
    dated.until = validity.until
    return Profile(
      name: name, isSupervised: isSupervised, singleApp: singleApp, allowList: allowList, terms: dated,
      validity: validity, document: SignedDocument(format: Profile.format, root: root, signature: signature))
  }

  /// A program and its arguments: one absolute path, or a list that begins with one.
  private mutating func command(_ node: JSONNode) -> [String]? {
    let parts: [JSONNode]
    if case .string = node.value {
      parts = [node]
    } else {
      guard let list = list(node, "singleApp", most: Profile.mostEntries, mend: "put them into a script") else {
        return nil
      }
      parts = list
    }
    guard let first = parts.first else {
      error(node.offset, "\"singleApp\" is empty", "write [\"/usr/bin/program\"], or leave it out")
      return nil
    }
    guard path(first, "\"singleApp\"") != nil else { return nil }
    var words: [String] = []
    for part in parts {
      guard let text = part.string else {
        error(part.offset, "an argument must be a text, not \(part.kindInWords)", "write it in quotes")
        return nil
      }
      if text.utf8.contains(0) {
        error(part.offset, "an argument holds a NUL", "leave it out")
        return nil
      }
      words.append(text)
    }
    return words
  }

  /// An absolute path without `..`.
  private mutating func path(_ node: JSONNode, _ what: String) -> String? {
    guard let text = node.string else {
      error(node.offset, "\(what) must be a text, not \(node.kindInWords)", "write \"/usr/bin/program\"")
      return nil
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if text.utf8.first != UInt8(ascii: "/") || parts.contains("..") || text.utf8.contains(0) || text.hasSuffix("/") {
      error(
        node.offset, "\(what) \(ScreenText.quoted(text)) is no whole path of a program", "write \"/usr/bin/program\"")
      return nil
    }
    return text
  }

  private mutating func allowList(_ fields: Fields) -> [Profile.Listed] {
    guard let node = fields["allowList"],
      let elements = list(node, "allowList", most: Profile.mostEntries, mend: "list fewer programs")
    else { return [] }
    var listed: [Profile.Listed] = []
    for element in elements {
      guard let entry = self.fields(element, of: "an entry of \"allowList\"", allowed: ["path", "hash"]) else {
        continue
      }
      let path = need(entry, "path", "\"/usr/bin/program\"").flatMap { self.path($0, "\"path\"") }
      let hash = hex(entry, "hash", bytes: 32)
      guard let path, let hash else { continue }
      if listed.contains(where: { $0.path == path }) {
        error(element.offset, "\(ScreenText.quoted(path)) is listed twice", "keep one of them")
        continue
      }
      listed.append(Profile.Listed(path: path, hash: hash))
    }
    return listed
  }

  private mutating func requiredOfModes(_ fields: Fields) -> [LockMode: [RestrictionID]] {
    guard let node = fields["required"],
      let modes = self.fields(node, of: "\"required\"", allowed: LockMode.allCases.map(\.rawValue))
    else { return [:] }
    var required: [LockMode: [RestrictionID]] = [:]
    for member in modes.members {
      guard let mode = LockMode(rawValue: member.key), let elements = list(member.value, member.key) else { continue }
      var ids: [RestrictionID] = []
      for element in elements {
        guard let id = word(element, "a restriction", RestrictionID.allCases) else { continue }
        if !ids.contains(id) { ids.append(id) }
      }
      required[mode] = ids
    }
    return required
  }

  private mutating func deniedAids(_ fields: Fields) -> [Aids.Aid] {
    guard let node = fields["aids"],
      let rules = self.fields(node, of: "\"aids\"", allowed: Aids.Aid.allCases.map(\.rawValue))
    else { return [] }
    var denied: [Aids.Aid] = []
    for member in rules.members {
      guard let aid = Aids.Aid(rawValue: member.key) else { continue }
      if word(member.value, "\"\(member.key)\"", Profile.AidRule.allCases) == .deny { denied.append(aid) }
    }
    return denied
  }

  private mutating func proctors(_ fields: Fields) -> [String] {
    guard let node = fields["proctors"],
      let elements = list(node, "proctors", most: Passcodes.mostProctors, mend: "name fewer")
    else { return [] }
    var names: [String] = []
    for element in elements {
      guard let name = words(element, "a proctor", most: Passcodes.longestName) else { continue }
      if names.contains(name) {
        error(element.offset, "the proctor \(ScreenText.quoted(name)) is named twice", "keep one of them")
      } else {
        names.append(name)
      }
    }
    return names
  }

  private mutating func profileLanguage(_ fields: Fields) -> String {
    guard let node = fields["language"] else { return "" }
    guard let tag = node.string, Self.isLanguageTag(tag) else {
      error(node.offset, "\"language\" is not a language tag", "write \"en\", \"fr\", \"pt-BR\" …")
      return ""
    }
    return tag
  }
}
