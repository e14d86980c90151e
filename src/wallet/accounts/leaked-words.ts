/**
 * Words that most common passwords are made of: the word, two of them, digits and signs around them, letters written as
 * digits. Collected for this program from what lists of leaked passwords have in common.
 */
export function leakedWords(): readonly string[] {
  return WORDS.split(' ')
}

const WORDS =
  'password passwort passwd pass passw passcode motdepasse contrasena parola wachtwoord haslo senha secret geheim login ' +
  'admin administrator root user guest test tester testing demo default changeme letmein welcome willkommen bienvenue ' +
  'access master server system computer internet network windows linux apple google facebook twitter youtube amazon ' +
  'samsung nokia sony microsoft oracle cisco ubuntu debian android iphone whatever nothing unknown something anything ' +
  'hello hallo bonjour hola ciao namaste goodbye please thanks sorry love loveyou iloveyou iloveu ilove lovely lover ' +
  'loveme babe baby babygirl babyboy honey sweet sweetie sweety sweetheart darling princess prince queen king angel ' +
  'angels heaven hell devil demon god jesus christ church faith hope blessed amen maria mary michael michelle daniel ' +
  'daniela jessica jennifer ashley amanda andrea andrew anthony alexander alexandra alex anna benjamin brandon carlos ' +
  'charlie charles chris christian christina claudia david dennis diana eduardo elizabeth emily eric fernando florian ' +
  'francis francisco gabriel george hannah harry heather isabella jack jackson jacob james jasmine jason jasper john ' +
  'johnny jonathan jordan jose joseph joshua juan justin karen katie kevin laura lauren lisa louis lucas lucky madison ' +
  'marco maria mario mark martin matthew max maxwell melissa miguel monica morgan natalie nathan nicholas nicole oliver ' +
  'olivia pamela patricia patrick paul peter philip rachel rebecca ricardo richard robert roberto ryan sabrina samantha ' +
  'samuel sandra sara sarah sebastian sergey simon sophie stefan stephanie steven susan sweden taylor thomas tiffany ' +
  'tigger victor victoria vincent william xavier yvonne zachary summer winter spring autumn fall monday tuesday ' +
  'wednesday thursday friday saturday sunday january february march april may june july august september october ' +
  'november december sommer herbst fruhling weekend holiday christmas birthday party football fussball soccer baseball ' +
  'basketball hockey tennis golf rugby cricket boxing racing runner player gamer gaming games game winner champion ' +
  'liverpool arsenal chelsea manchester barcelona realmadrid juventus bayern dortmund milan inter benfica celtic rangers ' +
  'united yankees redsox lakers cowboys steelers packers eagles patriots broncos dolphins dodgers giants bulls dragon ' +
  'dragons monkey tiger tigers lion lions eagle falcon hawk shark snake spider scorpion panther wolf wolves bear bears ' +
  'horse horses kitty kitten puppy doggy dog dogs cat cats fish bird rabbit bunny turtle elephant chicken pokemon ' +
  'pikachu naruto dragonball superman batman spiderman ironman joker avatar matrix starwars skywalker jedi hobbit gandalf ' +
  'frodo mordor potter hogwarts disney mickey minnie simpson homer snoopy garfield barbie zelda mario sonic halo ' +
  'minecraft fortnite roblox counter strike warcraft starcraft diablo doom quake tetris wizard merlin magic ninja samurai ' +
  'pirate hunter ranger soldier warrior killer shadow phantom ghost silver golden gold diamond crystal ruby amber ' +
  'black white red blue green yellow orange purple pink brown rainbow sunshine sunflower flower flowers rose lily daisy ' +
  'butterfly moonlight moon sun star stars starlight sky ocean river mountain forest fire water ice snow thunder storm ' +
  'lightning hurricane phoenix mercury venus mars jupiter saturn galaxy universe cosmos space planet earth world america ' +
  'american usa canada mexico brasil brazil argentina espana spain france paris italia italy roma deutschland germany ' +
  'berlin london england scotland ireland russia moscow moskva china india japan tokyo korea africa egypt turkey istanbul ' +
  'australia sydney newyork california texas florida chicago boston dallas vegas cookie cookies chocolate candy sugar ' +
  'cheese pizza burger banana apple cherry peach strawberry lemon coffee whiskey beer vodka wine pepper ginger pumpkin ' +
  'money dollar dollars cash bitcoin ethereum crypto cryptocurrency blockchain satoshi nakamoto hodl metamask wallet ' +
  'mywallet ledger trezor binance coinbase kraken uniswap seed mnemonic keystore privatekey solana dogecoin litecoin ' +
  'monero tether moon lambo tothemoon swap swapcli defi token trader trading bank rich richie million millionaire ' +
  'freedom liberty forever together always family mother father mama papa mommy daddy sister brother friend friends ' +
  'bestfriend boyfriend girlfriend wife husband sexy sex hot pussy fuck fucker fuckyou fuckoff shit bitch asshole dick ' +
  'cock boobs naked porn xxx bigdick slut whore bastard damn metallica nirvana slipknot eminem beatles elvis music ' +
  'guitar drummer rock rocknroll metal hiphop techno dance dancer singer movie hollywood ferrari porsche mercedes bmw ' +
  'audi toyota honda yamaha suzuki nissan mustang corvette camaro harley chevy ford truck driver police fireman doctor ' +
  'nurse teacher student school college university office work worker boss manager company business marketing sales ' +
  'support service help helpme open opensesame sesame trustno trustnoone nopass nopassword mypassword mypass newpassword ' +
  'temp temporary temppass sample example qwerty qwertz azerty qazwsx zaq asdf asdfgh zxcvbn qweasd qweasdzxc asd qwe zxc ' +
  'abc abcd abcdef aaa password foobar foo bar hunter blah blahblah lol lmao omg wtf haha hahaha success victory power ' +
  'energy genius einstein newton tesla rocket turbo speed speedy crazy happy smile smiley funny cool cooler coolest ' +
  'awesome beautiful perfect peace remember secure security private personal mine'
