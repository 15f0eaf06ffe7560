#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes as a lock's journal: the reader neither traps nor hangs, what it keeps is what it wrote, one line a
/// restriction, and a cut at any place undoes only whole lines.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzJournal(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let journal = Journal(bytes: bytes)
  let ids = journal.lines.map(\.restriction)
  precondition(Set(ids).count == ids.count, "a restriction stands twice")
  let held = journal.held.map { Journal.Held(boot: $0.boot, text: $0.text).line } ?? ""
  let text = Journal.header + journal.lines.map(\.text).joined() + held
  precondition(Journal(bytes: Array(text.utf8)) == journal, "a journal changed by being written and read again")
  for line in journal.lines {
    precondition(!line.prior.isEmpty && !line.mark.isEmpty && !line.terminal.isEmpty, "a line lacks a part")
    _ = TerminalModes(text: line.prior)
  }
  if count > 0 { _ = Journal(bytes: Array(bytes.prefix(Int(bytes[0]) * count / 255))) }
  return 0
}
