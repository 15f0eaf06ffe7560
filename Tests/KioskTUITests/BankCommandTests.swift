import KioskCore
import Testing

/// `kiosk bank` as a script sees it.
@Suite(.serialized) struct BankCommandTests {
  private static func file(_ name: String, _ text: String) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    writeFile(folder.appending(name), text)
    return (folder, folder.appending(name))
  }

  private static let gift = "::Capital:: What is the capital of France? {=Paris}\n\nBroken {~a}\n\nTrue? {T}\n"

  @Test func listNamesEveryQuestionAndWhatIsWrong() throws {
    let (folder, path) = try Self.file("b.gift", Self.gift)
    defer { _ = folder }
    let run = try CommandRun.run(["bank", "list", path, "--json"])
    #expect(run.status == 0 && run.errors.isEmpty)
    let root = try JSONReader.read(Array(run.output.utf8)).root
    let questions = root["questions"]?.array ?? []
    #expect(questions.map { $0["type"]?.string } == ["shortAnswer", "trueFalse"])
    #expect(questions.map { $0["title"]?.string } == ["Capital", "True?"])
    #expect(questions.map { $0["line"]?.integer } == [1, 5])
    #expect(questions.map { $0["id"]?.string } == ["Capital", "q3"])
    let problem = root["problems"]?.array?.first
    #expect(problem?["line"]?.integer == 3 && problem?["column"]?.integer == 8)
    #expect(problem?["severity"]?.string == "error" && problem?["hint"]?.string != nil)
    #expect(root["counts"]?["trueFalse"]?.integer == 1 && root["skipped"]?.array?.isEmpty == true)
  }

  @Test func lintSpeaksLikeACompiler() throws {
    let (folder, path) = try Self.file("b.gift", Self.gift)
    defer { _ = folder }
    let run = try CommandRun.run(["bank", "lint", path])
    #expect(run.status == 65)
    #expect(
      run.output
        == "\(path):3:8: error: there is one choice and none is right (mark the right one with =, or add choices)\n")
    let sound = try Self.file("s.gift", "Q {T}\n")
    let good = try CommandRun.run(["bank", "lint", sound.path])
    #expect(good.status == 0 && good.output == "\(sound.path): 1 question, nothing to mend.\n")
    let json = try CommandRun.run(["bank", "lint", "--json", path])
    #expect(json.status == 65 && json.output.hasPrefix("{"))
  }

  private static func words(_ words: [String], language: String) -> String {
    let questions = words.map { word in
      #"{ "id": "\#(word)", "type": "spelling", "word": "\#(word)", "definition": "d", "sentence": "A \#(word)." }"#
    }
    return #"{ "format": "kiosk-exam/1", "id": "a", "title": "A", "language": "\#(language)", "questions": ["#
      + "\n" + questions.joined(separator: ",\n") + "\n] }\n"
  }

  /// With the real voice, in the language of the bank.
  @Test func lintHearsWhichWordsSoundAlike() throws {
    let english = try Self.file("w.exam.json", Self.words(["mantel", "castle", "mantle", "yolk"], language: "en"))
    let run = try CommandRun.run(["bank", "lint", english.path])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains(":4:1: warning: \"mantle\" sounds like \"mantel\" on line 2, as espeak-ng 1."))
    #expect(lines[1].contains(":5:1: warning: \"yolk\" sounds like \"yoke\" (see that"))
    #expect(lines[2].contains("sound alike: found by the kiosk's list of English words and espeak-ng 1."))
    let french = try Self.file("f.exam.json", Self.words(["seau", "chien", "sot"], language: "fr"))
    let json = try CommandRun.run(["bank", "lint", "--json", french.path])
    let root = try JSONReader.read(Array(json.output.utf8)).root
    #expect(root["problems"]?.array?.map { $0["line"]?.integer } == [4])
    #expect(root["homophonesBy"]?.string?.hasPrefix("espeak-ng 1.") == true)
  }

  @Test func lintWithoutAVoiceSaysSoAndGoesByTheListAlone() throws {
    let folder = try TemporaryFolder()
    let alone = folder.appending("kiosk")
    _ = try CommandRun.run([KioskProgram.path, alone], program: "/bin/cp")
    let words = try Self.file("w.exam.json", Self.words(["mantel", "mantle", "yolk"], language: "en"))
    let run = try CommandRun.run(["bank", "lint", words.path], program: alone)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("yoke"))
    #expect(lines[1].contains("English words alone (kiosk-speech is not installed beside kiosk: run make install)"))
  }

  @Test func convertWritesWhatCanBeUsedAndTellsTheRest() throws {
    let (folder, path) = try Self.file("My bank.gift", Self.gift)
    let out = folder.appending("out.exam.json")
    let run = try CommandRun.run(["bank", "convert", path, "-o", out])
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains(":3:8: error: there is one choice and none is right"))
    let exam = try #require(ExamReader.read(readFile(out) ?? []).exam)
    #expect(exam.id == "out" && exam.questions.map(\.id) == ["Capital", "q3"])
    let back = try CommandRun.run(["bank", "convert", out, "--to", "gift"])
    #expect(
      back.status == 0
        && back.output == "::Capital:: What is the capital of France? {=Paris}\n\n// [id:q3]\nTrue? {T}\n\n",
      "\(back.output)")
    let lossy = try CommandRun.run(["bank", "convert", out, "--to", "aiken"])
    #expect(lossy.errors.contains("not in Aiken: Capital: Aiken has no shortAnswer questions"))
  }

  @Test func standardInputIsAFileToo() throws {
    let run = try CommandRun.run(["bank", "list", "-"], input: "Q\nA. x\nB. y\nANSWER: B\n")
    #expect(run.status == 0 && run.output.contains("Aiken, 1 question"))
  }

  @Test func wrongUseIsTold() throws {
    for (arguments, status, words) in [
      (["bank"], 64, "bank needs to know what to do"), (["bank", "lst", "x"], 64, "did you mean list?"),
      (["bank", "list"], 64, "needs a file"), (["bank", "list", "/nowhere.gift"], 66, "there is no"),
      (["bank", "list", "/usr"], 66, "is a folder"),
      (["bank", "list", "x", "--from", "gft"], 64, "did you mean gift?"),
      (["bank", "list", "x", "-o", "y"], 64, "goes with bank convert"),
    ] as [([String], Int32, String)] {
      let run = try CommandRun.run(arguments)
      #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.errors)")
    }
  }
}
