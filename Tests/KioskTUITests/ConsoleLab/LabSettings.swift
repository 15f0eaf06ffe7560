/// Everything that a lock changes of a machine or of its first console, as it stands, byte for byte.
extension LabMachine {
  /// Where it is written: on the disk, so that a restart leaves it.
  static let notes = "/var/tmp"

  /// Writes it down in the machine, on its disk, under a name.
  func noteSettings(_ name: String) throws { try shell.run("{ \(Self.settings)\n} >\(Self.notes)/\(name) 2>&1; sync") }

  /// The lines in which two of them differ, nothing where they are the same bytes.
  func difference(_ old: String, _ new: String) throws -> String {
    try shell.run(
      "cd \(Self.notes) && test -s \(old) -a -s \(new) && { cmp -s \(old) \(new) || diff \(old) \(new); true; }")
  }

  private static let settings = #"""
    for file in /proc/sys/kernel/sysrq /proc/sys/kernel/printk /sys/module/kernel/parameters/consoleblank; do
      echo $file; od -An -tx1 $file; done
    dumpkeys -f -C /dev/tty1
    # Every entry of every table of the keyboard (KDGKBENT), and the console's modes: VT_GETMODE, KDGKBMODE, KDGKBMETA, KDGETMODE.
    perl -e '
      open my $tty, "<", "/dev/tty1" or die;
      for my $table (0..255) { for my $key (0..255) {
        my $entry = pack "CCS", $table, $key, 0;
        ioctl($tty, 0x4B46, $entry) or last;
        my $action = (unpack "CCS", $entry)[2];
        last if $key == 0 && $action == 0x27f;
        printf "%d %d %04x\n", $table, $key, $action } }
      for my $ask (0x5601, 0x4B44, 0x4B62, 0x4B3B) {
        my $answer = "\0" x 8; ioctl($tty, $ask, $answer); printf "%x %s\n", $ask, unpack "H*", substr $answer, 0, 8 }'
    stty -a -F /dev/tty1
    find /etc/systemd /run/systemd -lname /dev/null | sort
    systemd-inhibit --list --no-legend --no-pager
    """#
}
