import Glibc
import KioskCore

/// Reads what the lobby lists and the exam that was chosen.
struct Catalogue {
  /// A file of more bytes is only looked at for the list, and read through when it is chosen.
  private static let glance = 1 << 20

  let store: Store
  let library: ExamLibrary

  /// The exams found and the attempts that can be gone on with. What cannot be read is listed last, with its reason.
  func read() -> SittingEvent {
    var exams: [CatalogueItem] = []
    var broken: [CatalogueItem] = []
    var seen: Set<String> = []
    let open = (try? store.openAttempts()) ?? []
    let tests = examsBeingSat(open)
    for path in library.files() {
      let item = self.item(path, beingSat: tests)
      if !item.problem.isEmpty {
        broken.append(item)
      } else if seen.insert(item.id).inserted {
        exams.append(item)
      }
    }
    return .catalogueRead(exams: exams + broken, resumable: resumable(open))
  }

  /// Reads and checks an exam, by file name or id. With `offering`, a test of it that was interrupted is found first:
  /// `candidate`'s, or anybody's where nobody is named.
  ///
  /// Of a bank, and of a file that was read whole before and has not changed since, the questions are left for later
  /// (`Exam.isOutline`).
  func open(_ name: String, for candidate: Candidate? = nil, offering: Bool = false) -> SittingEvent {
    guard let path = path(of: name) else { return Catalogue.unknown(name) }
    let read = outline(path).map { .examOpened($0) } ?? whole(path, name)
    guard offering, let exam = read.exam else { return read }
    let open = (try? store.openAttempts()) ?? []
    let interrupted = resumable(open).filter {
      $0.exam == exam.id && $0.mode == .test && (candidate == nil || $0.candidate == candidate?.name)
    }
    if !interrupted.isEmpty { return .interruptedFound(item(path, beingSat: examsBeingSat(open)), interrupted) }
    return read
  }

  /// The whole of an exam of which the outline was opened as `name`, where its file still says what that did.
  func completed(_ outline: Exam, _ name: String) -> SittingEvent {
    guard let path = path(of: name) else { return Catalogue.unknown(name) }
    let read = whole(path, name, withQuestions: true)
    guard let exam = read.exam else { return read }
    if exam.outline == outline { return .examOpened(exam) }
    return .examRejected(["\(ScreenText.fitted(path)) was changed meanwhile: start again"], status: 65)
  }

  private func path(of name: String) -> String? {
    ExamFile.isPath(name) ? name : library.path(of: name) ?? search(name)
  }

  private static func unknown(_ name: String) -> SittingEvent {
    .examRejected(["no exam is called \(ScreenText.quoted(name)): `kiosk` lists them all"], status: 66)
  }

  /// The file read and checked; `withQuestions`: the questions of a bank too.
  private func whole(_ path: String, _ name: String, withQuestions: Bool = false) -> SittingEvent {
    let status = try? Files.status(path)
    let read =
      ExamFile.isPath(name)
      ? ExamFile.read(named: path, whole: withQuestions) : ExamFile.read(path, whole: withQuestions)
    if case .examOpened(let exam) = read, let status { remember(ExamHead(exam), path, status) }
    return read
  }

  private func outline(_ path: String) -> Exam? {
    guard !BankExam.isNamed(path), let status = try? Files.status(path), status.size <= Catalogue.glance,
      (try? store.head(ofExamAt: path, status)) ?? nil != nil,
      let bytes = try? Files.regularContents(path, limit: Catalogue.glance)
    else { return nil }
    return ExamReader.outline(bytes)
  }

  /// Only what makes the next start quicker: where it cannot be kept, nothing is lost.
  private func remember(_ head: ExamHead, _ path: String, _ status: Files.Status) {
    if (try? store.head(ofExamAt: path, status)) ?? nil != head { try? store.remember(head, ofExamAt: path, status) }
  }

  /// An exam whose file has another name than its id.
  private func search(_ id: String) -> String? {
    library.files().first { item($0, beingSat: []).id == id }
  }

  /// Why `exam` cannot be practised now: its test is under way on some terminal of this data folder, or was interrupted and
  /// can be gone on with, and practice tells what is right. `nil`: it can.
  func refusal(ofPractising exam: Exam) -> SittingEvent? {
    switch test(of: exam.id) {
    case .none: return nil
    case .interrupted(let tests): return .practiceWithheld(tests)
    case .beingSat:
      let title = exam.title.text(in: exam.language)
      return .examRejected(["\(title) is being sat now: practise it when that test has ended"], status: 77)
    }
  }

