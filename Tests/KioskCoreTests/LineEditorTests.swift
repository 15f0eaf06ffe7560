import SittingScript
import Testing

@testable import KioskCore

@Suite struct LineEditorTests {
  /// The text with "|" at the caret.
  private func shown(_ editor: LineEditor) -> String {
    let utf8 = Array(editor.text.utf8)
    return String(decoding: utf8[..<editor.caret], as: UTF8.self) + "|"
      + String(decoding: utf8[editor.caret...], as: UTF8.self)
  }

  @Test func typingMovingAndDeletingGoByWholeCharacters() {
    for piece in ["a", "é", "👩‍👩‍👧", "🇨🇦", "한", "ب", "渥", "x\u{301}\u{302}", "नि"] {
      var editor = LineEditor("1" + piece + "2")
      #expect(editor.count == 3, "\(piece)")
      editor.left()
      editor.left()
      #expect(shown(editor) == "1|\(piece)2")
      editor.right()
      editor.deleteBackward()
      #expect(shown(editor) == "1|2", "\(piece)")
      editor.insert(piece)
      editor.left()
      editor.deleteForward()
      #expect(shown(editor) == "1|2", "\(piece)")
    }
  }

  /// A field that composed what it could kept another text than the one typed.
  @Test func aLetterOfTwoCodePointsStaysTwoAndIsOneToTheCaret() {
    for pieces in [["e", "\u{301}"], ["e\u{301}"], ["\u{E9}"]] {
      var editor = LineEditor("caf")
      for piece in pieces { editor.insert(piece) }
      let typed = Array(("caf" + pieces.joined()).unicodeScalars)
      #expect(Array(editor.text.unicodeScalars) == typed)
      #expect(editor.count == 4)
      #expect(editor.caret == editor.text.utf8.count)
      editor.insert("s")
      editor.left()
      editor.left()
      #expect(editor.caret == 3)
      editor.move(to: 4)
      #expect(editor.caret == editor.text.utf8.count - 1, "no place inside a letter")
      #expect(editor.window(width: 20).caretColumn == 4)
      editor.deleteBackward()
      #expect(Array(editor.text.utf8) == Array("cafs".utf8))
      editor.left()
      editor.insert(pieces.joined())
      editor.deleteForward()
      #expect(Array(editor.text.unicodeScalars) == Array(("ca" + pieces.joined() + "s").unicodeScalars))
      editor.left()
      editor.deleteForward()
      #expect(shown(editor) == "ca|s")
    }
  }

  @Test func marksTypedLaterJoinTheCharacterBeforeThem() {
    var editor = LineEditor()
    editor.insert("e")
    editor.insert("\u{301}")
    #expect(editor.count == 1)
    editor.insert("x")
    editor.insert("\u{301}")
    #expect(editor.count == 2)
    editor.deleteBackward()
    #expect(Array(editor.text.unicodeScalars) == ["e", "\u{301}"])
    for jamo in ["\u{1112}", "\u{1161}", "\u{11AB}"] { editor.insert(jamo) }
    #expect(editor.text == "é한")
    #expect(editor.count == 2)
    for scalar in "👩‍👧🇨🇦".unicodeScalars { editor.insert(String(Character(scalar))) }
    #expect(editor.count == 4)
    #expect(editor.isAtEnd)
  }

  @Test func controlsAndTurningMarksAreNotTaken() {
    var editor = LineEditor("a\u{1B}[2J\u{7}b\tc\r\nd\u{202E}e\u{9B}\u{2028}f")
    #expect(editor.text == "a[2Jb c de f")
    editor = LineEditor("a\r\nb\rc\nd", isMultiline: true)
    #expect(editor.text == "a\nb\nc\nd")
  }

  @Test func theLimitCountsCharactersAndLetsMarksJoin() {
    var editor = LineEditor("", limit: 3)
    let done1 = editor.insert("ab")
    #expect(done1)
    let done2 = editor.insert("cde")
    #expect(!done2)
    #expect(shown(editor) == "abc|")
    let done3 = editor.insert("f")
    #expect(!done3)
    let done4 = editor.insert("\u{327}")
    #expect(done4)
    #expect(editor.text == "abç")
    #expect(LineEditor("👩‍👩‍👧🇨🇦한x", limit: 3).text == "👩‍👩‍👧🇨🇦한")
  }

