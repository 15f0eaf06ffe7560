/// A folder with a dictionary in dictd's format that calls itself WordNet and knows two words.
struct SmallDictionary {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    // "cape" is 17 bytes from the start on, "headland" 34 bytes behind it.
    let text = "cape\na {headland}\nheadland\nhigh land that goes out to sea\n"
    writeFile(folder.appending("wn.dict"), text)
    writeFile(folder.appending("wn.index"), "00-database-allchars\tA\tA\ncape\tA\tS\nheadland\tS\to\n")
  }
}
