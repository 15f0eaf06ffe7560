import KioskCore
import SittingScript
import Testing

/// Every stage takes every event, and random keys break no promise.
@Suite struct TotalReducerTests {
  @Test(arguments: SittingState.Stage.allCases) func everyStageTakesEveryEvent(_ stage: SittingState.Stage) {
    let events = SittingEvents.all
    for (index, script) in SittingEvents.scripts(at: stage).enumerated() {
      // What lies over a question takes the keys whatever its type: the first one stands for all.
      for overlay in index == 0 ? SittingEvents.overlays : [nil] {
        for event in events {
          var copy = script
          copy.state.overlay = overlay
          copy.send(event)
          check(copy, "\(stage) \(event)")
        }
      }
    }
  }

  @Test(arguments: 1...40) func randomWalksKeepEveryPromise(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var script = walker(seed)
    var trail: [String] = []
    for _ in 0..<600 {
      let event = SittingEvents.any(&random)
      script.now = script.now.adding(Int64(random.next() % 3000))
      if random.next() % 40 == 0 { script.world.storeFault = script.world.storeFault.isEmpty ? "disk full" : "" }
      script.send(event)
      trail.append("\(event)")
      check(script, trail.suffix(6).joined(separator: " | "))
      if script.effects.contains(where: { if case .leave = $0 { true } else { false } }) { script = walker(seed + 1) }
    }
  }

  private func walker(_ seed: UInt64) -> SittingScript {
    if seed % 3 == 0 { return SittingScript.test(SampleExam.exam(navigation: .forward, verdict: .each)) }
    if seed % 3 == 1 { return SittingScript.test() }
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    ]
    script.send(.started)
    return script
  }

  private func check(_ script: SittingScript, _ what: String) {
    let state = script.state
    if let sitting = state.sitting {
      #expect(sitting.entries.count == sitting.attempt.slots.count, "\(what)")
      #expect(sitting.entries.indices.contains(sitting.current), "\(what)")
      #expect(sitting.entries.indices.contains(sitting.reviewRow), "\(what)")
      if sitting.isTest, state.stage == .question || state.stage == .review {
        #expect(state.isLocked != state.isHidden, "\(what)")
        #expect(state.lock.phase.isHeld || state.lock.phase == .askingConsent, "\(what)")
      }
      if sitting.isTest, sitting.assistance.suggestions != [] { Issue.record("helped in a test: \(what)") }
      if sitting.sealed { #expect(sitting.unsaved.isEmpty, "\(what)") }
    } else {
      #expect(state.stage != .question && state.stage != .review, "\(what)")
    }
    let parts = state.stage == .demo ? state.demo?.parts ?? 0 : 3
    switch state.focus {
    case .body(let part): #expect((0..<parts).contains(part), "\(what)")
    case .footer(let item): #expect(item >= 0 && item < max(1, state.footer.count), "\(what)")
    }
    if case .panel(let row)? = state.overlay { #expect((0...2).contains(row), "\(what)") }
    if case .aids(let row)? = state.overlay { #expect((0...Aids.Aid.allCases.count).contains(row), "\(what)") }
    #expect(state.consent.scroll >= 0 && state.reportScroll >= 0, "\(what)")
  }
}
