import Glibc
import Testing

extension ConsoleLabTests {
  /// What the first console showed after its guardian was killed, in milliseconds since.
  struct Absence {
    /// When the question was gone from the screen.
    var hidden: Double
    /// When it was back, under a lock.
    var back: Double
    /// The longest time in which the machine itself did not get to look: its processors are the host's to give.
    var blind: Double
    /// For how long one of its processors was kept waiting by the host meanwhile.
    var waited = 0.0
  }

  /// As root, since nobody at the console can send it: the questions are hidden within 100 ms, the lock is back within two
  /// seconds, by the machine's own clock. A debug build, as in `make test`, is only asked to come back.
  @Test func underTheServiceAKilledGuardianHidesTheQuestionsAndComesBack() throws {
    let lab = try ConsoleLab.have()
    var best = Absence(hidden: .infinity, back: .infinity, blind: 0)
    // The limits are the release's, which starts in a tenth of the time that a debug build takes in an emulated machine.
    let (longestHidden, longestBack) = Self.isFull ? (100.0, 2000.0) : (1000.0, 40_000.0)
    // The machine's processors are the host's to give: one that was busy elsewhere has measured itself.
    for _ in 1...5 where best.hidden > longestHidden || best.back > longestBack {
      try lab.lock(with: .kioskService)
      try lab.machine.type("otta")
      try lab.machine.waitFor("[otta")
      let before = lab.machine.waited()
      var one = try Self.killGuardian(lab.machine)
      one.waited = lab.machine.waited().map { $1 - before[$0, default: $1] }.max() ?? 0
      print(
        "guardian killed: hidden after \(one.hidden) ms, back after \(one.back) ms; the machine did not look for"
          + " \(one.blind) ms at the longest, and was kept waiting for \(Int(one.waited)) ms")
      best.hidden = min(best.hidden, one.hidden - one.blind)
      best.back = min(best.back, one.back - max(one.blind, one.waited))
    }
    #expect(best.hidden <= longestHidden)
    #expect(best.back <= longestBack)
    // The same text, the same console, and a lock that holds.
    try lab.machine.waitFor("[otta")
    try lab.machine.press("ctrl-alt-f2", "ctrl-c")
    try lab.machine.waitFor("Home is blocked")
    #expect(try lab.machine.front() == 1)
    // The inhibitor of the first guardian stood until the second had one of its own.
    let inhibitors = try lab.machine.shell.run("systemd-inhibit --list --no-legend --no-pager")
    #expect(inhibitors.split(separator: "\n").count { $0.contains("A test is locked") } == 1, "\(inhibitors)")
    #expect(try lab.status()["locked"]?.bool == true)
  }

  /// Kills it, and looks at the screen as often as it can.
  private static func killGuardian(_ machine: LabMachine) throws -> Absence {
    let told = try machine.shell.run(
      #"""
      perl -MTime::HiRes=clock_gettime,CLOCK_MONOTONIC,sleep -e '
        sub seen {
          open my $cells, "<:raw", "/dev/vcsu1" or return 0; local $/; my $all = <$cells>;
          my @has = map { index($all, join "", map { "$_\0\0\0" } split //, $_) >= 0 } "capital of Canada", "Locked";
          return ($has[0], $has[0] && $has[1]) }
        my ($guardian) = sort { $a <=> $b } split " ", `pgrep -x kiosk`;
        kill 9, $guardian; my $start = my $last = clock_gettime(CLOCK_MONOTONIC);
        my ($hidden, $back, $blind) = (0, 0, 0);
        while ($last < $start + 60 && !$back) {
          my ($question, $locked) = seen(); my $now = clock_gettime(CLOCK_MONOTONIC);
          $blind = $now - $last if $now - $last > $blind; $last = $now;
          $hidden ||= $now if !$question; $back = $now if $hidden && $locked; sleep 0.002 }
        printf "%d %d %d\n", map { 1000 * $_ } ($hidden || $last) - $start, ($back || $last) - $start, $blind'
      """#)
    let figures = told.split(separator: " ").compactMap { Double($0) }
    try #require(figures.count == 3, "\(told)")
    return Absence(hidden: figures[0], back: figures[1], blind: figures[2])
  }
}
