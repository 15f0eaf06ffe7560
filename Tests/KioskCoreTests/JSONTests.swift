import Testing

@testable import KioskCore

private func parsed(_ text: String) -> JSONNode.Value? { (try? JSONReader.read(Array(text.utf8)))?.root.value }

@Test(arguments: ["-0", "0", "1.5", "1e3", "1E+3", "1.25e-10", "123456789012345678901234567890.5"])
func aNumberIsKeptAsItWasWritten(_ text: String) {
  #expect(parsed(text) == .number(text))
}

@Test(arguments: [
  "01", "1.", ".5", "+1", "1e", "--1", "0x10", "NaN", "Infinity", "1 2", "tru", "nul", "\"", "[1,]", "{\"a\":1,}",
  "{\"a\":1,\"a\":2}", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "'a'", "",
])
func whatIsNoJSONIsRefused(_ text: String) {
  #expect(parsed(text) == nil)
}

@Test func escapesAreRead() {
  #expect(parsed(#""\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\""#) == .string("\u{E9}\u{1F600}/\u{8}\u{C}\n\r\t\"\\"))
}

@Test func nestingHasALimitAndLittleStack() {
  let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
  #expect(parsed(deep(JSONReader.depthLimit)) != nil)
  #expect(parsed(deep(JSONReader.depthLimit + 1)) == nil)
  #expect(parsed(String(repeating: "[", count: 1_000_000)) == nil)
}

@Test func placesCountScalarsOverEveryLineEnd() {
  let bytes = Array("a\nb\r\nc\rdé😀x".utf8)
  let place = { (offset: Int) in bytes.withUnsafeBufferPointer { TextPlace(offset: offset, in: $0) } }
  #expect(place(0) == TextPlace(line: 1, column: 1))
  #expect(place(2) == TextPlace(line: 2, column: 1))
  #expect(place(5) == TextPlace(line: 3, column: 1))
  #expect(place(7) == TextPlace(line: 4, column: 1))
  #expect(place(bytes.count - 1) == TextPlace(line: 4, column: 4))
}

@Test func whatIsWrittenReadsBackAndIsSafeToLookAt() throws {
  let hard = "\u{0}\u{1B}[2J\"\\/\u{7F}\u{85}\u{9B}é\u{2028}\u{2029}\u{1F600}\n\tz"
  let value: JSONValue = [
    "text": .string(hard), "list": [1, -2, true, nil, []], "empty": [:], "number": .number("0.33333"),
    "nested": [["a": "b"]],
  ]
  for pretty in [false, true] {
    let bytes = JSONWriter.bytes(value, pretty: pretty)
    #expect(!bytes.contains(0x1B) && !bytes.contains(0x7F))
    let root = try JSONReader.read(bytes).root
    #expect(root["text"]?.string?.unicodeScalars.elementsEqual(hard.unicodeScalars) == true)
    #expect(root["list"]?.array?.count == 5)
    #expect(root["number"]?.value == .number("0.33333"))
  }
  #expect(JSONWriter.text(["b": 1, "a": ["x", 2]]) == #"{"b":1,"a":["x",2]}"#)
  #expect(
    JSONWriter.text(["b": 1, "a": ["x", 2], "c": []], pretty: true)
      == "{\n  \"b\": 1,\n  \"a\": [\"x\", 2],\n  \"c\": []\n}\n")
  #expect(JSONWriter.text("\u{2028}\u{9F}\u{1}") == #""\u2028\u009f\u0001""#)
}

@Test func anObjectKeepsItsOrderWhenAKeyIsSetAgain() {
  var object: JSONObject = ["a": 1, "b": 2]
  object["a"] = 3
  object["c"] = 4
  object["b"] = nil
  #expect(JSONWriter.text(.object(object)) == #"{"a":3,"c":4}"#)
}

/// Whatever bytes come, reading ends with a value or a fault whose place lies in the text.
@Test func noMutationCrashesTheReaders() {
  let seedText = Repository.bytes("Tests/Fixtures/every-type.exam.json")
  var random = SeededRandom(seed: 1)
  let spice: [UInt8] =
    Array("{}[]\",:\\u0dntrue-1.5e9/ \n\r".utf8) + [0x00, 0x1B, 0x7F, 0x80, 0xC2, 0xE2, 0xED, 0xF4, 0xFF]
  for _ in 0..<1_500 {
    var bytes = seedText
    for _ in 0...random.below(4) {
      let at = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[at] = spice[random.below(spice.count)]
      case 1: bytes.insert(spice[random.below(spice.count)], at: at)
      case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + random.below(20)))
      default: bytes = Array(bytes[..<max(1, at)])
      }
    }
    let reading = ExamReader.read(bytes)
    #expect(reading.exam != nil || !reading.problems.isEmpty)
    #expect(reading.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && $0.line <= 40 })
    _ = ExamHead.scan(bytes)
  }
}
