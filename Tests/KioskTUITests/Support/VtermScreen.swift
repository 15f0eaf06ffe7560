import CVterm

/// A terminal without a window: bytes go in, cells come out. It stands alone, so that what ncurses sends can be compared
/// cell by cell with what was meant; `PtySession` feeds one from a real program.
///
/// Rows and columns count from 0 at the top left.
final class VtermScreen {
  /// What the program asked of the terminal that no cell shows: private modes, operating system commands, queries.
  private(set) var requests = TerminalRequests()
  /// Bytes the terminal wants to send to the program (answers to queries), not yet taken by `takeAnswers`.
  private var answers: [UInt8] = []
  /// How often the bell rang.
  private(set) var bells = 0
  /// Whether the cursor is shown.
  private(set) var cursorVisible = true
  /// Whether the alternate screen is in use.
  private(set) var alternateScreen = false

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private var callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)

  /// A blank screen that understands UTF-8. Returns nil where libvterm has no memory.
  init?(rows: Int, columns: Int) {
    guard let terminal = vterm_new(Int32(rows), Int32(columns)), let screen = vterm_obtain_screen(terminal) else {
      callbacks.deallocate()
      return nil
    }
    self.terminal = terminal
    self.screen = screen
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    let me = Unmanaged.passUnretained(self).toOpaque()
    vterm_output_set_callback(
      terminal,
      { bytes, length, user in
        guard let bytes, let user else { return }
        let sent = UnsafeRawBufferPointer(start: bytes, count: length)
        Unmanaged<VtermScreen>.fromOpaque(user).takeUnretainedValue().answers.append(contentsOf: sent)
      }, me)
    var table = VTermScreenCallbacks()
    table.bell = { user in
      if let user { Unmanaged<VtermScreen>.fromOpaque(user).takeUnretainedValue().bells += 1 }
      return 1
    }
    table.settermprop = { property, value, user in
      guard let value, let user else { return 1 }
      let screen = Unmanaged<VtermScreen>.fromOpaque(user).takeUnretainedValue()
      if property == VTERM_PROP_CURSORVISIBLE { screen.cursorVisible = value.pointee.boolean != 0 }
      if property == VTERM_PROP_ALTSCREEN { screen.alternateScreen = value.pointee.boolean != 0 }
      return 1
    }
    callbacks.initialize(to: table)
    vterm_screen_set_callbacks(screen, callbacks, me)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deallocate()
  }

  /// Shows what a program wrote.
  func feed(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    requests.scan(bytes)
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      _ = vterm_input_write(terminal, start, buffer.count)
    }
    vterm_screen_flush_damage(screen)
  }

  /// Shows what a program wrote.
  func feed(_ text: String) { feed(text.utf8) }

  /// Gives the screen another size, as a window does when its corner is dragged.
  func resize(rows: Int, columns: Int) {
    vterm_set_size(terminal, Int32(rows), Int32(columns))
    vterm_screen_flush_damage(screen)
  }

  /// What the terminal has to say to the program since the last call.
  func takeAnswers() -> [UInt8] {
    defer { answers.removeAll() }
    return answers
  }

  /// Rows and columns.
  var size: (rows: Int, columns: Int) {
    var rows: Int32 = 0
    var columns: Int32 = 0
    vterm_get_size(terminal, &rows, &columns)
    return (Int(rows), Int(columns))
  }

  /// Where the cursor rests.
  var cursor: (row: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }

  /// The cell at a position; blank outside the screen.
  func cell(row: Int, column: Int) -> VtermCell {
    let (rows, columns) = size
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return .blank }
    var cell = VTermScreenCell()
    _ = vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return VtermCell(cell)
  }

  /// All cells of a row, right halves of wide characters included.
  func cells(row: Int) -> [VtermCell] { (0..<size.columns).map { cell(row: row, column: $0) } }

  /// The text of a row without the blanks at its end; wide characters count once.
  func row(_ row: Int) -> String {
    var text = cells(row: row).map(\.text).joined()
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    return text
  }

  /// The text of every row, without the blanks at their ends.
  var lines: [String] { (0..<size.rows).map(row) }

  /// All rows, one below the other.
  var text: String { lines.joined(separator: "\n") }

  /// Whether a text stands within one row.
  func contains(_ wanted: String) -> Bool { find(wanted) != nil }

  /// The first place where a text stands within one row: the cell of its first character.
  func find(_ wanted: String) -> (row: Int, column: Int)? {
    let wanted = Array(wanted.unicodeScalars)
    guard !wanted.isEmpty else { return nil }
    for row in 0..<size.rows {
      var scalars: [Unicode.Scalar] = []
      var columns: [Int] = []
      for (column, cell) in cells(row: row).enumerated() {
        for scalar in cell.text.unicodeScalars {
          scalars.append(scalar)
          columns.append(column)
        }
      }
      guard scalars.count >= wanted.count else { continue }
      for start in 0...(scalars.count - wanted.count)
      where scalars[start..<(start + wanted.count)].elementsEqual(wanted) {
        return (row, columns[start])
      }
    }
    return nil
  }
}
