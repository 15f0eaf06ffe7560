import Glibc
import KioskCore

/// Reads what the lobby lists and the exam that was chosen.
struct Catalogue {
  /// A file of more bytes is only looked at for the list, and read through when it is chosen.
  private static let glance = 1 << 20

  let store: Store
  let library: ExamLibrary

  /// The exams found and the attempts that can be gone on with. What cannot be read is listed with its reason.
  func read() -> SittingEvent {
    var exams: [CatalogueItem] = []
    var seen: Set<String> = []
    let open = (try? store.openAttempts()) ?? []
    let sat = open.filter { DraftLog.isInUse(store.folder, attempt: $0.id) }
    let tests = Set(sat.filter { $0.mode == .test }.map(\.exam))
    for path in library.files() {
      let item = self.item(path, beingSat: tests)
      if item.problem.isEmpty, !seen.insert(item.id).inserted { continue }
      exams.append(item)
    }
    let resumable = open.filter { attempt in !sat.contains { $0.id == attempt.id } }.map {
      ResumableItem(
        attempt: $0.id, title: $0.title, candidate: $0.candidate.name, answered: $0.answered, questions: $0.questions,
        mode: $0.mode)
    }
    return .catalogueRead(exams: exams, resumable: resumable)
  }

  /// Reads and checks an exam, by file name or id.
  func open(_ name: String) -> SittingEvent {
    guard let path = library.path(of: name) ?? search(name) else {
      return .examRejected(["no exam is called \(ScreenText.quoted(name)): `kiosk` lists them all"], status: 66)
    }
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try Files.regularContents(path, limit: ExamReader.largest)
    } catch {
      if error.code == EFBIG { return .examRejected([ExamReader.tooLarge.described(file: path)], status: 65) }
      return .examRejected(["cannot read \(path) (\(error.reason)): see who may read it"], status: 66)
    }
    let reading = ExamReader.read(bytes)
    guard let exam = reading.exam else {
      return .examRejected(reading.problems.map { $0.described(file: path) }, status: 65)
    }
    return .examOpened(exam)
  }

  /// An exam whose file has another name than its id.
  private func search(_ id: String) -> String? {
    library.files().first { item($0, beingSat: []).id == id }
  }

  /// Why `exam` cannot be practised now: its test is under way on some terminal of this data folder, and practice tells
  /// what is right. `nil`: it can.
  func refusal(ofPractising exam: Exam) -> SittingEvent? {
    let isBeingSat = ((try? store.openAttempts()) ?? []).contains {
      $0.mode == .test && $0.exam == exam.id && DraftLog.isInUse(store.folder, attempt: $0.id)
    }
    guard isBeingSat else { return nil }
    let title = exam.title.text(in: exam.language)
    return .examRejected(["\(title) is being sat now: practise it when that test has ended"], status: 77)
  }

  private func item(_ path: String, beingSat: Set<String>) -> CatalogueItem {
    let name = String(path.split(separator: "/").last ?? "")
    do throws(SystemFault) {
      let status = try Files.status(path)
      if let known = try? store.head(ofExamAt: path, status) { return item(path, known, beingSat) }
      if status.size > ExamReader.largest { throw SystemFault(call: "read", subject: path, code: EFBIG) }
      let bytes = try Files.regularContents(path, limit: ExamReader.largest)
      if bytes.count > Catalogue.glance, let head = ExamHead.scan(bytes) {
        do { try store.remember(head, ofExamAt: path, status) } catch {}
        return item(path, head, beingSat)
      }
      let reading = ExamReader.read(bytes)
      guard let exam = reading.exam else {
        let first = reading.problems.first.map { $0.described(file: name) } ?? ""
        return broken(path, name, first)
      }
      let head = ExamHead(
        id: exam.id, title: exam.title.text(in: exam.language), language: exam.language,
        questions: AttemptComposer.questionCount(of: exam), minutes: exam.minutes)
      do { try store.remember(head, ofExamAt: path, status) } catch {}
      return item(path, head, beingSat)
    } catch {
      if error.code == EFBIG { return broken(path, name, ExamReader.tooLarge.described(file: name)) }
      return broken(path, name, "cannot be read (\(error.reason))")
    }
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
    let day = Timestamps.day(last.at)
    guard last.state != .open else { return "open since \(day)" }
    guard let score = last.score, let max = last.maxScore else { return "to be marked, \(day)" }
    return "\(score.decimal) of \(max.decimal), \(day)"
  }
}
