/** A command line to paste into a shell. */
export function commandLine(words: readonly string[]): string {
  return ['swapcli', ...words.map(shellWord)].join(' ')
}

/** A word as a shell takes it. What a terminal would not show as it is, such as a line end, is written by its bytes. */
export function shellWord(word: string): string {
  if (/\p{C}/u.test(word)) {
    const plain = (character: string) => character.replace(/['\\]/, '\\$&')
    const bytes = (character: string) =>
      [...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
    return `$'${[...word].map((each) => (/\p{C}/u.test(each) ? bytes(each) : plain(each))).join('')}'`
  }
  return /^[A-Za-z0-9@%+=:,./_-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Where a command works. */
interface CommandPlace {
  readonly network: string
  readonly api: string | undefined
  /** Folder that the command line named, as it was typed. */
  readonly home?: string
}

/** The options that select the same network and server, and the same home. */
export function placeWords(place: CommandPlace): string[] {
  const { network, api } = place
  // What a server is taken for is said too: one of the other network is refused.
  return ['--network', network, ...(api === undefined ? [] : ['--api', api]), ...homeWords(place)]
}

/** The option that selects the same home, where the command line named one. */
export function homeWords({ home }: Pick<CommandPlace, 'home'>): string[] {
  return home === undefined ? [] : ['--home', home]
}
