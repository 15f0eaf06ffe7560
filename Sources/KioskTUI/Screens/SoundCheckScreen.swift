import KioskCore

/// Before a spelling test: type the word that is said. The word itself is never drawn.
extension Screen {
  static func drawSoundCheck(_ check: SoundCheck, _ state: SittingState, in area: Rect, _ grid: inout Grid) {
    let isLarge = state.aids.isOn(.largePrint)
    let width = isLarge ? area.width - 8 : 50
    let style: Style = isLarge ? .bold : .normal
    var page = Page(width: width)
    page.add(told(check, state.voice), style)
    let again = state.voice.isReady ? "Say it again (F5)" : "Say it again: not now"
    let inside = box("Do you hear it?", width: width, height: page.rows.count + 9, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    var row = page.rows.count + 2
    drawField(check.editor, in: inside.row(row), focused: check.row == 0, placeholder: "the word you hear", &grid)
    row += 1
    if check.isWrong { grid.put("That is another word. Listen again.", x: inside.x, y: inside.row(row).y, .bad) }
    row += 1
    grid.drawChoice(.none, again, in: inside.row(row), focused: check.row == 1)
    grid.drawChoice(
      .none, "I hear nothing: spell from meaning and sentence", in: inside.row(row + 1), focused: check.row == 2)
    grid.put(
      "Enter goes on. What you choose is on the record.", x: inside.x, y: inside.endY - 1, .dim, maxWidth: inside.width)
  }

  private static func told(_ check: SoundCheck, _ voice: VoiceReport) -> String {
    switch voice {
    case .ready: "A word was said that is not in the test. Type it, so that you know you hear the voice."
    case .starting, .restarting, .none: "The voice is being started…"
    case .absent(let why):
      "There is no voice (\(ScreenText.fitted(why))). Meaning and sentence of each word can be read: the test goes on without."
    }
  }
}
