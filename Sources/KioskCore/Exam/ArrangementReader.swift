import KioskVoice

/// Questions that are arranged or completed: matching, ordering, cloze, spelling.
extension ExamDecoder {
  mutating func matching(_ fields: Fields) -> Question.Kind? {
    guard let node = need(fields, "pairs", "[ { \"left\": \"…\", \"right\": \"…\" } ]"),
      let elements = list(node, "pairs")
    else { return nil }
    var lefts = Wordings()
    var rights = Wordings()
    var pairs: [Pair] = []
    for element in elements {
      guard let fields = self.fields(element, of: "a pair", allowed: ["left", "right", "feedback"]) else { continue }
      let left = neededText(fields, "left")
      let right = neededText(fields, "right")
      let feedback = text(fields, "feedback", lines: .keep)
      guard let left, let right else { continue }
      if lefts.add(left) {
        error(
          element.offset, "the left side \(ScreenText.quoted(left.text(in: "en"))) is given twice",
          "remove one of the pairs")
      }
      _ = rights.add(right)
      pairs.append(Pair(left: left, right: right, feedback: feedback))
    }
    var given = Wordings()
    var distractors: [LocalizedText] = []
    if let node = fields["distractors"], let elements = list(node, "distractors") {
      for element in elements {
        guard let text = text(element, "a distractor") else { continue }
        let isGivenTwice = given.add(text)
        if rights.holds(text) {
          error(
            element.offset, "the distractor \(ScreenText.quoted(text.text(in: "en"))) is also a right side", "remove it"
          )
        } else if isGivenTwice {
          error(element.offset, "the distractor \(ScreenText.quoted(text.text(in: "en"))) is given twice", "remove one")
        }
        distractors.append(text)
      }
    }
    if elements.isEmpty {
      error(node.offset, "a matching question has no pairs", "add at least two pairs")
    } else if elements.count == 1, distractors.isEmpty {
      error(node.offset, "a matching question with one pair answers itself", "add another pair, or \"distractors\"")
    }
    return .matching(pairs: pairs, distractors: distractors)
  }

  mutating func ordering(_ fields: Fields) -> Question.Kind? {
    guard let node = need(fields, "items", "[ \"first\", \"second\" ]"), let elements = list(node, "items") else {
      return nil
    }
    var given = Wordings()
    var items: [LocalizedText] = []
    for element in elements {
      guard let item = text(element, "an item") else { continue }
      if given.add(item) {
        error(
          element.offset, "the item \(ScreenText.quoted(item.text(in: "en"))) is given twice",
          "remove one, or word it otherwise")
      }
      items.append(item)
    }
    if elements.count < 2 {
      error(node.offset, "an ordering question needs at least two \"items\"", "add another item")
    }
    return .ordering(items: items)
  }

  mutating func cloze(_ fields: Fields) -> Question.Kind? {
    let before = errorCount
    let text = neededText(fields, "text", lines: .keep)
    guard let node = need(fields, "gaps", "{ \"name\": { \"answers\": [ … ] } }") else { return nil }
    guard case .object(let members) = node.value else {
      wrongType(node, "gaps", "an object", "write { \"name\": { \"answers\": [ … ] } }")
      return nil
    }
    if isTooLong(node, "gaps", members.count, most: Self.longestList, mend: "split the question into several") {
      return nil
    }
    var gaps: [Gap] = []
    for member in members {
      let name = ScreenText.quoted(member.key)
      if member.key != ScreenText.clean(member.key) || member.key.isEmpty
        || member.key.contains(where: { "{} ".contains($0) })
      {
        error(member.offset, "the gap name \(name) cannot be used", "use letters and digits, without spaces or braces")
      }
      guard
        let fields = self.fields(
          member.value, of: "the gap \(name)", allowed: ["answers", "choices", "numbers", "weight"])
      else { continue }
      let weight = whole(fields, "weight", in: 1...100, example: 2) ?? 1
      var kind: Gap.Kind?
      switch (fields["answers"], fields["choices"], fields["numbers"]) {
      case (let answers?, nil, nil): kind = textAnswers(answers).map { .answers($0) }
      case (nil, let choices?, nil): kind = self.choices(choices, multiple: false).map { .choices($0) }
      case (nil, nil, let numbers?): kind = self.numbers(numbers, "numbers").map { .numbers($0) }
      case (nil, nil, nil):
        error(member.value.offset, "the gap \(name) has neither \"answers\" nor \"choices\"", "add one of them")
      case (.some, .some, _):
        error(member.value.offset, "the gap \(name) has both \"answers\" and \"choices\"", "keep one of them")
      case (_, _, .some):
        error(member.value.offset, "the gap \(name) has \"numbers\" and others too", "keep one of them")
      }
      if let kind { gaps.append(Gap(name: member.key, kind: kind, weight: weight)) }
    }
    guard let text, let textNode = fields["text"] else { return nil }
    if errorCount == before {
      if members.isEmpty {
        error(node.offset, "a cloze question has no gaps", "put {{name}} into the text and \"name\" into \"gaps\"")
      }
      checkGaps(members, in: text, textNode)
    }
    return .cloze(text: text, gaps: gaps)
  }

