import Testing

@testable import KioskCore

private let geography = Repository.exam("Assets/exams/geography.exam.json")
private let spelling = Repository.exam("Assets/exams/spelling.exam.json")

@Test func theShippedExamsHaveNoProblem() throws {
  #expect(geography.problems == [] && spelling.problems == [])
  for exam in [try #require(geography.exam), try #require(spelling.exam)] {
    #expect(ExamReader.read(ExamWriter.bytes(exam)).exam == exam)
  }
}

@Test func geographyAsksForEveryCapitalAndMuchElse() throws {
  let exam = try #require(geography.exam)
  let capitals = exam.questions.filter { $0.id.hasPrefix("capital-") }
  #expect(capitals.count == 195)
  #expect(exam.questions.count - capitals.count >= 60)
  let kinds = Set(exam.questions.map(\.typeName))
  #expect(kinds.isSuperset(of: ["shortAnswer", "choice", "trueFalse", "numerical", "matching", "ordering"]))
  #expect(exam.draw == Exam.Draw(count: 20, spreadBy: .topic) && exam.verdict == .end)
}

@Test func everyListedAnswerOfGeographyIsTaken() throws {
  let exam = try #require(geography.exam)
  for question in exam.questions {
    guard case .shortAnswer(let answers, _) = question.kind else { continue }
    for answer in answers {
      for text in answer.text.all where !text.contains("*") {
        let mark = Marker.mark(question, .text(text), language: exam.language)
        #expect(mark.points == question.points.share(answer.fraction), "\(question.id): \(text)")
      }
    }
  }
}

@Test(arguments: [
  ("us", "washington dc", true), ("us", "Washington, D.C.", true), ("us", "New York", false), ("ua", "Kiev", true),
  ("ua", "kyiv", true),
  ("td", "Ndjamena", true), ("td", "N’Djaména", true), ("st", "Sao Tome", true), ("ye", "Sanaa", true),
  ("au", "Sydney", false),
  ("ca", "Toronto", false), ("br", "brasilia", true), ("is", "Reykjavik", true), ("py", "Asuncion", true),
  ("kz", "Astana", true),
  ("mm", "Naypyidaw", true), ("ci", "Yamoussoukro", true), ("lk", "Kotte", true), ("pw", "Ngerulmud", true),
  ("tz", "Dodoma", true),
  ("bi", "Gitega", true), ("mv", "Male", true), ("cm", "Yaounde", true), ("co", "Bogota", true), ("mc", "Monaco", true),
])
func capitalsAreTakenAsAnExaminerWould(_ country: String, _ text: String, _ right: Bool) throws {
  let exam = try #require(geography.exam)
  let question = try #require(exam.questions.first { $0.id == "capital-\(country)" })
  #expect((Marker.mark(question, .text(text), language: "en").outcome == .right) == right)
}

@Test func spellingHasWordsInFiveLevels() throws {
  let exam = try #require(spelling.exam)
  let words = exam.questions.compactMap { question -> String? in
    if case .spelling(let spelling) = question.kind { return spelling.word }
    return nil
  }
  #expect(words.count >= 300 && Set(words).count == words.count)
  #expect(Set(exam.questions.compactMap(\.level)) == [1, 2, 3, 4, 5])
  #expect(Set(words).isSuperset(of: ["schnauzer", "syzygy", "covfefe"]))
  #expect(exam.draw == Exam.Draw(count: 15, spreadBy: .level) && exam.verdict == .each)
}

/// Each of these was looked at: its meaning and its sentence fit no word that sounds like it. A new one has to be.
@Test func lintFindsNothingInTheShippedWordsButHomophonesThatAreTold() throws {
  let known = [
    "climb", "heart", "hour", "knock", "lamb", "muscle", "sword", "whale", "build", "gorilla", "piece", "rhyme",
    "straight", "yolk", "bruise", "ceiling", "choir", "chord", "queue", "colonel", "indict",
  ]
  var lint = BankLint()
  let bytes = Repository.bytes("Assets/exams/spelling.exam.json")
  let summary = BankReading.read(bytes, as: .json, fileName: "spelling.exam.json") { lint.add($0) }
  #expect(summary.problems == [] && summary.skipped.isEmpty)
  let found = lint.finish()
  #expect(found.allSatisfy { $0.severity == .warning && $0.message.contains(" sounds like ") })
  #expect(found.map { String($0.message.split(separator: "\"")[0]) } == known)
}

