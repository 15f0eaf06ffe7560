import Glibc
import KioskCore

/// The real terminal under a hosted program: what passes the filter, the kiosk's row below it, and the kiosk's own screen
/// over it.
final class HostScreen {
  /// The terminal, nonblocking.
  let descriptor: Int32
  private(set) var size: Size
  private var filter: OutputFilter
  private var output: [UInt8] = []
  /// The kiosk's own screen, while it is shown.
  private var own: Terminal?
  private var row = ""
  /// When the program wrote since the kiosk's row was last looked at, first and last; `nil`: it has not.
  private var written: (first: Moment, last: Moment)?
  /// Whether what the program drew is gone, and it has to draw itself anew when it comes to the front.
  private var isStale = false
  /// The pasting and focus modes as they were last set for the program; `nil`: the guardian had them since.
  private var toldModes: (paste: Bool, focus: Bool)?

  /// More than this waits for no program.
  private static let longestOutput = 1 << 16
  /// How long the kiosk's row waits after the program wrote, in milliseconds: for a pause in a screenful.
  private static let rowDelay: Int64 = 30
  /// How long it waits at the most for that pause, or for a cursor that is saved and would be overwritten by its own.
  private static let longestRowDelay: Int64 = 250

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    size = Self.measure(descriptor)
    filter = OutputFilter(rows: HostedTerminal.programRows(size.height))
  }

  private static func measure(_ descriptor: Int32) -> Size {
    let found = TerminalDevice.size(descriptor) ?? (80, 24)
    return Size(
      width: min(found.columns, Terminal.largest.width), height: min(found.rows, Terminal.largest.height))
  }

  /// What the program has asked of its terminal.
  var wishes: TerminalWishes { filter.wishes }
  /// When the kiosk's row is looked at again, which the program may have written over, or kept from being written.
  var rowDueAt: Moment? {
    guard let written else { return nil }
    let latest = written.first.adding(Self.longestRowDelay)
    return filter.wishes.hasSavedCursor ? latest : min(written.last.adding(Self.rowDelay), latest)
  }
  /// Whether the terminal takes no more for now.
  var isBehindhand: Bool { !output.isEmpty }

  // MARK: - Start and end

  /// An empty screen, its last row the kiosk's. After a front end that died nothing is known of what the program asked for,
  /// and nothing is reset.
  func start(again: Bool) {
    if !again { write("\u{1B}[0m\u{1B}(B\u{0F}\u{1B}[?6l") }
    clear()
  }

  /// The terminal as a shell wants it, the program's last words on it.
  func finish() {
    own?.finish()
    own = nil
    output += filter.wishes.undone
    write("\u{1B}[r\u{1B}[?1004l\u{1B}[?2004l\u{1B}[\(size.height);1H\u{1B}[2K\u{1B}[?25h")
    settle()
  }

  /// Waits a moment until the terminal has taken what there is.
  func settle() {
    let end = Clocks.boot().adding(500)
    while isBehindhand, Clocks.boot() < end {
      var waiting = [Waiting(descriptor, reading: false, writing: true)]
      Descriptors.poll(&waiting, milliseconds: end.since(Clocks.boot()))
      if waiting[0].hungUp { output = [] }
      flush()
    }
  }

  /// Leaves the terminal to a shell that has taken it.
  func stepBack() {
    own?.finish()
    own = nil
    output = []
    write(ScreenWords.plainScreen + "\u{1B}[r\u{1B}[2J\u{1B}[HThe program waits for its terminal: type fg.\r\n")
  }

  /// Takes the terminal's size. Whether it is another one.
  func resize() -> Bool {
    let new = Self.measure(descriptor)
    guard new != size else { return false }
    size = new
    filter.rows = HostedTerminal.programRows(size.height)
    return true
  }

  /// Whatever stands on the terminal is not to be trusted any more.
  func spoil() {
    row = ""
    isStale = true
    toldModes = nil
    if let own {
      own.resize()
      own.restore()
    } else {
      clear()
      isStale = false
    }
  }

  private func clear() {
    let rows = HostedTerminal.programRows(size.height)
    write("\u{1B}[2J\u{1B}[1;\(rows)r\u{1B}[1;1H")
    row = ""
  }

  // MARK: - The program's part

  /// Shows what the program wrote.
  func put(_ bytes: UnsafeRawBufferPointer, _ state: HostedState, now: Moment) {
    filter.feed(bytes, into: &output)
    if filter.hasTouchedLastRow {
      filter.hasTouchedLastRow = false
      row = ""
    }
    written = (written?.first ?? now, now)
    follow(state)
    flush()
  }

  /// While the terminal is open the program has pastes and focus as it wants them; under a lock they are the guardian's.
  func follow(_ state: HostedState) {
    guard state.lock.phase == .open else {
      toldModes = nil
      return
    }
    let wanted = (paste: filter.wishes.wantsPasteMarks, focus: filter.wishes.wantsFocus)
    if let toldModes, toldModes == wanted { return }
    let isFirst = toldModes == nil
    toldModes = wanted
    // Where nothing was ever asked for, nothing is touched.
    if isFirst && !wanted.paste && !wanted.focus { return }
    write("\u{1B}[?2004\(wanted.paste ? "h" : "l")\u{1B}[?1004\(wanted.focus ? "h" : "l")")
  }

  // MARK: - The kiosk's part

  /// Shows what is to be shown. Whether the program has to draw itself anew.
  func show(_ state: HostedState, now: Moment) -> Bool {
    if state.isProgramInFront {
      let mustDraw = leaveOwnScreen()
      drawRow(state, now)
      return mustDraw
    }
    if own == nil {
      // The kiosk's own words are no line drawing.
      write("\u{0F}")
      settle()
      own = try? Terminal()
      if own?.hasSecondScreen != true || filter.wishes.isOnSecondScreen { isStale = true }
    }
    guard let own else { return false }
    written = nil
    var grid = Grid(own.size)
    HostPanels.draw(state, now: now, into: &grid)
    own.present(grid)
    return false
  }

  private func leaveOwnScreen() -> Bool {
    guard let own else { return false }
    own.finish()
    self.own = nil
    row = ""
    let restored = String(decoding: filter.wishes.restored(rows: filter.rows), as: UTF8.self)
    guard isStale else {
      // The terminal has put text and cursor back; the margins take the cursor to the start.
      write("\u{1B}7" + restored + "\u{1B}8")
      return false
    }
    isStale = false
    // The second screen first, so that what stands on the first is not what is erased.
    write(restored + "\u{1B}[2J\u{1B}[1;1H")
    return true
  }

  /// The last row: what the lock is, or what has just happened. Written between two pieces of the program's own.
  private func drawRow(_ state: HostedState, _ now: Moment) {
    if let due = rowDueAt, now < due { return }
    written = nil
    guard size.height >= 3 else { return }
    let text = HostPanels.row(state, width: size.width)
    guard text != row else { return }
    row = text
    let inserts = filter.wishes.inserts
    write(
      "\u{1B}7\u{1B}[?6l\u{1B}[\(size.height);1H\u{1B}(B\u{0F}\u{1B}[0;7m" + (inserts ? "\u{1B}[4l" : "")
        + text + (inserts ? "\u{1B}[4h" : "") + "\u{1B}8")
  }

  // MARK: - Bytes

  private func write(_ text: String) {
    output += Array(text.utf8)
    flush()
  }

  /// Writes what the terminal takes.
  func flush() {
    var sent = 0
    while sent < output.count {
      let count = output[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let code = errno
      if count > 0 {
        sent += count
      } else if code == EAGAIN {
        break
      } else if code != EINTR {
        // Gone: reading the keys tells.
        sent = output.count
      }
    }
    output.removeFirst(sent)
  }
}