  /// How a test of an exam stands that has not ended.
  enum OpenTest: Equatable {
    /// There is none.
    case none
    /// It is under way on some terminal of this data folder.
    case beingSat
    /// Nobody sits it; it can be gone on with. Newest first.
    case interrupted([ResumableItem])
  }

  /// How the tests of the exam called `id` stand. Asked of the store each time: only where a practice is wanted.
  func test(of id: String) -> OpenTest {
    let open = ((try? store.openAttempts()) ?? []).filter { $0.exam == id && $0.mode == .test }
    if open.isEmpty { return .none }
    return examsBeingSat(open).isEmpty ? .interrupted(resumable(open)) : .beingSat
  }

  /// The exams of which a test is under way on some terminal of this data folder.
  private func examsBeingSat(_ open: [AttemptSummary]) -> Set<String> {
    Set(open.filter { $0.mode == .test && DraftLog.isInUse(store.folder, attempt: $0.id) }.map(\.exam))
  }

  private func item(_ path: String, beingSat: Set<String>) -> CatalogueItem {
    let name = String(path.split(separator: "/").last ?? "")
    do throws(SystemFault) {
      let status = try Files.status(path)
      if let known = try? store.head(ofExamAt: path, status) { return item(path, known, beingSat) }
      if BankExam.isNamed(path) { return try bank(path, name, status, beingSat) }
      if status.size > ExamReader.largest { throw SystemFault(call: "read", subject: path, code: EFBIG) }
      let bytes = try Files.regularContents(path, limit: ExamReader.largest)
      if bytes.count > Catalogue.glance, let head = ExamHead.scan(bytes) {
        remember(head, path, status)
        return item(path, head, beingSat)
      }
      let reading = ExamReader.read(bytes)
      guard let exam = reading.exam else {
        let first = reading.problems.first.map { $0.described(file: name) } ?? ""
        return broken(path, name, first)
      }
      let head = ExamHead(exam)
      remember(head, path, status)
      return item(path, head, beingSat)
    } catch {
      if error.code == EFBIG { return broken(path, name, ExamReader.tooLarge.described(file: name)) }
      return broken(path, name, "cannot be read (\(error.reason))")
    }
  }

  /// A bank of questions, read through to be counted.
  private func bank(
    _ path: String, _ name: String, _ status: Files.Status, _ beingSat: Set<String>
  ) throws(SystemFault) -> CatalogueItem {
    let (head, summary) = BankExam.head(try Files.regularContents(path, limit: BankReading.largest), path: path)
    guard let head else {
      let first = summary.problems.first.map { ": " + $0.described(file: name) } ?? ""
      return broken(path, name, "no question in it can be used\(first)")
    }
    remember(head, path, status)
    return item(path, head, beingSat)
  }

  private func item(_ path: String, _ head: ExamHead, _ beingSat: Set<String>) -> CatalogueItem {
    CatalogueItem(
      id: head.id, path: path, title: head.title, questions: head.questions, minutes: head.minutes,
      lastResult: beingSat.contains(head.id) ? "being sat now" : lastResult(head.id))
  }

  private func broken(_ path: String, _ name: String, _ reason: String) -> CatalogueItem {
    CatalogueItem(id: name, path: path, title: name, questions: 0, minutes: nil, lastResult: "", problem: reason)
  }

  private func lastResult(_ exam: String) -> String {
    guard let last = try? store.lastResult(exam: exam) else { return "" }
    let day = Timestamps.dayInWords(last.at, now: Clocks.wall())
    guard last.state != .open else { return "open since \(day)" }
    guard let score = last.score, let max = last.maxScore else { return "to be marked, \(day)" }
    return "\(score.short) of \(max.short), \(day)"
  }

  /// Attempts that nobody is sitting, newest first.
  private func resumable(_ open: [AttemptSummary]) -> [ResumableItem] {
    open.filter { !DraftLog.isInUse(store.folder, attempt: $0.id) }.map {
      ResumableItem(
        attempt: $0.id, exam: $0.exam, title: $0.title, candidate: $0.candidate.name, answered: $0.answered,
        questions: $0.questions, mode: $0.mode)
    }
  }
}

extension SittingEvent {
  /// The exam that was opened; `nil`: something else happened.
  var exam: Exam? {
    switch self {
    case .examOpened(let exam), .bankOpened(let exam, _): exam
    default: nil
    }
  }
}
