import Testing

@testable import KioskCore

/// A port that writes down what it is asked.
private final class Port: LockPort {
  var asked: [LockRequest] = []
  var releases: [AttemptEnd] = []
  func ask(for request: LockRequest) { asked.append(request) }
  func askToRelease(_ end: AttemptEnd) { releases.append(end) }
}

@Suite("One request for every mode") struct LockControllerTests {
  private func report(_ phase: LockPhase) -> LockReport { LockReport(phase: phase, tier: .terminal) }

  @Test("is engaged when the guardian says locked, not before") func engages() {
    let port = Port()
    let controller = LockController(port: port, subject: LockRequest(mode: .assessment, title: "Quiz"))
    var outcomes: [LockController.Outcome] = []
    controller.request(lock: true, mode: .autonomousSingleApp) { outcomes.append($0) }
    #expect(port.asked.map(\.mode) == [.autonomousSingleApp] && port.asked[0].title == "Quiz")
    for phase in [LockPhase.engaging, .engaging] { controller.heard(report(phase)) }
    #expect(outcomes.isEmpty && !controller.isLocked)
    controller.heard(report(.locked))
    #expect(outcomes == [.engaged] && controller.isLocked)
    controller.request(lock: false, mode: .autonomousSingleApp) { outcomes.append($0) }
    #expect(port.releases == [.submitted])
    controller.heard(report(.releasing))
    controller.heard(report(.open))
    #expect(outcomes == [.engaged, .released] && !controller.isLocked)
  }

  @Test("locked already and asked again is refused, and still locked") func askedAgain() {
    let port = Port()
    let controller = LockController(port: port)
    controller.heard(report(.locked))
    var outcomes: [LockController.Outcome] = []
    controller.request(lock: true, mode: .assessment) { outcomes.append($0) }
    // What is told meanwhile of the lock that holds is no answer.
    var news = report(.locked)
    news.escapes = 1
    controller.heard(news)
    #expect(outcomes.isEmpty)
    controller.refused(.alreadyLockedByUs)
    #expect(outcomes == [.refused(.alreadyLockedByUs)] && controller.isLocked)
  }

  @Test("a second request while the first is served is refused, and the first goes on") func oneAtATime() {
    let controller = LockController(port: Port())
    var first: [LockController.Outcome] = []
    var second: [LockController.Outcome] = []
    controller.request(lock: true, mode: .assessment) { first.append($0) }
    controller.request(lock: true, mode: .assessment) { second.append($0) }
    #expect(second == [.refused(.alreadyLockedByUs)] && first.isEmpty)
    controller.heard(report(.engaging))
    controller.heard(report(.locked))
    #expect(first == [.engaged])
  }

  @Test("a lock given up while it is engaged is told released") func givenUp() {
    let port = Port()
    let controller = LockController(port: port)
    var outcomes: [LockController.Outcome] = []
    controller.request(lock: true, mode: .assessment) { outcomes.append($0) }
    controller.heard(report(.engaging))
    controller.request(lock: false, mode: .assessment) { outcomes.append($0) }
    controller.heard(report(.open))
    #expect(outcomes == [.released, .released] && port.releases.count == 1)
  }

  @Test("observers hear every change once, and before whoever asked") func observers() {
    let controller = LockController(port: Port())
    var heard: [String] = []
    let observer = controller.observe { heard.append("saw \($0.phase)") }
    controller.request(lock: true, mode: .assessment) { _ in heard.append("answered") }
    for phase in [LockPhase.engaging, .engaging, .locked, .interrupted] { controller.heard(report(phase)) }
    #expect(heard == ["saw open", "saw engaging", "saw locked", "answered", "saw interrupted"])
    #expect(!controller.isLocked)
    controller.stopObserving(observer)
    controller.heard(report(.locked))
    #expect(heard.count == 5)
  }

  @Test("a guardian that is lost leaves nothing locked and nobody waiting") func lost() {
    let controller = LockController(port: Port())
    controller.heard(report(.locked))
    var outcomes: [LockController.Outcome] = []
    controller.request(lock: true, mode: .assessment) { outcomes.append($0) }
    controller.lost()
    #expect(!controller.isLocked && outcomes.map { if case .refused = $0 { true } else { false } } == [true])
  }
}
