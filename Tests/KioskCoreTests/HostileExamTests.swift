import Testing

@testable import KioskCore

/// Files made to be slow: a choice of 20,000 choices took minutes, each compared with all before it, and a file of
/// hundreds of megabytes held the lobby up.
@Suite struct HostileExamTests {
  private func list(_ count: Int, _ entry: (Int) -> String) -> String {
    "[" + (0..<count).map(entry).joined(separator: ",") + "]"
  }

  private func question(_ type: String, _ rest: String) -> String {
    examText("{ \"id\": \"a\", \"type\": \"\(type)\", \"prompt\": \"P\", \(rest) }")
  }

  @Test func aListOfMoreThanAThousandIsRefusedWhereItStands() {
    let choices = list(1001) { "{\"text\":\"c\($0)\",\"fraction\":\($0 == 0 ? 1 : 0)}" }
    let files = [
      ("choices", question("choice", "\"choices\": \(choices)")),
      ("answers", question("shortAnswer", "\"answers\": \(list(1001) { "{\"text\":\"c\($0)\"}" })")),
      ("answers", question("numerical", "\"answers\": \(list(1001) { "{\"value\":\($0)}" })")),
      ("pairs", question("matching", "\"pairs\": \(list(1001) { "{\"left\":\"l\($0)\",\"right\":\"r\($0)\"}" })")),
      ("items", question("ordering", "\"items\": \(list(1001) { "\"i\($0)\"" })")),
      (
        "gaps",
        question(
          "cloze",
          "\"text\": \"x\", \"gaps\": {\((0...1000).map { "\"g\($0)\": {}" }.joined(separator: ","))}"
        )
      ),
    ]
    for (key, text) in files {
      let problem = read(text).problems.first { $0.message.contains("entries") }
      #expect(problem?.message == "\"\(key)\" has 1001 entries, more than 1000")
      #expect(problem?.hint == "split the question into several")
    }
  }

  @Test func aThousandAreTakenAndTwiceIsStillFound() {
    let all = list(1000) { "{\"text\":\"c\($0)\",\"fraction\":\($0 == 0 ? 1 : 0)}" }
    #expect(read(question("choice", "\"choices\": \(all)")).exam != nil)
    let twice = list(1000) { "{\"text\":\"c\($0 % 999)\",\"fraction\":\($0 == 1 ? 1 : 0)}" }
    #expect(
      read(question("choice", "\"choices\": \(twice)")).problems.map(\.message) == ["the choice \"c0\" is given twice"])
  }

  @Test func tooManyQuestionsTooLongATextAndTooLargeAFileAreRefused() {
    let questions = (0...100_000).map { "{\"id\":\"q\($0)\",\"type\":\"trueFalse\",\"prompt\":\"P\",\"answer\":true}" }
    #expect(
      read(examText(questions.joined(separator: ","))).problems.map(\.message) == [
        "\"questions\" has 100001 entries, more than 100000"
      ])
    let long = String(repeating: "é", count: 20_001)
    let prompt = examText("{\"id\":\"q\",\"type\":\"trueFalse\",\"prompt\":\"\(long)\",\"answer\":true}")
    #expect(read(prompt).problems.map(\.message) == ["\"prompt\" has 20001 characters, more than 20000"])
    let large = [UInt8](repeating: 0x20, count: ExamReader.largest + 1)
    #expect(lines(ExamReader.read(large)) == ["1:1: the file is larger than 64 MiB: divide it into several exams"])
  }

  /// Each id given twice was told with its line, which took a pass over the file, listed or not.
  @Test func tenThousandIdsGivenTwiceAreToldInNoTime() {
    let questions = (0..<10_000).map { _ in "{\"id\":\"q\",\"type\":\"trueFalse\",\"prompt\":\"P\",\"answer\":true}" }
    let keys = (0..<20_000).map { _ in "\"x-k\": 1" }.joined(separator: ",")
    #expect(read(examText(questions.joined(separator: ",\n"))).problems.count == ExamDecoder.listed)
    #expect(read("{\(keys)}").problems.count >= JSONReader.listed)
  }
}
