/// Exams whose own keys are wrong, and every word that is said about it.
let brokenHeads: [BrokenExam] = [
  BrokenExam(
    "only an empty object", #"{}"#,
    #"1:1: the exam has no "format": add "format": "kiosk-exam/1""#,
    #"1:1: the exam has no "id": add "id": "geography""#,
    #"1:1: the exam has no "title": add "title": "…""#,
    #"1:1: the exam has no "questions": add "questions": [ … ]"#),
  BrokenExam(
    "another format",
    #"{ "format": "kiosk-exam/9", "id": "t", "title": "T", "questions": [ { "id": "a", "type": "trueFalse", "prompt": "P", "answer": true } ] }"#,
    #"1:13: "format" is "kiosk-exam/9", which this program does not read: write "kiosk-exam/1""#),
  BrokenExam(
    "duplicate key",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""minutes": 5, "minutes": 6,"#),
    #"1:68: the key "minutes" is given twice (first on line 1): keep one of them"#),
  BrokenExam(
    "unknown key near a known one",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""minuts": 5,"#),
    #"1:54: unknown key "minuts" in the exam: did you mean "minutes"?"#),
  BrokenExam(
    "unknown key",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""colour": "red","#),
    #"1:54: unknown key "colour" in the exam: remove it; keys of your own start with x-"#),
  BrokenExam(
    "minutes as text",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""minutes": "15","#),
    #"1:65: "minutes" must be a whole number, not a text: write 15 without quotes"#),
  BrokenExam(
    "minutes with a half",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""minutes": 1.5,"#),
    #"1:65: "minutes" must be a whole number, not 1.5: write 15"#),
  BrokenExam(
    "minutes out of range",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""minutes": 481,"#),
    #"1:65: "minutes" is 481, outside 1 to 480: choose a number from 1 to 480"#),
  BrokenExam(
    "navigation unknown",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""navigation": "fre","#),
    #"1:68: "navigation" cannot be "fre": did you mean "free"?"#),
  BrokenExam(
    "shuffle as text",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""shuffle": "yes","#),
    #"1:65: "shuffle" must be true or false, not a text: write true or false without quotes"#),
  BrokenExam(
    "language tag",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""language": "english language","#),
    #"1:66: "language" "english language" is not a language tag: write "en", "fr", "pt-BR" …"#),
  BrokenExam(
    "draw more than there is",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""draw": { "count": 2 },"#),
    #"1:73: "draw" asks for 2 questions, but the exam has 1: lower "count" to 1 or less, or add questions"#),
  BrokenExam(
    "draw without count",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#, #""draw": { "spreadBy": "topic" },"#),
    #"1:62: "draw" has no "count": add "count": 20"#),
  BrokenExam(
    "draw spread unknown",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#,
      #""draw": { "count": 1, "spreadBy": "topics" },"#),
    #"1:88: "spreadBy" cannot be "topics": did you mean "topic"?"#),
  BrokenExam(
    "restriction unknown",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#,
      #""policy": { "required": [ "home", "lookup" ] },"#),
    #"1:88: a restriction cannot be "lookup": did you mean "lookUp"?"#),
  BrokenExam(
    "detection unknown",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#,
      #""policy": { "detections": { "remotes": "record" } },"#),
    #"1:82: unknown key "remotes" in "detections": did you mean "remote"?"#),
  BrokenExam(
    "detection value unknown",
    examText(
      #"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true }"#,
      #""policy": { "detections": { "remote": "deny" } },"#),
    #"1:92: "remote" cannot be "deny": write one of "allow", "record", "refuse""#),
  BrokenExam(
    "no questions", examText(#""#),
    #"2:16: the exam has no questions: add at least one to "questions""#),
  BrokenExam(
    "descriptions only", examText(#"{ "id": "d", "type": "description", "prompt": "P" }"#),
    #"2:16: the exam has descriptions but no question: add a question of another type"#),
]
