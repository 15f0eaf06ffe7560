import Glibc
import KioskCore
import Testing

/// One question of every type, sat with the keyboard alone and marked.
@Suite(.serialized) struct QuestionTypeTests {
  @Test func everyTypeIsSatAndMarkedInFull() throws {
    let session = try PtySession.locked("every-type")
    try session.waitFor("Question 1 of 12")
    try session.enter(next: 2)
    try session.enterAnswer("gibraltar", next: 3)
    try session.send("b")
    try session.waitFor("(•) b  Reykjavík")
    try session.enter(next: 4)
    try session.send("ac")
    try session.waitFor("[x] a  Bolivia")
    try session.waitFor("[x] c  Laos")
    try session.enter(next: 5)
    try session.send("t")
    try session.waitFor("(•) t  True")
    try session.enter(next: 6)
    try session.enterAnswer("47", next: 7)
    try match(["Danube": "Black Sea", "Rhône": "Mediterranean Sea", "Volga": "Caspian Sea"], session)
    try session.enter(next: 8)
    try order(["Lisbon", "Paris", "Vienna", "Kyiv"], session)
    try session.enter(next: 9)
    try session.send("a")
    try session.waitFor("South America")
    try session.press(.enter)
    try session.type("Amazon")
    try session.enter(next: 10)
    try session.type("Water, trade and mills.")
    try session.enter(next: 11)
    try session.enterAnswer("archipelago", next: 12)
    try session.type("渥太華")
    try session.press(.enter)
    try session.waitFor("11 answered · 0 unanswered")
    try session.press(.f9)
    try session.waitFor("Everything is answered.")
    try session.send("y")
    try session.waitFor("Handed in")
    try session.waitFor("11 of 14 points so far, 1 answer to be marked by hand.")

    var told = try ToldAttempt.only(session.data)
    #expect(told.number("maxScore") == "14")
    for (question, points) in [
      "sa1": "1", "mc1": "1", "mc2": "2", "tf1": "1", "num1": "1", "ma1": "1", "or1": "1", "cl1": "1", "sp1": "1",
      "zh1": "1", "es1": "null",
    ] {
      #expect(told.points(question) == points, "\(question)")
    }
    let mark = try CommandRun.run(
      ["results", "mark", told.id, "es1", "2.5", "--by", "Grace"], data: session.data)
    #expect(mark.status == 0, "\(mark.errors)")
    told = try ToldAttempt.only(session.data)
    #expect(told.points("es1") == "2.5")
    #expect(told.number("score") == "13.5")
    // By its number in the test too.
    let place = try #require(told.response("es1")?["number"]?.integer)
    let again = try CommandRun.run(["results", "mark", told.id, "\(place)", "1.5"], data: session.data)
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.hasPrefix("Question \(place), es1: 1.5 of 3."))
    #expect(try ToldAttempt.only(session.data).points("es1") == "1.5")
    for wrong in ["0", "13", "1.0", "９"] {
      #expect(
        try CommandRun.run(["results", "mark", told.id, wrong, "1"], data: session.data).status == 66, "\(wrong)")
    }
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)
  }

  /// Gives each left side its right one by the letter the legend has for it, from the top row down.
  private func match(_ pairs: [String: String], _ session: PtySession) throws {
    try session.wait(until: "both sides") { session in
      pairs.allSatisfy { session.terminal.contains($0.key) && session.terminal.contains($0.value) }
    }
    let lefts = pairs.keys.sorted { (session.terminal.find($0)?.row ?? 0) < (session.terminal.find($1)?.row ?? 0) }
    for left in lefts {
      let right = pairs[left] ?? ""
      let letter = try #require("abcd".first { session.terminal.contains("\($0)  \(right)") })
      try session.send(String(letter))
      try session.wait(until: "\(left) with \(right)") { session in
        session.screen.contains { $0.contains(left) && $0.contains(right) }
      }
    }
  }

  /// Picks each item up and carries it to its place.
  private func order(_ items: [String], _ session: PtySession) throws {
    try session.wait(until: "the items") { session in items.allSatisfy { session.terminal.contains($0) } }
    var shown = items.sorted { (session.terminal.find($0)?.row ?? 0) < (session.terminal.find($1)?.row ?? 0) }
    if shown == items { try session.send("  ") }
    try session.carry(&shown, to: items)
    try session.wait(until: "the items in order") { session in
      items.enumerated().allSatisfy { session.terminal.contains("\($0.offset + 1). \($0.element)") }
    }
  }
}
