/// A digest as words that two people compare aloud: "is it amber, canoe, …?". Six of 256 words, 48 bits of BLAKE2b.
///
/// It tells two profiles apart; that a profile may be trusted is its signature's word.
public enum WordHash {
  /// How many words.
  public static let count = 6

  /// The words of `bytes`, one space apart.
  public static func words(_ bytes: [UInt8]) -> String {
    let list = Self.list.split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard list.count == 256 else { return "" }
    return Digest.blake2b(bytes).prefix(count).map { String(list[Int($0)]) }.joined(separator: " ")
  }

  /// Short, common, no two alike to the ear.
  static let list = """
    acid acorn actor agent alarm album almond amber anchor angel ankle anvil
    apple apron arch arrow atlas attic autumn badge bagel bamboo banjo barley
    basin basket beacon beaver bell berry bishop blanket bonfire bottle bowl branch
    bread bridge bronze bubble bucket butter button cabin cactus camel candle canoe
    carpet castle cedar cello chapel cherry chimney cider circle citrus clover cobalt
    cobweb coffee comet compass copper coral cotton cradle crayon cricket crown crystal
    curtain dagger daisy dancer denim desert diamond dolphin donkey dragon drum eagle
    easel echo elbow elder ember engine envelope fabric falcon farmer feather fennel
    ferry fiddle finger fjord flute forest fossil fountain fox galaxy garden garlic
    gazebo ginger giraffe glacier glove goblet granite guitar hammer harbor harvest hatchet
    hazel helmet heron hockey honey hornet hotel iceberg igloo indigo insect iron
    island ivory jacket jaguar jasmine jelly jigsaw jockey jungle juniper kayak kennel
    kettle kitten ladder lagoon lantern lemon lentil lizard lobster locket lotus magnet
    mango maple marble meadow melon mirror mitten monkey mosaic muffin museum napkin
    nectar needle nickel noodle nugget oasis ocean olive onion opera orange orchard
    otter oyster paddle palace panda pepper piano pillow pilot pirate planet pocket
    poppy potato prairie puzzle quartz quiver rabbit radish raven ribbon river robin
    rocket rudder saddle saffron salmon satin scarf shadow shovel silver sketch spider
    spinach squash statue sugar summit sunset syrup tango teapot temple thimble thunder
    tiger timber tomato tractor trumpet tulip tunnel turtle umbrella unicorn valley vanilla
    velvet violin volcano waffle walnut walrus whistle willow window winter wizard wombat
    yellow yogurt zebra zipper
    """
}