  @Test func wordsAndLinesAreMovedOverAndDeleted() {
    var editor = LineEditor("Port-au-Prince, l'été 42")
    editor.wordLeft()
    #expect(shown(editor) == "Port-au-Prince, l'été |42")
    editor.wordLeft()
    #expect(shown(editor) == "Port-au-Prince, |l'été 42")
    editor.wordRight()
    #expect(shown(editor) == "Port-au-Prince, l'été| 42")
    editor.deleteWord()
    #expect(shown(editor) == "Port-au-Prince, | 42")
    editor.deleteToEnd()
    #expect(shown(editor) == "Port-au-Prince, |")
    editor.deleteToStart()
    #expect(shown(editor) == "|")
    #expect(editor.isAtStart && editor.isAtEnd && editor.isEmpty)
    editor.deleteBackward()
    editor.deleteForward()
    editor.wordLeft()
    editor.wordRight()
    #expect(shown(editor) == "|")
  }

  @Test func anEssayIsMovedInByLinesAsShown() {
    var editor = LineEditor("one two three\nfour\n渥太华x", isMultiline: true)
    let done5 = editor.down(width: 8)
    #expect(!done5)
    let done6 = editor.up(width: 8)
    #expect(done6)
    #expect(shown(editor) == "one two three\nfour|\n渥太华x")
    let done7 = editor.up(width: 8)
    #expect(done7)
    #expect(shown(editor) == "one two three|\nfour\n渥太华x")
    let done8 = editor.up(width: 8)
    #expect(done8)
    #expect(shown(editor) == "one two| three\nfour\n渥太华x")
    let done9 = editor.up(width: 8)
    #expect(!done9)
    editor.start()
    #expect(shown(editor) == "|one two three\nfour\n渥太华x")
    editor.end()
    #expect(shown(editor) == "one two three|\nfour\n渥太华x")
    editor.insert("\n")
    #expect(editor.block(width: 8, height: 3).caretRow == 2)
    editor.deleteBackward()
    editor.deleteForward()
    #expect(shown(editor) == "one two three|four\n渥太华x")
  }

  @Test func theCaretAlwaysShowsInItsWindow() {
    var random = SplitMix(seed: 3)
    let pieces = ["a", "bc ", "渥太", "é", "👩‍👩‍👧", "\n", "🇨🇦", "word "]
    for _ in 0..<600 {
      let multiline = random.next() % 2 == 0
      var editor = LineEditor("", isMultiline: multiline)
      for _ in 0..<random.next() % 30 { editor.insert(pieces[Int(random.next() % UInt64(pieces.count))]) }
      for _ in 0..<20 {
        let width = Int(random.next() % 14) + 4
        switch random.next() % 5 {
        case 0: editor.left()
        case 1: editor.wordLeft()
        case 2: editor.right()
        case 3: editor.up(width: width)
        default: editor.deleteForward()
        }
        if multiline {
          let block = editor.block(width: width, height: 3)
          #expect((0...width).contains(block.caretColumn))
          #expect((0..<3).contains(block.caretRow) && block.caretRow < block.lines.count)
        } else {
          let window = editor.window(width: width)
          #expect((0..<width).contains(window.caretColumn), "\(shown(editor)) in \(width): \(window)")
          #expect(Width.of(window.text) <= width)
          #expect(window.moreLeft == (window.text.startIndex != editor.text.startIndex))
          #expect(window.moreRight == (window.text.endIndex != editor.text.endIndex))
        }
      }
    }
  }

  @Test func whateverIsEditedKeepsTheCaretBetweenCharacters() {
    var random = SplitMix(seed: 9)
    let pieces = ["a", "b", "é", "è", "渥", "\n", "👩‍👩‍👧", "🇨🇦", "\u{301}", "🇨"]
    var editor = LineEditor("", isMultiline: true)
    for _ in 0..<3_000 {
      switch random.next() % 6 {
      case 0: editor.left()
      case 1: editor.deleteBackward()
      case 2: editor.deleteForward()
      case 3: editor.right()
      default: editor.insert(pieces[Int(random.next() % UInt64(pieces.count))])
      }
      if editor.count > 30 { editor.clear() }
      #expect(editor.count == editor.text.count)
      #expect(editor.text.utf8.elementsEqual(LineEditor(editor.text, isMultiline: true).text.utf8), "to the byte")
      if editor.caret < editor.text.utf8.count {
        let index = editor.text.utf8.index(editor.text.startIndex, offsetBy: editor.caret)
        #expect(String.Index(index, within: editor.text) != nil)
      }
    }
  }
}
