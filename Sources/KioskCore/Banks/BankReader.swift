/// A reader of one format: gives the questions of a file one after another, so that a large bank need not be held at once.
protocol BankReader {
  /// Gives `each` the next question; `false`: there is none any more.
  mutating func next(_ each: (BankEntry) -> Void) -> Bool
  /// What was found on the way.
  var builder: BankBuilder { get set }
}

/// Reads banks of questions.
public enum BankReading {
  /// The largest bank that is read, in bytes: 256 MiB.
  public static let largest = 256 << 20

  /// Reads a whole file. `each` gets every question that can be used, in the file's order.
  ///
  /// - Parameters: those of `list`.
  public static func read(
    _ file: [UInt8], as format: BankFormat? = nil, fileName: String = "", each: (BankQuestion) -> Void
  ) -> BankSummary {
    file.withUnsafeBufferPointer { read($0, as: format, fileName: fileName) { each($0.question) } }
  }

  /// Reads a whole file for a list of it: finds all that `read` finds, and builds little of the questions. `each` gets every
  /// question that can be used, in the file's order.
  ///
  /// - Parameters:
  ///   - format: `nil`: it is guessed from what the file holds.
  ///   - fileName: what the file is called, for the guess and for the questions' ids; may be empty.
  public static func list(
    _ file: UnsafeBufferPointer<UInt8>, as format: BankFormat? = nil, fileName: String = "", each: (BankListed) -> Void
  ) -> BankSummary {
    read(file, as: format, fileName: fileName) { each(BankListed($0)) }
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, as format: BankFormat?, fileName: String, each: (BankEntry) -> Void
  ) -> BankSummary {
    let encoding = BankEncoding(bytes)
    if let transcoded = encoding.transcoded {
      return transcoded.withUnsafeBufferPointer { read($0, encoding, format, fileName, each) }
    }
    return read(bytes, encoding, format, fileName, each)
  }

  /// The whole bank in memory.
  public static func bank(
    _ file: [UInt8], as format: BankFormat? = nil, fileName: String = ""
  ) -> (bank: Bank, summary: BankSummary) {
    var questions: [BankQuestion] = []
    let summary = read(file, as: format, fileName: fileName) { questions.append($0) }
    return (Bank(questions: questions), summary)
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: BankEncoding, _ given: BankFormat?, _ fileName: String,
    _ each: (BankEntry) -> Void
  ) -> BankSummary {
    let content = UnsafeBufferPointer(rebasing: bytes[encoding.start...])
    let format = given ?? BankFormat(fileName: fileName) ?? BankFormat.guess(content)
    var reader: any BankReader
    switch format {
    case .gift: reader = GIFTReader(bytes, from: encoding.start)
    case .aiken: reader = AikenReader(bytes, from: encoding.start)
    case .csv: reader = CSVReader(bytes, from: encoding.start)
    case .json: reader = JSONBankReader(bytes, from: encoding.start)
    case .moodle: reader = MoodleReader(bytes, from: encoding.start)
    }
    if encoding.name == .windows1252 {
      reader.builder.findings.warn(
        encoding.oddity, "the file is not in UTF-8: it is read as Windows-1252",
        "look at accents and quotation marks, and save it as UTF-8")
    }
    while reader.next(each) { reader.builder.texts.clear() }
    var summary = reader.builder.summary(format, in: bytes)
    if let exam = reader as? JSONBankReader { summary.problems += exam.problems }
    return summary
  }
}
