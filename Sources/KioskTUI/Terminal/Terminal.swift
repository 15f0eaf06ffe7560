import CNcurses
import Glibc

/// The terminal that screens are shown on, through ncurses. The only file, with its palette, that knows ncurses.
///
/// ncurses is used for output alone: keys are read with read(2) by the loop and decoded by `KeyDecoder`, so neither
/// `getch`, nor its escape delay, nor terminfo's idea of a key plays a part. It writes into memory, because it flushes at
/// each move of the cursor; a frame then goes to the terminal in one write. The terminal's modes are set here.
///
/// MUST be used from one thread. Signals MUST be blocked before it is made (the loop reads them with signalfd): the
/// handlers that ncurses sets are taken back at once.
final class Terminal {
  /// Rows and columns, as last asked for by `resize()`.
  private(set) var size: Size
  /// Aids of the candidate, in force from the next `present`.
  var isInverted = false { didSet { if isInverted != oldValue { shown = nil } } }
  /// Shows no colour (the aid, and NO_COLOR from the start).
  var isMonochrome: Bool { didSet { if isMonochrome != oldValue { shown = nil } } }
  /// Whether the screen now shows a visible bell. Call `present` again within about 150 ms to end it.
  private(set) var isFlashing = false

  private let fd: Int32
  private let frame: Int32
  /// The first `frameRoom` bytes of what ncurses writes to.
  private let frameView: UnsafeRawPointer?
  /// Where the next frame begins.
  private var frameStart = 0
  private static let frameRoom = 64 << 10
  /// Once so much is written the next frame begins at the start again: few pages are used, in turn, and most frames
  /// need no seek.
  private static let frameTurn = 2 << 10
  /// The terminal's modes as they were found.
  private let modes: termios
  private let screen: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  private let colours: Palette?
  /// What the screen shows; nil where everything must be painted.
  private var shown: Grid?
  private var flashPending = false
  private var isFinished = false
  /// ncurses' screen and its memory are gone.
  private var isClosed = false

