/** A command line to paste into a shell. */
export function commandLine(words: readonly string[]): string {
  return ['swapcli', ...words.map(shellWord)].join(' ')
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
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
