import KioskCore

/// The words after `kiosk`: the lobby, `exam` with its options, or `demo` with its own.
enum LaunchArguments {
  /// What came of reading them.
  enum Reading: Equatable {
    case launch(Launch)
    /// What is wrong and what to do.
    case usage(String)
  }

  private static let options = [
    "--practice", "--candidate", "--candidate-id", "--seed", "--minutes", "--extra-percent",
  ]
  private static let demoOptions = ["--play", "--pace"]

  /// Reads `[]`, or `exam NAME [--practice] …`. `--resume` is what the guardian adds for a front end that replaces one.
  static func parse(_ arguments: [String]) -> Reading {
    var launch = Launch()
    var words: [String] = []
    var hasOptions = false
    // What the guardian puts before the words of a front end that replaces one is not theirs.
    if (arguments.first == "--resume" ? arguments.dropFirst(2).first : arguments.first) == "demo" {
      return parseDemo(arguments)
    }
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if name != "--resume" { hasOptions = true }
      if name == "--practice", parts.count == 1 {
        launch.practice = true
        continue
      }
      guard name == "--resume" || options.contains(name), name != "--practice" else { return .usage(unknown(name)) }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        return .usage("\(name) needs a value: write \(name) VALUE")
      }
      if let message = take(name, value, into: &launch) { return .usage(message) }
    }
    return check(words, launch, hasOptions: hasOptions)
  }

  /// Takes one option's value; what is wrong with it, where something is.
  private static func take(_ name: String, _ value: String, into launch: inout Launch) -> String? {
    switch name {
    case "--candidate": launch.candidate = Candidate(name: ScreenText.fitted(value), id: launch.candidate?.id ?? "")
    case "--candidate-id":
      launch.candidate = Candidate(name: launch.candidate?.name ?? "", id: ScreenText.fitted(value))
    case "--resume":
      guard !value.isEmpty else { return "--resume needs an attempt: kiosk writes it itself" }
      launch.resume = value
    case "--seed":
      guard let seed = UInt64(value) else { return "--seed \(quoted(value)) is not a whole number: write --seed 1" }
      launch.seed = seed
    case "--minutes":
      guard let minutes = Int(value), (1...480).contains(minutes) else {
        return "--minutes \(quoted(value)) is not a number from 1 to 480: write --minutes 30"
      }
      launch.minutes = minutes
    default:
      guard let percent = Int(value), (0...400).contains(percent) else {
        return "--extra-percent \(quoted(value)) is not a number from 0 to 400: write --extra-percent 25"
      }
      launch.extraPercent = percent
    }
    return nil
  }

  private static func check(_ words: [String], _ launch: Launch, hasOptions: Bool) -> Reading {
    var launch = launch
    if let candidate = launch.candidate, candidate.name.isBlank {
      return .usage("the candidate has no name: write --candidate NAME")
    }
    guard let command = words.first else {
      return hasOptions ? .usage("options go with an exam: write kiosk exam ID --practice") : .launch(launch)
    }
    guard command == "exam" else { return .usage("unknown command \(quoted(command)): see kiosk --help") }
    guard words.count > 1 else { return .usage("kiosk exam needs an exam: write kiosk exam geography") }
    guard words.count == 2 else {
      return .usage("one exam at a time, not \(quoted(words[2])) too: put a name with spaces in quotes")
    }
    launch.exam = words[1]
    return .launch(launch)
  }

  /// Reads `demo [PAGE] [--play] [--pace N]`, with the guardian's `--resume` where it replaces a front end.
  private static func parseDemo(_ arguments: [String]) -> Reading {
    var launch = Launch()
    var demo = DemoStart()
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--play": demo.plays = true
      case "--resume": launch.resume = rest.popFirst()
      case "--pace":
        let value = rest.popFirst() ?? ""
        guard let pace = Int(value), (10...1000).contains(pace) else {
          return .usage("--pace \(quoted(value)) is not a number from 10 to 1000: write --pace 50 for half as fast")
        }
        demo.pace = pace
      case _ where word.hasPrefix("--"):
        let near = Nearness.nearest(to: word, among: demoOptions)
        return .usage("unknown option \(quoted(word)): " + (near.map { "did you mean \($0)?" } ?? "see kiosk --help"))
      case _: words.append(word)
      }
    }
    if let name = words.dropFirst().first {
      let names = DemoState.Page.allCases.filter { $0 != .menu }.map(\.rawValue)
      guard let page = DemoState.Page(rawValue: name), page != .menu else {
        let near = Nearness.nearest(to: name, among: names)
        let mend = near.map { "did you mean \($0)?" } ?? "there are " + names.joined(separator: ", ")
        return .usage("no demonstration is called \(quoted(name)): \(mend)")
      }
      demo.page = page
    }
    guard words.count <= 2 else {
      return .usage("one demonstration at a time, not \(quoted(words[2])) too: kiosk demo shows all")
    }
    launch.demo = demo
    return .launch(launch)
  }

  private static func unknown(_ name: String) -> String {
    let near = Nearness.nearest(to: name, among: options)
    return "unknown option \(quoted(name)): " + (near.map { "did you mean \($0)?" } ?? "see kiosk --help")
  }

  private static func quoted(_ text: String) -> String { ScreenText.quoted(text) }
}
