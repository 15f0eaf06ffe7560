import Glibc
import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

@Suite(.serialized) struct TerminalTests {
  /// Pieces that make diffs hard: wide, combining, emoji in all their forms, marks alone, controls.
  private static let pieces = [
    "a", "Ottawa", " ", "  ", "é", "e\u{301}", "渥太华", "한국어", "القاهرة", "Αθήνα", "👩‍👩‍👧", "🇨🇦", "👍🏽", "❤️", "\u{301}",
    "x\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{1B}[2J", "\u{202E}abc", "─│╭", "█▀", "नमस्ते", "ｆｕｌｌ", "½",
    "N'Djamena",
  ]

  private static func drawAtRandom(_ grid: inout Grid, _ random: inout SplitMix) {
    for _ in 0..<random.next() % 12 {
      let role = Role.allCases[Int(random.next() % UInt64(Role.allCases.count))]
      let style = Style(role, Style.Attributes(rawValue: UInt8(random.next() % 8)))
      let x = Int(random.next() % UInt64(grid.width + 6)) - 3
      let y = Int(random.next() % UInt64(grid.height + 2)) - 1
      switch random.next() % 8 {
      case 0: grid.fill(Rect(x: x, y: y, width: Int(random.next() % 9), height: 2), style)
      case 1: grid.restyle(Rect(x: x, y: y, width: Int(random.next() % 9), height: 2), style)
      default:
        let piece = pieces[Int(random.next() % UInt64(pieces.count))]
        grid.put(piece + pieces[Int(random.next() % UInt64(pieces.count))], x: x, y: y, style)
      }
    }
    let cursor = Point(x: Int(random.next() % UInt64(grid.width)), y: Int(random.next() % UInt64(grid.height)))
    grid.cursor = random.next() % 5 == 0 ? nil : cursor
  }

  /// The emulator's rows, each ended by a line feed, as `Grid.text` gives them.
  private static func text(of emulator: VtermScreen) -> String {
    emulator.lines.map { $0 + "\n" }.joined()
  }

  private static func expectShown(_ grid: Grid, _ shown: ShownTerminal, _ step: Int) -> Bool {
    // What can be one code point is sent as one.
    let drawn = ScreenText.composed(grid.text)
    let seen = text(of: shown.emulator)
    guard drawn.utf8.elementsEqual(seen.utf8) else {
      Issue.record("step \(step):\ndrawn\n\(drawn)\nseen\n\(seen)")
      return false
    }
    for y in 0..<grid.height {
      for x in 0..<grid.width where grid[x, y].width > 0 {
        let cell = shown.emulator.cell(row: y, column: x)
        let style = grid[x, y].style
        if style.attributes.contains(.bold) != cell.bold, style.role == .normal {
          Issue.record("step \(step): bold at \(x),\(y): \(cell)")
          return false
        }
        if style.role == .normal, style.attributes.contains(.reverse) != cell.reverse {
          Issue.record("step \(step): reverse at \(x),\(y): \(cell)")
          return false
        }
        if style.role == .bar, cell.background != .indexed(24) {
          Issue.record("step \(step): bar at \(x),\(y): \(cell)")
          return false
        }
      }
    }
    #expect(shown.emulator.cursorVisible == (grid.cursor != nil))
    if let cursor = grid.cursor {
      #expect(shown.emulator.cursor == (cursor.y, cursor.x))
    }
    return true
  }

  @Test(arguments: [(24, 7, 1), (80, 24, 2), (9, 5, 3)])
  func everyDiffRoundTrips(width: Int, height: Int, seed: UInt64) throws {
    let shown = try ShownTerminal(width: width, height: height)
    var random = SplitMix(seed: seed)
    var grid = Grid(width: width, height: height)
    for step in 0..<400 {
      if random.next() % 20 == 0 { grid.clear() }
      if random.next() % 40 == 0 { shown.terminal.invalidate() }
      Self.drawAtRandom(&grid, &random)
      // libvterm puts a mark on the next row where its base is an ASCII letter in the last column.
      for y in 0..<height where grid[width - 1, y].isCluster { grid.put("x", x: width - 1, y: y) }
      shown.terminal.present(grid)
      let sent = shown.settle()
      guard Self.expectShown(grid, shown, step) else {
        print(String(decoding: sent, as: UTF8.self).debugDescription)
        return
      }
    }
  }

  @Test func aKeystrokeSendsLittleAndAnUnchangedFrameNothing() throws {
    let shown = try ShownTerminal(width: 80, height: 24)
    var grid = Grid(width: 80, height: 24)
    grid.put("Geography", x: 1, y: 0, .bar)
    grid.cursor = Point(x: 10, y: 10)
    shown.terminal.present(grid)
    shown.settle()
    shown.terminal.present(grid)
    #expect(shown.settle() == [])
    grid.put("O", x: 10, y: 10, .fieldFocused)
    grid.cursor = Point(x: 11, y: 10)
    shown.terminal.present(grid)
    let sent = shown.settle()
    #expect(sent.count <= 40, "\(String(decoding: sent, as: UTF8.self).debugDescription)")
  }

