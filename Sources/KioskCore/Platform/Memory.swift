import CLinux

/// The memory of this process.
public enum Memory {
  /// Gives back what starting needed and what follows does not: free heap, and pages of code, which the kernel brings
  /// back from its cache where they are run again. The corresponding C functions are `malloc_trim` and `madvise` with
  /// MADV_DONTNEED on the program's own code, which is never written to.
  public static func giveBack() {
    malloc_trim(0)
    kiosk_give_back_code()
  }
}
