import KioskCore
import KioskPage
import KioskVoice
import KioskWords
import SittingScript
import Testing

@testable import KioskTUI

/// Attacks on a test that grants spell check at its essay alone: any keys in any order, and helps that answer what nobody asked.
/// Whatever is tried, nothing else of a help is drawn, asked for, copied or said.
@Suite struct LeakTests {
  private static let essay = SampleExam.Place.essay.rawValue

  private static let keys: [Key] =
    (1...12).map { .function($0) } + "0123456789oOxvc\r".map { .alt($0) }
    + ["T", "e", "h", " ", "w", "i", "n", "t", "y", "q", "a", "p"].map { .text($0) }
    + [
      .text("Teh "), .enter, .tab, .backTab, .backspace, .up, .down, .left, .right, .pageUp, .pageDown, .end,
      .deleteWord,
      .paste("Ouagadougou"), .home(.escape), .home(.home), .home(.ctrlC), .insert, .redraw,
    ]

  /// What a guardian that has lost its mind would pass on.
  private func forged(_ script: SittingScript, _ random: inout SeededRandom) -> SittingEvent {
    let number = Int(random.next() % 40)
    switch random.next() % 6 {
    case 0: return .guardianSaid(.helpAnswered(.misspelt(number: number, ["Teh", "Teh", "wi"])))
    case 1: return .guardianSaid(.helpAnswered(.near(number: number, ["The"])))
    case 2: return .guardianSaid(.helpAnswered(.suggestions(number: number, taken: 1, ["winter"])))
    case 3:
      return .guardianSaid(
        .helpAnswered(.defined(number: number, headword: "cape", lines: [PageLine(.text, "found").wire], near: [])))
    case 4: return .lookedUp([PageLine(.text, "found")], number: number, isLast: true)
    default: return .guardianSaid(.helps(random.next() % 2 == 0 ? .ready([]) : .starting))
    }
  }

  private func expectDark(_ script: SittingScript, _ effects: ArraySlice<SittingEffect>, _ step: String) {
    let state = script.state
    for effect in effects {
      switch effect {
      case .lookUp, .copy, .addWord, .saveReport, .proposeReportFile, .say(_, _, .letters):
        Issue.record("\(step): \(effect)")
      case .askHelps(let slot, let request):
        #expect(slot == Self.essay && request.question.feature == .spellCheck, "\(step): \(request)")
      default: break
      }
    }
    #expect(state.register.isEmpty, "\(step)")
    let grid = ScreenGolden.draw(script, ScreenGolden.sizes[Int(step.utf8.count) % 2])
    let shown = grid.text
    var words = ["Tab takes", "Look up ─", "Share ─", "to my words", "Type a short answer", "it is marked", "matter"]
    if state.sitting?.current != Self.essay || state.stage != .question {
      words += ["in no dictionary", "Near “", "winter", "F8 Spelling"]
      let isMarked = (0..<grid.height).contains { y in
        (0..<grid.width).contains { x in grid.cells[y * grid.width + x].style.role == .misspelt }
      }
      #expect(!isMarked, "\(step)")
    }
    for word in words { #expect(!shown.contains(word), "\(step): \(word)\n\(shown)") }
  }

  @Test func noKeysAndNoForgedAnswersLeadToAHelpThatIsNotGranted() {
    var met = Met()
    for seed in 1...16 as ClosedRange<UInt64> { walk(seed, &met) }
    // What is granted was met, so the walks go where something could leak from.
    #expect(met.lists > 0 && met.marks > 0 && met.helpOverLists > 0)
  }

  private struct Met {
    var lists = 0
    var helpOverLists = 0
    var marks = 0
  }

  private func walk(_ seed: UInt64, _ met: inout Met) {
    var random = SeededRandom(seed: seed)
    var script = SittingScript.test(SampleExam.granting([.spellCheck]))
    script.world.misspelt = ["Teh": ["The", "Ten"], "wi": []]
    script.world.names = SittingScript.suggestions(["winter", "Ouagadougou"])
    script.world.found = [PageLine(.text, "found")]
    script.world.voice = .ready(output: "files")
    if seed % 4 == 0 { script.state.aids.configure(aid: .largePrint, enabled: true) }
    for number in 0..<300 {
      if number % 25 == 0, script.state.overlay == nil, script.state.stage == .question {
        // Back to what is granted, so that it is met and left again and again.
        if script.state.sitting?.current == Self.essay + 1 { script.press(.action(.previous)) }
        script.go(to: Self.essay)
        script.type("Teh ")
        script.press(.action(.spelling))
      }
      guard script.state.isLocked, script.state.stage == .question || script.state.stage == .review else { break }
      let before = script.effects.count
      let step: String
      if random.next() % 5 == 0 {
        let event = forged(script, &random)
        step = "seed \(seed), step \(number), \(event)"
        script.send(event)
      } else {
        let key = Self.keys[Int(random.next() % UInt64(Self.keys.count))]
        step = "seed \(seed), step \(number), \(key)"
        script.now = script.now.adding(150)
        // Handing in would be the end of it.
        if case .confirm? = script.state.overlay {
          script.send(.homePressed(.escape))
        } else if let event = KeyMap.event(for: key, in: script.state) {
          script.send(event)
        }
      }
      if case .near? = script.state.overlay { met.lists += 1 }
      if case .near? = script.state.helpOver, case .help? = script.state.overlay { met.helpOverLists += 1 }
      if script.state.sitting?.assistance.misspelt.isEmpty == false { met.marks += 1 }
      guard script.state.isLocked else { break }
      expectDark(script, script.effects[before...], step)
    }
  }
}
