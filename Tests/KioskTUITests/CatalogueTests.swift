import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// An exam is taken apart whole the first time; later its questions wait until the candidate has agreed.
@Suite struct CatalogueTests {
  private let folder: TemporaryFolder
  private let catalogue: Catalogue
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let data = DataFolder(path: folder.path)
    catalogue = Catalogue(store: try Store.open(data), library: ExamLibrary(folders: [], assets: nil))
    path = folder.appending("rivers.exam.json")
    write(minutes: 15)
  }

  private func write(minutes: Int, questions: String = #"{ "id": "a", "type": "essay", "prompt": "Why?" }"#) {
    writeFile(
      path,
      #"{ "format": "kiosk-exam/1", "id": "rivers", "title": "Rivers", "minutes": \#(minutes), "questions": [ \#(questions) ] }"#
    )
  }

  private func opened() throws -> Exam {
    guard case .examOpened(let exam) = catalogue.open(path) else { throw HarnessError.system("open", 0) }
    return exam
  }

  @Test func theSecondTimeTheQuestionsWait() throws {
    let whole = try opened()
    #expect(!whole.isOutline)
    let outline = try opened()
    #expect(outline == whole.outline)
    #expect(catalogue.completed(outline, path) == .examOpened(whole))
  }

  @Test func aFileThatWasChangedIsReadWholeAgain() throws {
    _ = try opened()
    write(minutes: 5)
    #expect(try !opened().isOutline)
    write(minutes: 5, questions: "{}")
    guard case .examRejected(_, status: 65) = catalogue.open(path) else {
      Issue.record("a broken exam was opened")
      return
    }
  }

  @Test func whatWasAgreedToIsWhatIsSat() throws {
    _ = try opened()
    let outline = try opened()
    write(minutes: 480)
    guard case .examRejected(let lines, status: 65) = catalogue.completed(outline, path) else {
      Issue.record("another exam was sat than was agreed to")
      return
    }
    #expect(lines.first?.contains("was changed meanwhile: start again") == true)
  }
}
