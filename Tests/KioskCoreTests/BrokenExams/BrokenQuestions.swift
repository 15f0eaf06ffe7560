/// Questions whose common keys or answers are wrong, and every word that is said about it.
let brokenQuestions: [BrokenExam] = [
  BrokenExam(
    "question no object", examText(#""what?""#),
    #"3:1: a question must be an object, not a text: write { "id": …, "type": … }"#),
  BrokenExam(
    "question without type", examText(#"{ "id": "a", "prompt": "P" }"#),
    #"3:1: a question has no "type": add "type": "shortAnswer", "choice" …"#),
  BrokenExam(
    "type unknown", examText(#"{ "id": "a", "type": "shortanswer", "prompt": "P" }"#),
    #"3:22: there is no question type "shortanswer": did you mean "shortAnswer"?"#),
  BrokenExam(
    "key of another type", examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true, "pairs": [] }"#),
    #"3:66: unknown key "pairs" in a trueFalse question: remove it; keys of your own start with x-"#),
  BrokenExam(
    "prompt misspelt", examText(#"{ "id": "a", "type": "trueFalse", "promt": "P", "answer": true }"#),
    #"3:1: a trueFalse question has no "prompt": add "prompt": "…""#,
    #"3:35: unknown key "promt" in a trueFalse question: did you mean "prompt"?"#),
  BrokenExam(
    "prompt empty", examText(#"{ "id": "a", "type": "trueFalse", "prompt": "  ", "answer": true }"#),
    #"3:45: "prompt" is empty: give it a text, or leave the key out"#),
  BrokenExam(
    "prompt a number", examText(#"{ "id": "a", "type": "trueFalse", "prompt": 12, "answer": true }"#),
    #"3:45: "prompt" must be a text, not a number: write "12""#),
  BrokenExam(
    "prompt without wording", examText(#"{ "id": "a", "type": "trueFalse", "prompt": {}, "answer": true }"#),
    #"3:45: "prompt" has no wording: give it at least one: { "en": "…" }"#),
  BrokenExam(
    "duplicate id",
    examText(
      "{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": \"P\", \"answer\": true },\n{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": \"P\", \"answer\": true }"
    ),
    #"4:9: the id "a" is given twice (first on line 3): give each question an id of its own"#),
  BrokenExam(
    "bad id", examText(#"{ "id": "a b", "type": "trueFalse", "prompt": "P", "answer": true }"#),
    #"3:9: the question's "id" "a b" has characters that cannot be used: use letters, digits, -, _ and ., a letter or digit first, at most 64"#
  ),
  BrokenExam(
    "points negative", examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true, "points": -1 }"#),
    #"3:76: "points" is -1, outside 0 to 10000: choose a number from 0 to 10000"#),
  BrokenExam(
    "points too fine",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true, "points": 0.333333 }"#),
    #"3:76: "points" has more than five decimals: give at most five decimals"#),
  BrokenExam(
    "points of a description",
    examText(
      "{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": \"P\", \"answer\": true },\n{ \"id\": \"d\", \"type\": \"description\", \"prompt\": \"P\", \"points\": 1 }"
    ),
    #"4:62: a description earns no points: remove "points""#),
  BrokenExam(
    "level out of range", examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true, "level": 10 }"#),
    #"3:75: "level" is 10, outside 1 to 9: choose a number from 1 to 9"#),
  BrokenExam(
    "grant unknown",
    examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": true, "grants": [ "spelcheck" ] }"#),
    #"3:78: a granted help cannot be "spelcheck": did you mean "spellCheck"?"#),
  BrokenExam(
    "answer as text", examText(#"{ "id": "a", "type": "trueFalse", "prompt": "P", "answer": "true" }"#),
    #"3:60: "answer" must be true or false, not a text: write true or false without quotes"#),
  BrokenExam(
    "answers missing", examText(#"{ "id": "a", "type": "shortAnswer", "prompt": "P" }"#),
    #"3:1: a shortAnswer question has no "answers": add "answers": [ { "text": "…" } ]"#),
  BrokenExam(
    "answers no list", examText(#"{ "id": "a", "type": "shortAnswer", "prompt": "P", "answers": "Ottawa" }"#),
    #"3:63: "answers" must be a list, not a text: write [ … ]"#),
  BrokenExam(
    "answer a plain text", examText(#"{ "id": "a", "type": "shortAnswer", "prompt": "P", "answers": [ "Ottawa" ] }"#),
    #"3:65: an answer must be an object, not a text: write { … }"#),
  BrokenExam(
    "no right answer",
    examText(#"{ "id": "a", "type": "shortAnswer", "prompt": "P", "answers": [ { "text": "x", "fraction": 0.5 } ] }"#),
    #"3:63: no right answer: none of the "answers" earns all of the points: give one of them "fraction": 1"#),
  BrokenExam(
    "fraction out of range",
    examText(#"{ "id": "a", "type": "shortAnswer", "prompt": "P", "answers": [ { "text": "x", "fraction": 100 } ] }"#),
    #"3:92: "fraction" is 100, outside 0 to 1: 1 is all of the points, 0.5 is half of them"#),
  BrokenExam(
    "switch unknown",
    examText(
      #"{ "id": "a", "type": "shortAnswer", "prompt": "P", "case": "sensitive", "answers": [ { "text": "x" } ] }"#),
    #"3:60: "case" cannot be "sensitive": write one of "ignore", "exact""#),
]
