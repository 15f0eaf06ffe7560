import Glibc
import KioskCore

/// `kiosk profile check`: is this profile good here, and what does not fit.
extension ProfileCommand {
  /// 0 where everything fits; 65 where the file is no good profile, or something does not fit; 77 where it does not count.
  func check() throws(CommandFault) -> Int32 {
    let profile: Profile
    let name: String
    let signer: String
    if let path = operands.first {
      name = ScreenText.clean(path)
      let bytes = try SignedFile.bytes(path, limit: Profile.largest)
      profile = try parse(bytes, path)
      for warning in ProfileReader.read(bytes).problems { CommandOutput.write(warning.described(file: path) + "\n") }
      do throws(ProfileFault) {
        signer = try machine.signer(of: profile, path)
        try MachineFolder.check(profile.validity, Clocks.wall())
      } catch { throw CommandFault(error) }
    } else {
      switch AuthorityReader.here.profile {
      case .none: throw CommandFault("no profile is installed: name a file, or kiosk profile install one", 66)
      case .faulty(let fault): throw CommandFault(fault)
      case .inForce(let installed):
        profile = installed.profile
        name = installed.path
        signer = installed.signer
      }
    }
    var items = fits(profile)
    if let other = options.value("--against") {
      let expected = try parse(try SignedFile.bytes(other, limit: Profile.largest), other)
      items += profile.differences(from: expected).map(\.words)
    }
    if let exam = options.value("--exam") { items += try mismatches(exam) }
    let by = signer.isEmpty ? "" : ", signed by \(signer)"
    CommandOutput.write("\(name): \(items.isEmpty ? "good" : "does not fit")\(by); words: \(profile.words)\n")
    CommandOutput.write(items.map { "  \(ScreenText.clean($0))\n" }.joined())
    return items.isEmpty ? 0 : 65
  }

  /// What the profile speaks of and this machine does not have.
  private func fits(_ profile: Profile) -> [String] {
    var items: [String] = []
    for entry in profile.allowList {
      if case .withheld(let why) = profile.listing(of: entry.path) { items.append("allowList: \(why)") }
    }
    if let program = profile.singleApp.first, !Files.may(X_OK, program) {
      items.append("singleApp: \(program) is not there, or cannot be run")
    }
    if !profile.terms.proctors.isEmpty, let folder = DataFolder.foreseen() {
      let names = (try? Passcodes.read(folder))?.names ?? []
      for name in profile.terms.proctors where !names.contains(name) {
        items.append("proctors: \(name) has no passcode: kiosk passcode set --proctor '\(name)'")
      }
    }
    return items
  }

  private func mismatches(_ name: String) throws(CommandFault) -> [String] {
    guard let folder = DataFolder.foreseen(),
      let path = ExamFile.isPath(name) ? name : ExamLibrary(data: folder).path(of: name)
    else { throw CommandFault("no exam is called \(ScreenText.quoted(name)): kiosk lists them all", 66) }
    switch ExamFile.read(named: path) {
    case .examOpened(let exam), .bankOpened(let exam, _):
      let report = CheckCommand.look()
      let proctors = ProctorList(names: (try? Passcodes.read(folder))?.names ?? [])
      return exam.mismatches(
        AuthorityReader.here.authority(of: exam.id), proctors: proctors, on: report.tier == .none ? nil : report
      ).map(\.words)
    case .examRejected(let lines, let status): throw CommandFault(lines.joined(separator: "\n"), status)
    default: return []
    }
  }
}