  /// Takes over the terminal: alternate screen, raw mode, no echo.
  ///
  /// - Parameter fd: a terminal open for reading and writing (standard output).
  /// - Throws: `TerminalFailure`; the terminal is then as it was.
  init(fd: Int32 = STDOUT_FILENO) throws(TerminalFailure) {
    try Terminal.useUTF8()
    guard isatty(fd) == 1 else { throw .notATerminal }
    guard let name = getenv("TERM"), name.pointee != 0 else { throw .noType }
    let type = String(cString: name)
    // Of the size, the kernel's word counts; LINES and COLUMNS may be left over from another terminal.
    use_env(false)
    use_tioctl(true)
    var modes = termios()
    guard tcgetattr(fd, &modes) == 0 else { throw .notATerminal }
    var frameView: UnsafeRawPointer?
    let frame = kiosk_frame_buffer(Terminal.frameRoom, &frameView)
    guard frame >= 0, let stream = fdopen(frame, "r+") else { throw .cannotStart }
    let handlers = Terminal.savedHandlers()
    Terminal.keepSuspension()
    // Unlike initscr, newterm comes back where the type is unknown.
    guard let screen = newterm(name, stream, stream) else {
      fclose(stream)
      throw kiosk_setupterm(name, fd) == 1 ? .cannotStart : .unknownType(Terminal.printable(type))
    }
    Terminal.restoreHandlers(handlers)
    guard kiosk_can_place_cursor() != 0 else {
      delscreen(screen)
      fclose(stream)
      throw .tooSimple(Terminal.printable(type))
    }
    self.fd = fd
    self.frame = frame
    self.frameView = frameView
    self.modes = modes
    self.stream = stream
    self.screen = screen
    // Every key comes as a byte, and what is written goes out as it is; ncurses is told that a line feed only moves down.
    modes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | IXOFF | IXANY)
    modes.c_oflag &= ~tcflag_t(OPOST)
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    tcsetattr(fd, TCSADRAIN, &modes)
    nonl()
    keypad(kiosk_stdscr(), false)
    leaveok(kiosk_stdscr(), false)
    // A key that waits must not cut a frame short.
    typeahead(-1)
    if has_colors(), start_color() == OK, kiosk_colors() >= 8 {
      use_default_colors()
      colours = Palette.coloured(colours: Int(kiosk_colors()))
    } else {
      colours = nil
    }
    let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    isMonochrome = noColour
    size = Size(width: 80, height: 24)
    resize()
  }

  /// Gives the terminal back as it was found. May be called more than once.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    // Where there is no second screen to leave, as on a console, nothing of the test stays on the one there is.
    if Terminal.capability("rmcup").isEmpty {
      werase(kiosk_stdscr())
      wrefresh(kiosk_stdscr())
    }
    curs_set(1)
    endwin()
    flushFrame()
    var modes = modes
    tcsetattr(fd, TCSANOW, &modes)
    delscreen(screen)
    fclose(stream)
    isClosed = true
  }

  deinit { finish() }

  /// Of a larger window only this much is used: whoever sets a size of 65,535 by 65,535 gets no gigabytes for it.
  static let largest = Size(width: 1000, height: 500)

  /// Asks the kernel for the size of the window and lays the screen out anew where it changed.
  /// - Returns: whether it changed. Everything is painted at the next `present`.
  @discardableResult
  func resize() -> Bool {
    guard !isFinished else { return false }
    var window = winsize()
    guard ioctl(fd, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return false }
    let new = Size(
      width: min(Int(window.ws_col), Terminal.largest.width), height: min(Int(window.ws_row), Terminal.largest.height))
    guard new != size || shown == nil else { return false }
    let changed = new != size
    size = new
    // Not resizeterm, which would queue a key that nobody reads.
    resize_term(Int32(new.height), Int32(new.width))
    invalidate()
    return changed
  }

  /// Makes the next `present` paint everything, as after another process has written to the terminal.
  func invalidate() {
    guard !isFinished else { return }
    shown = nil
    clearok(kiosk_curscr(), true)
  }

  /// Sets the terminal up as at the start, and makes the next `present` paint everything: somebody may have reset it.
  /// Left and entered again, the other screen and the cursor's place on it are kept where it was not.
  func restore() {
    guard !isFinished else { return }
    for name in ["rmcup", "smcup", "smkx"] { write(raw: Terminal.capability(name)) }
    invalidate()
  }

  /// What terminfo says under `name`; empty: nothing, or what only tputs(3X) can send.
  private static func capability(_ name: String) -> [UInt8] {
    name.withCString { name in
      guard let value = tigetstr(UnsafeMutablePointer(mutating: name)), Int(bitPattern: value) != -1 else { return [] }
      let bytes = Array(String(cString: value).utf8)
      return bytes.contains(UInt8(ascii: "$")) ? [] : bytes
    }
  }

  /// Whether there is a second screen to leave, on which what stood on the first stays.
  var hasSecondScreen: Bool { !isFinished && !Terminal.capability("rmcup").isEmpty }

  /// Shows a grid: what differs from the one before goes out in one write, and the cursor to its place.
  func present(_ grid: Grid) {
    var grid = grid
    present(exchanging: &grid)
  }

  /// The same, and gives the grid shown before in return: to draw the next screen into, so that none is copied or made.
  ///
  /// - Parameter rows: the rows that alone may differ from what is shown; empty: any.
  func present(exchanging grid: inout Grid, rows: [Int] = []) {
    guard !isFinished else { return }
    if flashPending != isFlashing {
      isFlashing = flashPending
      shown = nil
    }
    flashPending = false
    let palette = isMonochrome ? .monochrome : colours ?? .monochrome
    let writer = CellWriter(palette: palette, isInverted: isInverted != isFlashing)
    if let shown, shown.size == grid.size {
      if rows.isEmpty { writer.writeChanges(from: shown, to: grid) }
      for row in rows { writer.writeChanges(from: shown, to: grid, row: row) }
    } else {
      werase(kiosk_stdscr())
      writer.writeAll(grid, size: size)
    }
    if let cursor = grid.cursor, grid.bounds.contains(cursor) {
      curs_set(1)
      wmove(kiosk_stdscr(), Int32(cursor.y), Int32(cursor.x))
    } else {
      curs_set(0)
    }
    wnoutrefresh(kiosk_stdscr())
    doupdate()
    var next = grid
    if let before = shown, before.size == grid.size { next = before }
    shown = grid
    grid = next
    flushFrame()
  }

  /// Sends what ncurses has written since the last time.
  private func flushFrame() {
    guard !isClosed else { return }
    let start = frameStart
    let end = Int(lseek(frame, 0, SEEK_CUR))
    guard end > start else { return }
    frameStart = end
    if end > Terminal.frameTurn {
      lseek(frame, 0, SEEK_SET)
      frameStart = 0
    }
    if let frameView, end <= Terminal.frameRoom {
      _ = write(UnsafeRawBufferPointer(start: frameView + start, count: end - start))
      return
    }
    withUnsafeTemporaryAllocation(byteCount: Terminal.frameRoom, alignment: 1) { block in
      var sent = start
      while sent < end {
        let count = pread(frame, block.baseAddress, min(block.count, end - sent), sent)
        guard count > 0, write(UnsafeRawBufferPointer(rebasing: block[..<count])) else { return }
        sent += count
      }
    }
  }

  /// Rings. The visible bell inverts the screen from the next `present` to the one after it.
  func bell(audible: Bool, visible: Bool) {
    if visible { flashPending = true }
    if audible { write(raw: [0x07]) }
  }

  /// Writes bytes of one's own (a mode, OSC 52) to the terminal, after all that was shown before.
  /// - Returns: whether all of them went out; false where the terminal is gone.
  @discardableResult
  func write(raw bytes: [UInt8]) -> Bool {
    flushFrame()
    return bytes.withUnsafeBytes { write($0) }
  }

  private func write(_ buffer: UnsafeRawBufferPointer) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = Glibc.write(fd, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      let fault = errno
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if fault == EAGAIN {
        var wait = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, 1_000) > 0, wait.revents & Int16(POLLOUT) != 0 else { return false }
      } else if fault != EINTR {
        return false
      }
    }
    return true
  }
}

// MARK: - Before the screen

extension Terminal {
  /// The environment's locale where it has UTF-8, else C.UTF-8. Only LC_CTYPE is set: numbers stay as they are.
  private static func useUTF8() throws(TerminalFailure) {
    for name in ["", "C.UTF-8", "C.utf8"] where setlocale(LC_CTYPE, name) != nil {
      if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) == "UTF-8" { return }
    }
    throw .noUTF8
  }

  /// A value from the environment, fit for a message.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }.prefix(40)))
  }

  private static let handled = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  private static func savedHandlers() -> [sigaction] {
    handled.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return action
    }
  }

  /// ncurses ignores SIGTSTP while it writes, and a signal that is ignored is lost, even one that is blocked and will be read.
  /// Where it finds a handler that is not its own it leaves the signal alone, for good.
  private static func keepSuspension() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGTSTP, &action, nil)
  }

  private static func restoreHandlers(_ actions: [sigaction]) {
    for (signal, action) in zip(handled, actions) {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
