import CHarness
import Glibc

@testable import KioskTUI

/// `Terminal` in this process on a pty of its own, and an emulator that reads what it sends. ncurses has one screen at a
/// time and writes until all is read, so tests with it run one after another, and a thread reads the other end.
final class ShownTerminal {
  let terminal: Terminal
  let emulator: VtermScreen
  let slave: Int32
  private let master: Int32
  private let reader: Reader
  private var marks = 0

  /// Opens a pty of a size and takes it over. TERM is set, and NO_COLOR unset, for the whole process.
  init(width: Int, height: Int, type: String = "xterm-256color") throws {
    setenv("TERM", type, 1)
    unsetenv("NO_COLOR")
    let (master, slave) = try ShownTerminal.openPty(width: width, height: height)
    self.master = master
    self.slave = slave
    reader = Reader(master)
    terminal = try Terminal(fd: slave)
    guard let emulator = VtermScreen(rows: height, columns: width) else {
      throw HarnessError.system("vterm_new", ENOMEM)
    }
    self.emulator = emulator
  }

  deinit {
    terminal.finish()
    close(slave)
    reader.join()
    close(master)
  }

  /// Both ends of a new pty.
  static func openPty(width: Int, height: Int) throws -> (master: Int32, slave: Int32) {
    var name = [CChar](repeating: 0, count: 128)
    let master = harness_open_pty(&name, name.count)
    guard master >= 0 else { throw HarnessError.system("posix_openpt", errno) }
    // The reading thread waits in read(2).
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) & ~O_NONBLOCK)
    let slave = open(name, O_RDWR | O_NOCTTY)
    guard slave >= 0 else { throw HarnessError.system("open", errno) }
    resize(slave, width: width, height: height)
    return (master, slave)
  }

  static func resize(_ fd: Int32, width: Int, height: Int) {
    var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(fd, UInt(TIOCSWINSZ), &size)
  }

  /// Feeds the emulator all that was sent up to now.
  /// - Returns: those bytes.
  @discardableResult
  func settle() -> [UInt8] {
    marks += 1
    let mark = Array("\u{1B}]777;\(marks)\u{7}".utf8)
    terminal.write(raw: mark)
    let sent = reader.take(upTo: mark)
    emulator.feed(sent)
    return sent
  }

  /// Resizes the pty and the emulator, as a window does.
  func resize(width: Int, height: Int) {
    ShownTerminal.resize(slave, width: width, height: height)
    emulator.resize(rows: height, columns: width)
    terminal.resize()
  }
}

/// Reads a descriptor to its end on a thread of its own.
private final class Reader: @unchecked Sendable {
  private let fd: Int32
  private var bytes: [UInt8] = []
  private var ended = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var thread = pthread_t()

  init(_ fd: Int32) {
    self.fd = fd
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Reader>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func run() {
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(fd, &block, block.count)
      pthread_mutex_lock(mutex)
      if count > 0 { bytes += block[..<count] } else { ended = true }
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
      if count <= 0 { return }
    }
  }

  func take(upTo mark: [UInt8]) -> [UInt8] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !ended, !bytes.suffix(mark.count).elementsEqual(mark) { pthread_cond_wait(changed, mutex) }
    let taken = Array(bytes.dropLast(mark.count))
    bytes = []
    return taken
  }

  func join() { pthread_join(thread, nil) }
}
