import KioskCore

/// A command's arguments: options anywhere, `--name value` or `--name=value`, and `--` after which nothing is an option.
struct Arguments: Equatable {
  /// What is no option, in order.
  let positionals: [String]
  private let values: [String: String]
  private let flags: Set<String>

  /// Sorts `arguments` by what the command takes; an option with a value may be given once.
  ///
  /// - Parameters:
  ///   - flags: options without a value, by name and dashes ("--all").
  ///   - options: options with a value ("--format", "-o").
  init(_ arguments: [String], flags: [String] = [], options: [String] = []) throws(CommandFault) {
    var positionals: [String] = []
    var values: [String: String] = [:]
    var found: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positionals += rest
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        positionals.append(argument)
        continue
      }
      let equals = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
      let name = equals.map { String(argument[..<$0]) } ?? argument
      if flags.contains(name) {
        if equals != nil { throw .usage("\(name) takes no value: leave out what follows the =") }
        found.insert(name)
      } else if options.contains(name) {
        let attached = equals.map { String(argument[argument.index(after: $0)...]) }
        guard let value = attached ?? rest.popFirst() else { throw .usage("\(name) needs a value after it") }
        if values.updateValue(value, forKey: name) != nil { throw .usage("\(name) is given twice: keep one of them") }
      } else {
        throw Arguments.unknown(name, among: flags + options)
      }
    }
    self.positionals = positionals
    self.values = values
    self.flags = found
  }

  private static func unknown(_ name: String, among known: [String]) -> CommandFault {
    if let meant = Nearness.nearest(to: name, among: known.filter { $0.hasPrefix("--") }) {
      return .usage("there is no option \(name): did you mean \(meant)?")
    }
    let list = known.isEmpty ? "it takes no options" : "it takes \(known.joined(separator: ", "))"
    return .usage("there is no option \(name): \(list)")
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option, or `nil`.
  func value(_ option: String) -> String? { values[option] }

  /// The value of an option that is one of `choices`, or `nil`.
  func value(_ option: String, among choices: [String]) throws(CommandFault) -> String? {
    guard let value = values[option] else { return nil }
    if choices.contains(value) { return value }
    let meant = Nearness.nearest(to: value, among: choices).map { ": did you mean \($0)?" }
    throw .usage("\(option) \(value) is not known" + (meant ?? ": take \(choices.joined(separator: ", "))"))
  }
}
