"""Words that are names of many people and also words of everyday or clinical English."""

EVERYDAY_NAMES = frozenset(
    "angel april art august autumn baker ball banks barber bass bell berry best birch bird bishop "
    "black bland blood blue bloom bond bone bones booth bowl boyd branch brook brooks brown buck "
    "burns bush butcher butler camp cane cannon carpenter carter case cash cedar chance chase "
    "church clay close cloud cole cook cool cooper cotton counts crane crisp cross crystal curry "
    "cutter dale dawn day dean diamond dill do doctor drew early east faith fall farmer field "
    "fields fine fish fisher flint flood flower foot ford forest foster fountain fox frank freed "
    "freeman frost gage garden gay gentle glass glen gold good grace grant gray green grey grove "
    "hale hall hand hands hardy hart hay head heard heart heath high hill holly home hood hooks "
    "hope house hunt hunter iris ivy jade jewel joy judge june kay key keys king knee knight lake "
    "lane law leaf lee light lily little long lord love low lung major mark marsh mason may miles "
    "mill miller minor moon moss mr ms new noble north oak old olive page paint paris park parks "
    "patience pearl peck penny pepper person pike pile place plant pole pond pool poor pope pound "
    "power powers price prince ray read reed rice rich river rivers robin rock rose ruby rush sage "
    "sand sands savage sharp shore short sickles singer small smart snow south spear spring star "
    "steel stern still stone storm street strong summer summers swift temple tender thorn tiger "
    "torn tower trout turner valley vein violet walker wall ward warm waters weak weaver webb week "
    "weeks well wells west wheat white wild will wilder winter wise wolf wood woods worth young "
    "alder willow maple hazel ash rowan sky snell".split()
)
"""In lower case these are not taken for a name, unless a form of address stands before them."""
