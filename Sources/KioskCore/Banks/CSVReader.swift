/// Reads questions from a table: with names in its first row, or a plain list of two columns (a question and its answer), or
/// of words to spell.
struct CSVReader: BankReader {
  var builder = BankBuilder()
  private var table: CSVTable
  private var columns: CSVColumns?

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) { table = CSVTable(bytes, from: start) }

  mutating func next(_ each: (BankEntry) -> Void) -> Bool {
    while true {
      // A quotation mark that is not closed stands against its record.
      let errors = builder.findings.errorCount
      guard let record = table.next(&builder.findings) else { return false }
      if columns == nil {
        let found = CSVColumns(record, &builder.findings)
        columns = found
        if found.hasHeader { continue }
      }
      guard let columns else { return false }
      if let entry = CSVRow(columns: columns, record: record, line: table.recordLine).read(&builder, errors) {
        each(entry)
        return true
      }
    }
    return false
  }
}
