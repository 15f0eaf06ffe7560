import CHunspell
import Glibc
import KioskReference
import KioskVoice
import KioskWords

/// kiosk-helps: spell check, suggestions and look-up, a process of its own. kiosk's guardian starts it where the gate allows
/// one of them, in practice or where a question grants it, and ends it where it does not: under a lock without a grant it is
/// not there at all.
@main
struct Entry {
  static func main() {
    // Others of the same user could otherwise read what is typed out of this process.
    _ = kiosk_helps_harden()
    kiosk_helps_map_large()
    signal(SIGPIPE, SIG_IGN)
    var language = "en"
    var dictionaries = SpellingDictionary.folders
    var wordLists = WordList.folder
    var references = Bookshelf.folder
    var arguments = CommandLine.arguments.dropFirst()
    while let word = arguments.popFirst() {
      switch (word, arguments.popFirst()) {
      case ("--language", let value?): language = value
      case ("--dictionaries", let value?): dictionaries = [value]
      case ("--word-lists", let value?): wordLists = value
      case ("--references", let value?): references = value
      default:
        Channel.write(
          "kiosk-helps: unknown option: it is started by kiosk, as kiosk-helps --language en\n", to: STDERR_FILENO)
        exit(64)
      }
    }
    var helps = Helps(language: language, dictionaries: dictionaries, wordLists: wordLists, references: references)
    kiosk_helps_give_back()
    var lines = VoiceLines(limit: HelpAnswer.longest)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      var commands: [HelpCommand] = []
      for line in lines.take(buffer[..<count]) {
        guard let command = HelpCommand(line: line) else { exit(65) }
        commands.append(command)
      }
      if lines.isBroken { exit(65) }
      helps.take(commands)
    }
  }
}
