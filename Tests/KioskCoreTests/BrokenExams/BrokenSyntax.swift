/// Files that are no JSON, and every word that is said about it.
let brokenSyntax: [BrokenExam] = [
  BrokenExam(
    "empty file", #""#,
    #"1:1: the file is empty: a JSON document starts with {"#),
  BrokenExam(
    "not an object", #"[1]"#,
    #"1:1: the exam must be an object, not a list: write { … }"#),
  BrokenExam(
    "single quotes", #"{ 'format': 1 }"#,
    #"1:3: a key was expected here: keys stand in double quotes: "title""#),
  BrokenExam(
    "trailing comma", #"{ "format": "kiosk-exam/1", }"#,
    #"1:27: a comma stands after the last entry of an object: remove the comma"#),
  BrokenExam(
    "missing comma", "{ \"format\": \"kiosk-exam/1\"\n  \"id\": \"t\" }",
    #"2:3: a comma is missing in an object: put a comma before this, or close with }"#),
  BrokenExam(
    "missing colon", #"{ "format" "kiosk-exam/1" }"#,
    #"1:12: a colon is missing after the key "format": write "format": and then the value"#),
  BrokenExam(
    "comment", "{\n  // the exam\n  \"format\": \"kiosk-exam/1\" }",
    #"2:3: JSON has no comments: keep the note as a key that starts with x-, or remove it"#),
  BrokenExam(
    "unclosed text", #"{ "format": "kiosk"#,
    #"1:13: this text is not closed: put a " at its end"#),
  BrokenExam(
    "line break in a text", "{ \"title\": \"a\nb\" }",
    #"1:14: a text goes over the end of its line: close it with ", or write the line break as \n"#),
  BrokenExam(
    "tab in a text", "{ \"title\": \"a\tb\" }",
    #"1:14: a tab stands inside a text: write it as \t, or as a space"#),
  BrokenExam(
    "bad escape", #"{ "title": "a\qb" }"#,
    #"1:14: this escape is not one of JSON's: a backslash itself is written \\"#),
  BrokenExam(
    "lone surrogate", #"{ "title": "\ud83d!" }"#,
    #"1:13: half of a surrogate pair stands alone: write the character itself, or both halves of the pair"#),
  BrokenExam(
    "short escape", #"{ "title": "\u12" }"#,
    #"1:13: \u needs four hexadecimal digits: for example \u00e9"#),
  BrokenExam(
    "leading zero", #"{ "minutes": 010 }"#,
    #"1:14: a number does not start with 0: remove the leading zeros, or write it as a "text""#),
  BrokenExam(
    "plus sign", #"{ "minutes": +1 }"#,
    #"1:14: a number starts with a digit or a minus: write 0.5 instead of .5, and no +"#),
  BrokenExam(
    "point without digits", #"{ "minutes": 1. }"#,
    #"1:14: a digit is missing after the decimal point: write 1.0 or 1"#),
  BrokenExam(
    "ends early", #"{ "questions": ["#,
    #"1:17: the file ends too early: a closing ", } or ] is missing"#),
  BrokenExam(
    "something after the end", #"{} {}"#,
    #"1:4: something follows the end of the document: remove it, or check for a } or ] too many"#),
  BrokenExam(
    "carriage returns", "{\r  \"format\": \"kiosk-exam/1\",\r\n  \"id\": \"\u{e9}\", nonsense }",
    #"3:14: a key was expected here: keys stand in double quotes: "title""#),
]
