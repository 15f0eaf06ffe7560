/// Exam files with a mistake, and every word that is said about it: "line:column: what is wrong: the mend".
let brokenExams: [BrokenExam] = [
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
  BrokenExam(
    "choice without fraction",
    examText(
      #"{ "id": "a", "type": "choice", "prompt": "P", "choices": [ { "text": "x" }, { "text": "y", "fraction": 1 } ] }"#
    ),
    #"3:60: a choice has no "fraction": add "fraction": 0"#),
  BrokenExam(
    "one choice",
    examText(#"{ "id": "a", "type": "choice", "prompt": "P", "choices": [ { "text": "x", "fraction": 1 } ] }"#),
    #"3:58: a choice needs at least two "choices": add another, or make it a shortAnswer question"#),
  BrokenExam(
    "no right choice",
    examText(
      #"{ "id": "a", "type": "choice", "prompt": "P", "choices": [ { "text": "x", "fraction": 0.5 }, { "text": "y", "fraction": 0 } ] }"#
    ),
    #"3:58: no right answer: none of the "choices" earns all of the points: give one of them "fraction": 1"#),
  BrokenExam(
    "two right choices",
    examText(
      #"{ "id": "a", "type": "choice", "prompt": "P", "choices": [ { "text": "x", "fraction": 1 }, { "text": "y", "fraction": 1 } ] }"#
    ),
    #"3:58: 2 of the "choices" earn all of the points, but only one can be chosen: leave "fraction": 1 on one of them, or add "multiple": true"#
  ),
  BrokenExam(
    "equal choices",
    examText(
      #"{ "id": "a", "type": "choice", "prompt": "P", "choices": [ { "text": "x", "fraction": 1 }, { "text": "x", "fraction": 0 } ] }"#
    ),
    #"3:92: the choice "x" is given twice: remove one, or word it otherwise"#),
  BrokenExam(
    "equal choices in two forms",
    examText(
      "{ \"id\": \"a\", \"type\": \"choice\", \"prompt\": \"P\", \"choices\": [ { \"text\": \"caf\u{e9}\", \"fraction\": 1 }, { \"text\": \"cafe\u{301}\", \"fraction\": 0 } ] }"
    ),
    #"3:95: the choice "café" is given twice: remove one, or word it otherwise"#),
  BrokenExam(
    "weights",
    examText(
      #"{ "id": "a", "type": "choice", "multiple": true, "prompt": "P", "choices": [ { "text": "x", "fraction": 0.5 }, { "text": "y", "fraction": 0.4 }, { "text": "z", "fraction": 0 } ] }"#
    ),
    #"3:76: the right "choices" add up to 0.9, not to 1: give each of the 2 right ones 0.5"#),
  BrokenExam(
    "no weight",
    examText(
      #"{ "id": "a", "type": "choice", "multiple": true, "prompt": "P", "choices": [ { "text": "x", "fraction": 0 }, { "text": "y", "fraction": -1 } ] }"#
    ),
    #"3:76: no right answer: none of the "choices" has a "fraction" above 0: give the right ones shares that make 1"#),
  BrokenExam(
    "number as text", examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "value": "47" } ] }"#),
    #"3:74: "value" must be a number, not a text: write 47 without quotes"#),
  BrokenExam(
    "number no number",
    examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "value": "many" } ] }"#),
    #"3:74: "value" must be a number, not a text: write digits, with a point for decimals: 12.5"#),
  BrokenExam(
    "low above high",
    examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "low": 5, "high": 4 } ] }"#),
    #"3:63: "low" 5 is above "high" 4: swap them"#),
  BrokenExam(
    "low without high", examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "low": 5 } ] }"#),
    #"3:63: an answer has only one end of its range: give both "low" and "high""#),
  BrokenExam(
    "value and range",
    examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "value": 5, "low": 4, "high": 6 } ] }"#),
    #"3:63: an answer has "value" and also a range: keep "value" with "tolerance", or "low" with "high""#),
  BrokenExam(
    "neither value nor range",
    examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "fraction": 1 } ] }"#),
    #"3:63: an answer has neither "value" nor a range: add "value": 12, or "low" and "high""#),
  BrokenExam(
    "tolerance negative",
    examText(#"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "value": 5, "tolerance": -1 } ] }"#),
    #"3:90: "tolerance" is below 0: write it without the minus"#),
  BrokenExam(
    "tolerance with a range",
    examText(
      #"{ "id": "a", "type": "numerical", "prompt": "P", "answers": [ { "low": 4, "high": 6, "tolerance": 1 } ] }"#),
    #"3:99: "tolerance" goes with "value", not with a range: widen "low" and "high" instead"#),
  BrokenExam(
    "no pairs", examText(#"{ "id": "a", "type": "matching", "prompt": "P", "pairs": [] }"#),
    #"3:58: a matching question has no pairs: add at least two pairs"#),
  BrokenExam(
    "pair without right",
    examText(
      #"{ "id": "a", "type": "matching", "prompt": "P", "pairs": [ { "left": "x" }, { "left": "y", "right": "z" } ] }"#),
    #"3:60: a pair has no "right": add "right": "…""#),
  BrokenExam(
    "equal left sides",
    examText(
      #"{ "id": "a", "type": "matching", "prompt": "P", "pairs": [ { "left": "x", "right": "y" }, { "left": "x", "right": "z" } ] }"#
    ),
    #"3:91: the left side "x" is given twice: remove one of the pairs"#),
  BrokenExam(
    "distractor that is right",
    examText(
      #"{ "id": "a", "type": "matching", "prompt": "P", "pairs": [ { "left": "x", "right": "y" }, { "left": "v", "right": "w" } ], "distractors": [ "y" ] }"#
    ),
    #"3:141: the distractor "y" is also a right side: remove it"#),
  BrokenExam(
    "one pair",
    examText(#"{ "id": "a", "type": "matching", "prompt": "P", "pairs": [ { "left": "x", "right": "y" } ] }"#),
    #"3:58: a matching question with one pair answers itself: add another pair, or "distractors""#),
  BrokenExam(
    "one item", examText(#"{ "id": "a", "type": "ordering", "prompt": "P", "items": [ "x" ] }"#),
    #"3:58: an ordering question needs at least two "items": add another item"#),
  BrokenExam(
    "equal items", examText(#"{ "id": "a", "type": "ordering", "prompt": "P", "items": [ "x", "y", "x" ] }"#),
    #"3:70: the item "x" is given twice: remove one, or word it otherwise"#),
  BrokenExam(
    "gap not in the text",
    examText(
      #"{ "id": "a", "type": "cloze", "text": "The longest river.", "gaps": { "river": { "answers": [ { "text": "Amazon" } ] } } }"#
    ),
    #"3:71: the text has no {{river}} for this gap: put {{river}} where the gap belongs"#),
  BrokenExam(
    "gap not in gaps",
    examText(
      #"{ "id": "a", "type": "cloze", "text": "The {{river}} in {{land}}.", "gaps": { "river": { "answers": [ { "text": "Amazon" } ] } } }"#
    ),
    #"3:39: the text has {{land}}, but "gaps" does not: add it to "gaps""#),
  BrokenExam(
    "gap misspelt",
    examText(
      #"{ "id": "a", "type": "cloze", "text": "The {{rivr}}.", "gaps": { "river": { "answers": [ { "text": "Amazon" } ] } } }"#
    ),
    #"3:39: the text has {{rivr}}, but "gaps" does not: did you mean {{river}}?"#,
    #"3:66: the text has no {{river}} for this gap: put {{river}} where the gap belongs"#),
  BrokenExam(
    "gap twice",
    examText(
      #"{ "id": "a", "type": "cloze", "text": "The {{river}} and the {{river}}.", "gaps": { "river": { "answers": [ { "text": "Amazon" } ] } } }"#
    ),
    #"3:39: the text has the gap {{river}} twice: give each gap a name of its own"#),
  BrokenExam(
    "gap with nothing", examText(#"{ "id": "a", "type": "cloze", "text": "The {{river}}.", "gaps": { "river": {} } }"#),
    #"3:76: the gap "river" has neither "answers" nor "choices": add one of them"#),
  BrokenExam(
    "gap with both",
    examText(
      #"{ "id": "a", "type": "cloze", "text": "The {{river}}.", "gaps": { "river": { "answers": [ { "text": "x" } ], "choices": [] } } }"#
    ),
    #"3:76: the gap "river" has both "answers" and "choices": keep one of them"#),
  BrokenExam(
    "no gaps", examText(#"{ "id": "a", "type": "cloze", "text": "The river.", "gaps": {  } }"#),
    #"3:61: a cloze question has no gaps: put {{name}} into the text and "name" into "gaps""#),
  BrokenExam(
    "definition with its word",
    examText(
      #"{ "id": "a", "type": "spelling", "word": "atlas", "definition": "A book of maps; an Atlas.", "sentence": "Open the atlas." }"#
    ),
    #"3:65: the definition contains its word "atlas": describe it in other words"#),
  BrokenExam(
    "definition with a longer word",
    examText(
      #"{ "id": "a", "type": "spelling", "word": "believe", "definition": "What a believer does.", "sentence": "I believe you." }"#
    ),
    #"3:67: the definition contains its word "believe": describe it in other words"#),
  BrokenExam(
    "sentence without its word",
    examText(
      #"{ "id": "a", "type": "spelling", "word": "atlas", "definition": "A book of maps.", "sentence": "Open the atlases." }"#
    ),
    #"3:96: the sentence does not contain the word "atlas": use the word in it exactly as it is spelt"#),
  BrokenExam(
    "word missing", examText(#"{ "id": "a", "type": "spelling", "definition": "d", "sentence": "s" }"#),
    #"3:1: a spelling question has no "word": add "word": "…""#),
  BrokenExam(
    "words out of range", examText(#"{ "id": "a", "type": "essay", "prompt": "P", "words": 0 }"#),
    #"3:55: "words" is 0, outside 1 to 100000: choose a number from 1 to 100000"#),
  BrokenExam(
    "cluster too long",
    examText(
      "{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": \"a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\", \"answer\": true }"
    ),
    #"3:45: "prompt" holds a character made of 6 code points (U+E1 U+302 U+303 …): a terminal cell holds five: use a simpler character"#
  ),
  BrokenExam(
    "several at once",
    examText(
      "{ \"id\": \"a\", \"type\": \"trueFalse\", \"prompt\": 5, \"answer\": 1, \"level\": 0 },\n{ \"id\": \"a\", \"type\": \"essai\", \"prompt\": \"P\" }",
      #""minutes": 0, "x-own": [1],"#),
    #"1:65: "minutes" is 0, outside 1 to 480: choose a number from 1 to 480"#,
    #"3:45: "prompt" must be a text, not a number: write "5""#,
    #"3:58: "answer" must be true or false, not a number: write true or false without quotes"#,
    #"3:70: "level" is 0, outside 1 to 9: choose a number from 1 to 9"#,
    #"4:9: the id "a" is given twice (first on line 3): give each question an id of its own"#,
    #"4:22: there is no question type "essai": did you mean "essay"?"#),
]
