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

/** The options that select the same network or server. */
export function placeWords({ network, api }: { readonly network: string; readonly api: string | undefined }): string[] {
  return api === undefined ? ['--network', network] : ['--api', api]
}

/** A setting that holds, with where it comes from. */
interface SetPlace {
  readonly value: string
  readonly origin: string
}

/** The place that the command line names itself, for commands that go on from it: `--network live`. */
export function typedPlaceWords(settings: { get(key: 'network' | 'api'): SetPlace | undefined }): string[] {
  return (['network', 'api'] as const).flatMap((key) => {
    const setting = settings.get(key)
    return setting?.origin === `--${key}` ? [`--${key}`, setting.value] : []
  })
}
