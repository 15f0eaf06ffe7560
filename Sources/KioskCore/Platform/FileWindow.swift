import CLinux
import Glibc

/// A part of a file that is written through memory: what is put there is the kernel's at once, as with write(2), and survives
/// this process in the same way, at a fraction of the cost. The corresponding C function is `mmap` with MAP_SHARED.
///
/// MUST: the file has room for all of it when the window is opened. Where somebody cuts the file short since, what is put there
/// is lost with the rest of the file, and `isLost` says so; the process goes on.
final class FileWindow {
  /// The bytes of the file that are seen.
  let range: Range<Int>
  private let place: Int32
  private let start: UnsafeMutableRawPointer

  /// Opens a window on `range` of the file, whose lower bound is a whole number of pages of 4 KiB; `nil`: there can be none,
  /// as on file systems that have no such memory.
  init?(_ descriptor: Int32, _ range: Range<Int>) {
    var start: UnsafeMutableRawPointer?
    let place = kiosk_window_open(descriptor, off_t(range.lowerBound), range.count, &start)
    guard place >= 0, let start else { return nil }
    self.range = range
    self.place = place
    self.start = start
  }

  deinit { kiosk_window_close(place) }

  /// Puts `bytes` at `offset` of the file; false, and nothing is put, where they lie outside the window.
  func put(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard range.lowerBound <= offset, offset + bytes.count <= range.upperBound else { return false }
    (start + (offset - range.lowerBound)).copyMemory(from: bytes, byteCount: bytes.count)
    return true
  }

  /// Whether the file was cut short behind this.
  var isLost: Bool { kiosk_window_is_lost(place) != 0 }

  /// The number of eight bytes that several processes count at `offset`, which is a multiple of eight inside the window. What
  /// was put into memory before is seen by whoever counts after.
  func count(at offset: Int) -> UInt64 { kiosk_count_read(start + (offset - range.lowerBound)) }

  /// Counts one on, and tells the new number.
  func countOn(at offset: Int) -> UInt64 { kiosk_count_next(start + (offset - range.lowerBound)) }

  /// Sets the number.
  func setCount(at offset: Int, to number: UInt64) { kiosk_count_set(start + (offset - range.lowerBound), number) }

  /// Makes the number at least `least`.
  func raiseCount(at offset: Int, to least: UInt64) { kiosk_count_raise(start + (offset - range.lowerBound), least) }
}
