#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes: the reader neither traps nor hangs, it says what is wrong with a place inside the file, and what it
/// accepts is the same exam after being written and read again.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzExamReader(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data else { return 0 }
  let reading = ExamReader.read(Array(UnsafeBufferPointer(start: data, count: count)))
  guard let exam = reading.exam else {
    precondition(!reading.problems.isEmpty, "an exam was refused without a word")
    return 0
  }
  let again = ExamReader.read(ExamWriter.bytes(exam))
  precondition(again.exam == exam, "an exam changed by being written and read again")
  return 0
}
