import Testing

@testable import KioskCore
@testable import KioskTUI

@Suite struct ArgumentsTests {
  private func read(_ words: String...) throws(CommandFault) -> Arguments {
    try Arguments(words, flags: ["--all", "--json"], options: ["--format", "-o"])
  }

  @Test func optionsStandAnywhere() throws {
    let arguments = try read("--all", "show", "--format=csv", "A", "-o", "--json", "--", "--all", "-x")
    #expect(arguments.positionals == ["show", "A", "--all", "-x"])
    #expect(arguments.has("--all") && !arguments.has("--json"))
    #expect(arguments.value("--format") == "csv")
    #expect(arguments.value("-o") == "--json")
    #expect(try read("-").positionals == ["-"])
    #expect(try read("--format=").value("--format") == "")
    #expect(try read("--format=a=b").value("--format") == "a=b")
  }

  @Test func mistakesAreUsageAndSayWhatWasMeant() {
    func fault(_ words: String...) -> CommandFault? {
      do throws(CommandFault) {
        _ = try Arguments(words, flags: ["--all", "--json"], options: ["--format", "-o"])
        return nil
      } catch {
        return error
      }
    }
    for (found, words) in [
      (fault("--formt", "csv"), "did you mean --format?"), (fault("--xyzzy"), "it takes"), (fault("-q"), "it takes"),
      (fault("--format"), "needs a value"), (fault("--all=1"), "takes no value"),
      (fault("-o", "a", "-o", "b"), "given twice"),
    ] {
      #expect(found?.status == 64)
      #expect(found?.words.contains(words) == true, "\(found?.words ?? "no fault")")
    }
  }

  @Test func aValueIsOneOfItsChoices() throws {
    #expect(try read("--format", "csv").value("--format", among: ["csv", "json"]) == "csv")
    #expect(throws: CommandFault("--format jsn is not known: did you mean json?", 64)) {
      try read("--format", "jsn").value("--format", among: ["csv", "json"])
    }
  }

  @Test(arguments: [
    ("2", "2"), ("2.5", "2.5"), ("2,5", "2.5"), ("0.33333", "0.33333"), ("0", "0"), ("010", "10"), ("", nil),
    ("-1", nil), ("2.", nil), (".5", nil), ("1e3", nil), ("0.333333", nil), ("1.2.3", nil), ("two", nil),
    ("99999999999999999999", nil),
  ])
  func pointsAreReadAsPeopleWriteThem(text: String, points: String?) {
    #expect(ResultsCommand.points(text)?.decimal == points)
  }

  @Test func tablesAreAlignedByWhatIsDrawn() {
    var table = TextTable([("Name", .left), ("N", .right), ("Id", .left)])
    table.add(["渥太华", "1", "a"])
    table.add(["e\u{301}\u{1B}[2J", "12", ""])
    #expect(table.text == "Name     N  Id\n渥太华   1  a\né[2J    12\n")
  }
}
