/// What the company on a terminal means for a test.
extension TerminalCompany {
  /// What a program on the other end of a terminal, or above a session, does.
  public enum Role: Equatable, Sendable {
    case multiplexer, recorder, remote, emulator, other
  }

  /// The programs known to keep sessions that others can attach to.
  static let multiplexers: Set<String> = [
    "tmux", "screen", "zellij", "dtach", "abduco", "dvtm", "mtm", "byobu", "shpool", "wezterm-mux-server", "tmate",
  ]
  /// Those known to write down, replay or drive what goes through a terminal.
  static let recorders: Set<String> = [
    "script", "scriptlive", "asciinema", "ttyrec", "ovh-ttyrec", "termrec", "expect", "unbuffer", "tlog-rec",
    "tlog-rec-session", "t-rec", "vhs", "autoexpect", "reptyr", "rlwrap", "snoopy",
  ]
  /// Those known to carry a terminal over a network.
  static let remotes: Set<String> = [
    "sshd", "sshd-session", "sshd-auth", "mosh-server", "dropbear", "telnetd", "in.telnetd", "rlogind", "in.rlogind",
    "ttyd", "gotty", "wetty", "shellinaboxd", "et", "etserver", "etterminal", "tmate", "teleport", "upterm",
    "tty-share",
  ]
  /// Those known to draw a terminal on this machine's own screen.
  static let emulators: Set<String> = [
    "xterm", "uxterm", "gnome-terminal-server", "gnome-terminal", "kgx", "gnome-console", "ptyxis", "ptyxis-agent",
    "konsole", "yakuake", "xfce4-terminal", "mate-terminal", "lxterminal", "qterminal", "terminator", "tilix", "guake",
    "alacritty", "kitty", "foot", "footclient", "wezterm-gui", "ghostty", "st", "urxvt", "rxvt", "urxvtd",
    "terminology", "cool-retro-term", "contour", "rio", "mlterm", "zutty", "deepin-terminal", "sakura", "termite",
    "kmscon", "fbterm", "yaft", "cosmic-term", "tabby", "su", "sudo", "runuser", "login", "systemd",
  ]

  /// What a program of this name does. Version suffixes and the kernel's "tmux: server" are understood.
  public static func role(ofProgram name: String) -> Role {
    let word = String(name.prefix { $0 != ":" && $0 != " " }).lowercased()
    if multiplexers.contains(word) { return .multiplexer }
    if recorders.contains(word) { return .recorder }
    if remotes.contains(word) { return .remote }
    if emulators.contains(word) { return .emulator }
    return .other
  }

  /// What the holder with this process id does: as its name says, else as the environment hints.
  private func role(of holder: Program) -> Role {
    let named = Self.role(ofProgram: holder.name)
    if named != .other { return named }
    // $TMUX is "socket,server's process,session"; $STY is "process.terminal.host".
    if let tmux = hints["TMUX"]?.split(separator: ","), tmux.count > 1, Int32(tmux[1]) == holder.process {
      return .multiplexer
    }
    if let screen = hints["STY"]?.split(separator: "."), let first = screen.first, Int32(first) == holder.process {
      return .multiplexer
    }
    return .other
  }

  /// The reports on multiplexer, recording and remote, in this order.
  public var reports: [RestrictionReport] {
    [
      verdict(.multiplexer, .multiplexer, "keeps this session for others to attach to", hint: "TMUX", "STY"),
      recording,
      verdict(.remote, .remote, "carries this terminal over a network", hint: "SSH_CONNECTION"),
    ]
  }

  private var recording: RestrictionReport {
    if let tracer {
      return RestrictionReport(id: .recording, state: .detected, finding: "\(tracer.name) traces this program")
    }
    let known = verdict(.recording, .recorder, "may write down this session")
    guard case .absent = known.state else { return known }
    // Whoever holds the other end sees every key and every screen; a program nobody knows may keep them.
    if let stranger = holds.map(\.program).first(where: { role(of: $0) == .other }) {
      return RestrictionReport(
        id: .recording, state: .detected,
        finding: "\(Self.plain(stranger.name)), which is no known terminal, holds the other end of this terminal")
    }
    return known
  }

  private func verdict(_ id: RestrictionID, _ role: Role, _ deed: String, hint variables: String...)
    -> RestrictionReport
  {
    if id == .multiplexer && Weakness.multiplexer.isOn { return RestrictionReport(id: id, state: .absent) }
    if let holder = holds.map(\.program).first(where: { self.role(of: $0) == role }) {
      return RestrictionReport(
        id: id, state: .detected, finding: "\(Self.plain(holder.name)) holds the other end of this terminal")
    }
    if let ancestor = ancestors.first(where: { Self.role(ofProgram: $0.name) == role }) {
      return RestrictionReport(
        id: id, state: .detected, finding: "\(Self.plain(ancestor.name)) started this session and \(deed)")
    }
    // A terminal window opened from inside a multiplexer inherits its variables; what is seen to hold it says otherwise.
    if holds.isEmpty || role == .remote, let variable = variables.first(where: { hints[$0] != nil }) {
      return RestrictionReport(id: id, state: .detected, finding: "the environment says so ($\(variable) is set)")
    }
    if case .pseudo = device.kind, holds.isEmpty {
      let reason =
        someUnreadable
        ? "unknown: another user's program holds the other end of this terminal"
        : "unknown: who holds the other end of this terminal cannot be seen from here"
      return RestrictionReport(id: id, state: .unavailable(reason: reason))
    }
    return RestrictionReport(id: id, state: .absent)
  }

  /// A program's name without anything that could drive a screen.
  public static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
  }
}
