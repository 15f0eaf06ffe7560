/// Questions that are wrong after their own kind, and every word that is said about it.
let brokenKinds: [BrokenExam] = [
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
    "pronunciation that is none",
    examText(
      #"{ "id": "a", "type": "spelling", "word": "atlas", "definition": "d", "sentence": "An atlas.", "pronunciation": "AT-luss" }"#
    ),
    #"3:112: "pronunciation" has "A", which stands for no sound: write it in the International Phonetic Alphabet, as in "ˈkɑːsəl", or leave the key out"#
  ),
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
