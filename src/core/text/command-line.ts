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
