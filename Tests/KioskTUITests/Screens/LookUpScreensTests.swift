import KioskCore
import KioskPage
import SittingScript
import Testing

@Suite("Screens of looking up")
struct LookUpScreensTests {
  static let canada = [
    PageLine(.source, "Gazetteer"), PageLine(.word, "Canada"), PageLine(.text, "Capital: {Ottawa}"),
    PageLine(.text, "Continent: North America"), PageLine(.text, "Neighbours: {United States}"),
    PageLine(.source, "WordNet"), PageLine(.word, "canada"),
    PageLine(
      .text,
      "noun 1: a nation in northern North America; the French were the first Europeans to settle in mainland Canada; "
        + "\"the border between the United States and Canada is the longest unguarded border in the world\""),
  ]
  static let knight = [
    PageLine(.source, "WordNet"), PageLine(.word, "knight"),
    PageLine(
      .text,
      "noun 1: originally a person of noble birth trained to arms and chivalry; today in Great Britain a person honored "
        + "by the sovereign for personal merit"),
    PageLine(
      .text,
      "2: a chessman shaped to resemble the head of a horse; can move two squares horizontally and one vertically (or "
        + "vice versa) [syn: {knight}, {horse}]"),
    PageLine(
      .text, "verb 1: raise (someone) to knighthood; \"The Beatles were knighted\" [syn: {knight}, {dub}]"),
    PageLine(.source, "GCIDE, after Webster 1913"), PageLine(.word, "Knight"),
    PageLine(.text, "Knight \\Knight\\, n. [OE. knight, cniht, knight, soldier, AS. cniht, cneoht, a boy, youth.]"),
    PageLine(.text, "1. A young servant or follower; a military attendant. [Obs.]", indent: 2),
    PageLine(.text, "(a) In feudal times, a man-at-arms serving on horseback.", indent: 4),
    PageLine(.text, "{Knight of the post}, one who gained his living by giving false evidence.", indent: 2),
  ]

  /// A practice whose dictionaries know only this.
  private func practice(_ found: [PageLine]) -> SittingScript {
    var script = SittingScript.practice()
    script.go(to: 1)
    script.world.found = found
    script.press(.action(.lookUp))
    return script
  }

  @Test func aPlaceWithItsLinks() {
    var script = practice(Self.canada)
    script.type("Canada")
    script.press(.enter)
    ScreenGolden.expect(script, "look-up")
  }

  @Test func aWordOfTwoDictionaries() {
    var script = practice(Self.knight)
    script.type("knight")
    script.press(.enter, .focusMoved(forward: true), .focusMoved(forward: true))
    ScreenGolden.expect(script, "look-up-link")
    script.press(.enter, .action(.next))
    ScreenGolden.expect(script, "look-up-scrolled")
  }

  @Test func nothingFoundOffersWhatIsNear() {
    var script = practice([
      .near(["kaleidoscope", "kaleidoscopic"]),
      PageLine(.note, "WordNet is not installed: apt install dict-wn"),
    ])
    script.type("kaleidoscpe")
    script.press(.enter)
    ScreenGolden.expect(script, "look-up-nothing")
  }

  @Test func whatIsWaitedForIsSaid() {
    var script = practice([])
    script.world.helpsAnswer = false
    script.type("knight")
    script.press(.enter)
    ScreenGolden.expect(script, "look-up-waiting")
  }

  @Test func inLargeLetters() {
    var script = practice(Self.canada)
    script.state.aids.configure(aid: .largePrint, enabled: true)
    script.type("Can")
    ScreenGolden.expect(script, "large-look-up-typed")
    script.type("ada")
    script.press(.enter)
    ScreenGolden.expect(script, "large-look-up")
    script.press(.focusMoved(forward: true))
    ScreenGolden.expect(script, "large-look-up-link")
  }
}