  @Test func resizingShowsTheWholeGridAgain() throws {
    let shown = try ShownTerminal(width: 80, height: 24)
    var grid = Grid(width: 80, height: 24)
    grid.put("before", x: 70, y: 20)
    shown.terminal.present(grid)
    shown.settle()
    for (width, height) in [(60, 20), (100, 30), (20, 5), (80, 24)] {
      shown.resize(width: width, height: height)
      #expect(shown.terminal.size == Size(width: width, height: height))
      grid = Grid(width: width, height: height)
      grid.put("at \(width)×\(height)", x: 2, y: height - 1)
      shown.terminal.present(grid)
      shown.settle()
      #expect(Self.text(of: shown.emulator) == grid.text)
    }
  }

  @Test func aidsChangeTheWholeScreenAndBackAgain() throws {
    let shown = try ShownTerminal(width: 20, height: 3)
    var grid = Grid(width: 20, height: 3)
    grid.put("bar", x: 0, y: 0, .bar)
    shown.terminal.present(grid)
    shown.settle()
    #expect(shown.emulator.cell(row: 0, column: 0).background == .indexed(24))
    shown.terminal.isMonochrome = true
    shown.terminal.present(grid)
    shown.settle()
    #expect(shown.emulator.cell(row: 0, column: 0).background == .standard)
    #expect(shown.emulator.cell(row: 0, column: 0).reverse)
    shown.terminal.isInverted = true
    shown.terminal.present(grid)
    shown.settle()
    #expect(!shown.emulator.cell(row: 0, column: 0).reverse)
    #expect(shown.emulator.cell(row: 2, column: 19).reverse)
    shown.terminal.isInverted = false
    shown.terminal.isMonochrome = false
    shown.terminal.bell(audible: true, visible: true)
    shown.terminal.present(grid)
    shown.settle()
    #expect(shown.terminal.isFlashing)
    #expect(shown.emulator.bells == 1)
    #expect(shown.emulator.cell(row: 2, column: 19).reverse)
    shown.terminal.present(grid)
    shown.settle()
    #expect(!shown.terminal.isFlashing)
    #expect(!shown.emulator.cell(row: 2, column: 19).reverse)
  }

  /// ncurses ignored SIGTSTP while it wrote, and with that one that was sent meanwhile was gone, blocked or not.
  @Test func aSuspensionThatComesWhileAFrameIsWrittenIsNotLost() throws {
    let shown = try ShownTerminal(width: 20, height: 3)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    pthread_kill(pthread_self(), SIGTSTP)
    var grid = Grid(Size(width: 20, height: 3))
    grid.put("painted", x: 0, y: 0)
    shown.terminal.present(grid)
    var waiting = sigset_t()
    sigpending(&waiting)
    #expect(sigismember(&waiting, SIGTSTP) == 1)
    var now = timespec()
    sigtimedwait(&set, nil, &now)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  @Test func noColourIsShownWhereTheEnvironmentSaysSo() throws {
    let shown = try ShownTerminal(width: 20, height: 3)
    setenv("NO_COLOR", "1", 1)
    defer { unsetenv("NO_COLOR") }
    let terminal = try Terminal(fd: shown.slave)
    #expect(terminal.isMonochrome)
    terminal.finish()
  }

  @Test func theTerminalIsGivenBackAsItWas() throws {
    let (master, slave) = try ShownTerminal.openPty(width: 80, height: 24)
    defer {
      close(slave)
      close(master)
    }
    setenv("TERM", "xterm-256color", 1)
    var before = termios()
    tcgetattr(slave, &before)
    let terminal = try Terminal(fd: slave)
    var during = termios()
    tcgetattr(slave, &during)
    #expect(during.c_lflag & tcflag_t(ISIG | ICANON | ECHO) == 0)
    #expect(during.c_iflag & tcflag_t(IXON | ICRNL) == 0)
    terminal.finish()
    terminal.finish()
    var after = termios()
    tcgetattr(slave, &after)
    #expect(after.c_lflag == before.c_lflag)
    #expect(after.c_iflag == before.c_iflag)
    #expect(after.c_oflag == before.c_oflag)
  }

  @Test func everyReasonForNoScreenIsTold() throws {
    let (master, slave) = try ShownTerminal.openPty(width: 80, height: 24)
    defer {
      close(slave)
      close(master)
    }
    for (type, failure) in [
      ("no-such-type", TerminalFailure.unknownType("no-such-type")), ("dumb", .tooSimple("dumb")), ("", .noType),
      ("../\u{1B}[2Jx", .unknownType("../[2Jx")),
    ] {
      setenv("TERM", type, 1)
      #expect(throws: failure) { try Terminal(fd: slave) }
    }
    setenv("TERM", "xterm-256color", 1)
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: TerminalFailure.notATerminal) { try Terminal(fd: file) }
  }

  @Test(arguments: [
    "xterm", "linux", "screen-256color", "tmux-256color", "vt220", "xterm-kitty", "rxvt-unicode-256color",
  ])
  func everyCommonTypeShowsText(type: String) throws {
    let shown: ShownTerminal
    do {
      shown = try ShownTerminal(width: 40, height: 6, type: type)
    } catch TerminalFailure.unknownType {
      return
    }
    var grid = Grid(width: 40, height: 6)
    grid.put("渥太华 Ottawa é", x: 3, y: 2, .accent)
    grid.put("Locked", x: 0, y: 0, .bar)
    grid.put("x", x: 39, y: 5, .bar)
    shown.terminal.present(grid)
    shown.settle()
    #expect(Self.text(of: shown.emulator) == grid.text)
  }
}
