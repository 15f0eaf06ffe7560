import Testing

@testable import KioskTUI

/// A file named on the command line that is none is told as what it is.
@Suite struct ExamFileTests {
  @Test func aFileThatIsNotThereIsNoUnknownExam() throws {
    let faults = try #require(ExamFile.faults("/nowhere/rivers.exam.json"))
    #expect(faults.lines == ["no such file: /nowhere/rivers.exam.json"] && faults.status == 66)
  }

  @Test func aFolderIsToldToBeOne() throws {
    let faults = try #require(ExamFile.faults("/usr/share"))
    #expect(faults.lines == ["/usr/share is a folder: name a .exam.json file"])
  }
}
