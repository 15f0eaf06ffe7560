/// English words that sound alike and are written otherwise: whoever only hears one cannot know which is meant.
///
/// Words that most speakers on either side of the Atlantic say alike, and that are common enough to come to mind; what is
/// alike for some alone (caught and court, ant and aunt) is left out.
enum Homophones {
  /// The other words that sound like `word`; empty: none known. Case does not matter.
  static func of(_ word: String) -> [String] {
    let key = word.lowercased()
    return (groups[key] ?? []).filter { $0 != key }
  }

  /// Every word with its group; made at the first question.
  private static let groups: [String: [String]] = {
    var groups: [String: [String]] = [:]
    for line in table.split(whereSeparator: \.isNewline) {
      for group in line.split(separator: ",") {
        let words = group.split(separator: " ").map(String.init)
        for word in words { groups[word] = words }
      }
    }
    return groups
  }()

  private static let table = """
    ad add,ail ale,air heir,aisle isle,allowed aloud,altar alter,arc ark,ascent assent,ate eight,auger augur,aural oral
    away aweigh,bail bale,bait bate,ball bawl,band banned,bard barred,bare bear,baron barren,base bass,be bee,beach beech
    bean been,beat beet,beau bow,beer bier,bell belle,berry bury,berth birth,billed build,bite byte,blew blue,bloc block
    boar bore,board bored,bold bowled,bolder boulder,bough bow,boy buoy,brake break,bread bred,brewed brood,brews bruise
    bridal bridle,broach brooch,brows browse,but butt,buy by bye,cannon canon,canvas canvass,capital capitol,carat carrot
    cast caste,cede seed,ceiling sealing,cell sell,cellar seller,cent scent sent,cereal serial,cheap cheep,check cheque
    chews choose,chic sheikh,chilli chilly,choir quire,choral coral,chord cord,chute shoot,cite sight site,clause claws
    climb clime,coarse course,colonel kernel,complement compliment,coo coup,core corps,council counsel,councillor counsellor
    creak creek,crews cruise,cue queue,currant current,cygnet signet,cymbal symbol,days daze,dear deer,descent dissent
    desert dessert,dew due,die dye,discreet discrete,doe dough,draft draught,dual duel,earn urn,ewe yew you,eye aye
    faint feint,fair fare,fate fete,faun fawn,feat feet,find fined,fir fur,flair flare,flea flee,flew flu flue
    flour flower,for fore four,foreword forward,forth fourth,foul fowl,franc frank,freeze frieze,frees freeze
    gait gate,gamble gambol,genes jeans,gild guild,gilt guilt,gnu knew new,gorilla guerrilla,grate great
    grease greece,grisly grizzly,groan grown,guessed guest,guise guys,hail hale,hair hare,hall haul,hangar hanger,hart heart
    hay hey,heal heel,hear here,heard herd,heroin heroine,hi high,higher hire,him hymn,hoard horde,hoarse horse,hole whole
    holey holy wholly,hour our,humerus humorous,idle idol,in inn,indict indite,jam jamb,key quay,knave nave,knead need
    knight night,knit nit,knob nob,knock nock,knot not,know no,knows nose,lacks lax,lain lane,lam lamb,leak leek,lead led
    lessen lesson,levee levy,liar lyre,licence license,lie lye,links lynx,loan lone,loot lute,made maid,mail male,main mane
    maize maze,mall maul,manner manor,marshal martial,mask masque,meat meet,medal meddle,metal mettle,meter metre
    might mite,mind mined,miner minor,missed mist,moan mown,moat mote,mode mowed,moose mousse,morning mourning
    muscle mussel,mustard mustered,naval navel,nay neigh,none nun,oar ore,one won,overdo overdue,paced paste,packed pact
    pail pale,pain pane,pair pare pear,palate palette pallet,passed past,patience patients,pause paws,peace piece,peak peek
    peal peel,pearl purl,pedal peddle,peer pier,place plaice,plain plane,pleas please,plum plumb,pole poll,pore pour
    praise prays preys,presence presents,pride pried,principal principle,prise prize,profit prophet
    quarts quartz,rack wrack,rain reign rein,raise rays,rap wrap,rapped rapt wrapped,read reed,read red
    real reel,reek wreak,rest wrest,retch wretch,review revue,rhyme rime,right rite write,ring wring,road rode rowed
    roe row,role roll,root route,rose rows,rote wrote,rough ruff,rung wrung,rye wry,sail sale,scene seen,sea see
    seam seem,sear seer,seas sees seize,serf surf,serge surge,sew so sow,shear sheer,shoe shoo,side sighed,sign sine
    slay sleigh,sleight slight,soared sword,sole soul,some sum,son sun,spade spayed,staid stayed,stair stare,stake steak
    stationary stationery,steal steel,step steppe,stile style,storey story,straight strait,suede swayed,suite sweet
    sundae sunday,tacks tax,tail tale,taught taut,tea tee,team teem,tear tier,tern turn,their there,threw through
    throne thrown,throes throws,thyme time,tic tick,tide tied,to too two,toad towed,toe tow,told tolled,tough tuff
    trussed trust,vain vane vein,vale veil,vial vile,waist waste,wait weight,waive wave,wale whale,war wore,ware wear
    warn worn,way weigh,weak week,weather whether,wet whet,which witch,whine wine,wood would,yoke yolk,yore your
    """
}