  private mutating func checkGaps(_ members: [JSONMember], in text: LocalizedText, _ node: JSONNode) {
    let names = Set(members.map(\.key))
    for variant in text.variants {
      let wording = variant.language.isEmpty ? "the text" : "the text in \"\(variant.language)\""
      var found: Set<String> = []
      for piece in ClozePiece.pieces(of: variant.text) {
        guard case .gap(let name) = piece else { continue }
        if found.contains(name) {
          error(
            node.offset, "\(wording) has the gap {{\(ScreenText.fitted(name))}} twice",
            "give each gap a name of its own")
        } else if !names.contains(name), !isListFull {
          let near = Nearness.nearest(to: name, among: members.map(\.key)).map { "did you mean {{\($0)}}?" }
          error(
            node.offset, "\(wording) has {{\(ScreenText.fitted(name))}}, but \"gaps\" does not",
            near ?? "add it to \"gaps\"")
        }
        found.insert(name)
      }
      for member in members where !found.contains(member.key) {
        error(
          member.offset, "\(wording) has no {{\(ScreenText.fitted(member.key))}} for this gap",
          "put {{\(member.key)}} where the gap belongs")
      }
    }
  }

  mutating func spelling(_ fields: Fields) -> Question.Kind? {
    let word = need(fields, "word", "\"…\"").flatMap { plainText($0, "\"word\"") }
    let definition = neededText(fields, "definition", lines: .keep)
    let sentence = neededText(fields, "sentence", lines: .keep)
    let origin = text(fields, "origin")
    let part = text(fields, "partOfSpeech")
    let sound = fields["pronunciation"].flatMap { plainText($0, "\"pronunciation\"") }
    if !trusting, let sound, let node = fields["pronunciation"], let fault = IPA.fault(in: sound) {
      error(
        node.offset, "\"pronunciation\" has \(ScreenText.quoted(String(fault))), which stands for no sound",
        "write it in the International Phonetic Alphabet, as in \"ˈkɑːsəl\", or leave the key out")
    }
    guard let word, let definition, let sentence else { return nil }
    if word.first?.isWhitespace == true || word.last?.isWhitespace == true, let node = fields["word"] {
      error(node.offset, "\"word\" begins or ends with a space", "remove the space")
    }
    if let node = fields["definition"], definition.all.contains(where: { WordSearch.gives(word, awayIn: $0) }) {
      error(node.offset, "the definition contains its word \(ScreenText.quoted(word))", "describe it in other words")
    }
    if let node = fields["sentence"], !sentence.all.allSatisfy({ WordSearch.range(of: word, in: $0) != nil }) {
      error(
        node.offset, "the sentence does not contain the word \(ScreenText.quoted(word))",
        "use the word in it exactly as it is spelt")
    }
    return .spelling(
      Spelling(
        word: word, definition: definition, sentence: sentence, origin: origin, partOfSpeech: part, pronunciation: sound
      ))
  }
}
