import Testing

@testable import KioskCore

@Suite struct ResultsFormatTests {
  let scratch = ScratchFolder()

  private func detail() throws -> AttemptDetail {
    let store = try Store.open(scratch.folder)
    try Sample.sit(store)
    try Ledger(scratch.folder).append(Sample.attempt().id, "homeBlocked", "Esc", at: Sample.start)
    return try store.detail(of: Sample.attempt().id)
  }

  @Test func theListHasTheKeysOfTheContract() throws {
    let summary = try detail().summary
    #expect(
      JSONWriter.text(ResultsJSON.list([summary])) == """
        [{"attempt":"01HZZZZZZZZZZZZZZZZZZZZZZ0","exam":"geo","title":"Geography","candidate":"Zoë O'Neil",\
        "candidateId":"7","state":"submitted","mode":"test","tier":"terminal","startedAt":"2023-11-14T22:13:20Z",\
        "submittedAt":"2023-11-14T22:14:20Z","score":null,"maxScore":8,"answered":3,"questions":3,"escapes":1,\
        "interruptions":0,"seconds":6}]
        """)
  }

  @Test func showAddsResponsesAndLedger() throws {
    let object = ResultsJSON.object(try detail())
    #expect(
      object["responses"].map { JSONWriter.text($0) } == """
        [{"question":"capital","number":1,"type":"shortAnswer","response":"ottawa","normalised":"ottawa",\
        "marked":"listed answer, case overlooked","points":1,"maxPoints":1,"changes":1,"seconds":2.5},\
        {"question":"rivers","number":2,"type":"choice","response":["Nile","Po"],"marked":"exactly the right choices","points":2,\
        "maxPoints":2,"changes":0,"seconds":1.5},{"question":"why","number":3,"type":"essay",\
        "response":"=SUM(A1)\\nIt is far north.","marked":"marked by hand","points":null,"maxPoints":5,"changes":0,\
        "seconds":1.25}]
        """)
    guard case .array(let ledger) = object["ledger"] else {
      Issue.record("no ledger")
      return
    }
    #expect(ledger.count == 4)
    #expect(
      ledger.last == ["at": "2023-11-14T22:13:20Z", "what": "homeBlocked", "detail": "Esc"])
    #expect(object["sealed"] == true)
  }

  @Test func anOpenAttemptTellsNoMarksAndNoKey() throws {
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    for step in Sample.steps { try store.append(step, to: Sample.attempt().id) }
    let document = JSONWriter.text(try ResultsJSON.export(store, [Sample.attempt().id]))
    for word in ["Ottawa", "marked", "normalised", "score", "record", "\"points\":1", "\"points\":2"] {
      #expect(!document.contains(word), "\(word)")
    }
    #expect(document.contains("\"points\":null"))
    #expect(document.contains("\"response\":\"ottawa\""))
    let page = ResultsHTML.details([try store.detail(of: Sample.attempt().id)])
    #expect(!page.contains("Ottawa"))
    #expect(!ResultsCSV.details([try store.detail(of: Sample.attempt().id)]).contains("overlooked"))
  }

  @Test func csvIsWhatASpreadsheetOpens() throws {
    let text = ResultsCSV.details([try detail()])
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(text.unicodeScalars.first == "\u{FEFF}")
    #expect(
      lines[1] == """
        01HZZZZZZZZZZZZZZZZZZZZZZ0,geo,Geography,"Zoë O'Neil",7,submitted,test,terminal,2023-11-14T22:13:20Z,\
        2023-11-14T22:14:20Z,,8,3,3,1,0,capital,shortAnswer,ottawa,ottawa,"listed answer, case overlooked",1,1,1,2.5,10,0
        """)
    #expect(lines[3].hasSuffix(#"why,essay,"'=SUM(A1)"# + "\nIt is far north.\",,\"marked by hand\",,5,0,1.25,10,0"))
    #expect(lines.last == "")
    #expect(ResultsCSV.list([]).hasSuffix("escapes,interruptions\r\n"))
  }

  /// The minutes were told as seconds in one format and not at all in others; a proctor could not see who had extra time.
  @Test func everyFormatTellsTheMinutesAllowedAndTheExtraTime() throws {
    let plain = Sample.attempt()
    let attempt = Attempt(
      id: plain.id, mode: plain.mode, candidate: plain.candidate, exam: plain.exam, slots: plain.slots,
      seed: plain.seed, allowed: 750_000, extraPercent: 25, startedAt: plain.startedAt)
    let store = try Store.open(scratch.folder)
    try Sample.sit(store, attempt)
    let detail = try store.detail(of: attempt.id)
    let object = ResultsJSON.object(detail)
    #expect(object["minutes"] == .number("12.5"))
    #expect(object["extraPercent"] == 25)
    #expect(object["candidateId"] == "7")
    #expect(ResultsCSV.details([detail]).contains("seconds,minutes,extraPercent\r\n"))
    #expect(ResultsCSV.details([detail]).contains(",2.5,12.5,25\r\n"))
    let page = ResultsHTML.details([detail])
    for words in [
      "<dt>Minutes allowed</dt><dd dir=\"auto\">12.5</dd>", ">25 %<",
      "<dt>Candidate number</dt><dd dir=\"auto\">7</dd>",
    ] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\"'\t=1\""),
    ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("O'Neil", "O'Neil"), ("Müller-Lüdenscheidt", "Müller-Lüdenscheidt"),
    ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("", ""), ("a=1", "a=1"), ("渥太华", "渥太华"),
    ("\u{1B}[31mred", "[31mred"), ("e\u{301}", "e\u{301}"),
  ])
  func noCellBecomesAFormulaAndNamesStayIntact(value: String, cell: String) {
    #expect(Array(ResultsCSV.quoted(value).utf8) == Array(cell.utf8))
  }

  @Test func thePageIsEscapedAndStandsAlone() throws {
    let store = try Store.open(scratch.folder)
    let nasty = "<script>alert('1')</script> & \"Zoë\"\u{1B}"
    try Sample.sit(store, Sample.attempt(name: nasty))
    for page in [
      ResultsHTML.details([try store.detail(of: Sample.attempt().id)]), ResultsHTML.list(try store.summaries()),
    ] {
      #expect(!page.contains("<script"))
      #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;Zoë&quot;\u{FFFD}"))
      #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))
      #expect(page.hasPrefix("<!DOCTYPE html>"))
      #expect(page.contains("charset=\"utf-8\""))
    }
  }

  @Test func responsesOfEveryTypeAreReadable() throws {
    let exam = try #require(Repository.exam("Tests/Fixtures/every-type.exam.json").exam)
    let attempt = AttemptComposer.compose(
      exam, seed: 1, candidate: Candidate(name: "A"), options: .init(mode: .test), startedAt: Sample.start,
      random: Array(0..<10))
    let store = try Store.open(scratch.folder)
    try store.begin(attempt, tier: .console, restrictions: [])
    for (index, slot) in attempt.slots.enumerated() {
      let response: Response?
      switch slot.question.kind {
      case .shortAnswer, .numerical, .spelling, .essay: response = .text("x")
      case .choice: response = .choice([0])
      case .trueFalse: response = .trueFalse(true)
      case .matching(let pairs, _): response = .matching(pairs.indices.map { $0 == 0 ? nil : $0 })
      case .ordering(let items): response = .ordering(Array(items.indices))
      case .cloze(_, let gaps):
        response = .cloze(
          gaps.map { gap in
            if case .choices = gap.kind { return .choice(0) }
            return .text("y")
          })
      case .description: response = nil
      }
      if let response { try store.append(Sample.response(index, response), to: attempt.id) }
    }
    let steps = try store.steps(of: attempt.id)
    try store.end(attempt.id, Sample.ending(attempt, steps))
    let detail = try store.detail(of: attempt.id)
    #expect(detail.summary.answered == detail.summary.questions)
    for line in detail.lines { #expect(!line.words(language: "en").isEmpty, "\(line.question.typeName)") }
    let document = JSONWriter.bytes(ResultsJSON.show(detail), pretty: true)
    let responses = try JSONReader.read(document).root["responses"]?.array ?? []
    #expect(responses.count == detail.lines.count)
    for node in responses { #expect(node["response"]?.value != .null) }
  }
}