@Test func noSpellingQuestionShowsItsWord() throws {
  let exam = try #require(spelling.exam)
  for question in exam.questions {
    guard case .spelling(let spelling) = question.kind else { continue }
    let shown = spelling.gapped(spelling.sentence.text(in: "en"))
    #expect(shown.contains("____") && WordSearch.range(of: spelling.word, in: shown) == nil, "\(spelling.word)")
  }
}

@Test func aThousandDrawsOfEachShippedExamSpread() throws {
  for (reading, count, fewest) in [(geography, 20, 3), (spelling, 15, 3)] {
    let exam = try #require(reading.exam)
    for seed in 0..<1_000 as Range<UInt64> {
      let questions = AttemptComposer.slots(of: exam, seed: seed &* 0x9E37_79B9_7F4A_7C15).map(\.question)
      var counts: [String: Int] = [:]
      for question in questions { counts[question.topic?.text(in: "en") ?? "\(question.level ?? 0)", default: 0] += 1 }
      guard questions.count == count, Set(questions.map(\.id)).count == count,
        counts.values.allSatisfy({ $0 >= fewest })
      else {
        Issue.record("seed \(seed): \(counts)")
        return
      }
    }
  }
}

@Test func theGazetteerAnswersByEveryNameAndNearlyRightOnes() throws {
  let gazetteer = try #require(Gazetteer(Repository.bytes("Assets/gazetteer/world.json")))
  #expect(gazetteer.places.count == 195)
  let names = Set(gazetteer.places.map(\.name))
  for place in gazetteer.places {
    for neighbour in place.neighbours {
      #expect(names.contains(neighbour))
      let back = gazetteer.places.first { $0.name == neighbour }
      #expect(back?.neighbours.contains(place.name) == true, "\(neighbour) borders \(place.name)")
    }
    #expect(gazetteer.lookUp(place.name) != .near([]))
  }
  guard case .found(let found) = gazetteer.lookUp("  ottawa ") else { return #expect(Bool(false)) }
  #expect(found.map(\.name) == ["Canada"] && found[0].continent == "North America")
  guard case .found(let burma) = gazetteer.lookUp("Burma") else { return #expect(Bool(false)) }
  #expect(burma.map(\.name) == ["Myanmar"])
  #expect(gazetteer.lookUp("Brazl") == .near(["Brazil"]))
  #expect(gazetteer.lookUp("Atlantis of the west") == .near([]))
  #expect(gazetteer.lookUp("") == .near([]))
  #expect(gazetteer.suggestions(for: "ott") == ["Ottawa"])
  #expect(gazetteer.suggestions(for: "cote d").isEmpty == false && gazetteer.suggestions(for: " ").isEmpty)
  #expect(Gazetteer(Array("{}".utf8)) == nil)
}

@Test func namesAreFoundByTheirBeginningAndNearlyRight() {
  let index = NameIndex(["Reykjavík", "Ottawa", "São Tomé", "Ouagadougou"])
  #expect(index.names(beginningWith: "o") == ["Ottawa", "Ouagadougou"])
  #expect(index.names(beginningWith: "sao t") == ["São Tomé"] && index.names(beginningWith: "").isEmpty)
  #expect(index.contains("REYKJAVIK") && !index.contains("Reykja"))
  #expect(index.names(near: "Otawa") == ["Ottawa"] && index.names(near: "x").isEmpty)
}

@Test func suggestionsNeverHoldAWildcard() throws {
  let exam = try #require(Repository.exam("Tests/Fixtures/every-type.exam.json").exam)
  #expect(!exam.vocabulary.contains { $0.contains("*") })
}
