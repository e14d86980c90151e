import type { CompletionOption, CompletionPlace } from './words.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * A completion script. It holds plain words only and compares what is typed with them: nothing on the line is ever
 * evaluated, and the program is not run.
 */
export function completionScript(shell: Shell, places: readonly CompletionPlace[]): string {
  switch (shell) {
    case 'bash':
      return bash(places)
    case 'zsh':
      return zsh(places)
    case 'fish':
      return fish(places)
  }
}

/** How a shell writes a branch: the words that are offered for a pattern. */
type Branch = (pattern: string, words: readonly string[]) => string

type Rows = readonly (readonly [pattern: string, words: readonly string[]])[]

/** Branches one below the other; without those that would offer nothing, and words that a shell might evaluate. */
function branches(rows: Rows, branch: Branch): string {
  return rows
    .map(([pattern, words]) => [pattern, words.filter(isPlain)] as const)
    .filter(([, words]) => words.length > 0)
    .map(([pattern, words]) => branch(pattern, words))
    .join('\n')
}

/** By `path option`: the values of an option. */
function valueRows(places: readonly CompletionPlace[]): Rows {
  return places.flatMap(({ path, options }) => options.map(({ name, values }) => [`${path} ${name}`, values] as const))
}

/** By path: what may follow that is no option. */
function wordRows(places: readonly CompletionPlace[]): Rows {
  return places.map(({ path, below, words }) => [path, [...below.map(({ name }) => name), ...words]] as const)
}

function optionRows(places: readonly CompletionPlace[]): Rows {
  return places.map(({ path, options }) => [path, [...namesOf(options), '--help'].sort()] as const)
}

function namesOf(options: readonly CompletionOption[]): string[] {
  return options.map(({ name }) => name)
}

function quotedPaths(places: readonly CompletionPlace[]): string[] {
  return places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]))
}

/** The options that take a value: the word behind one names no command. */
function valueOptions(places: readonly CompletionPlace[]): readonly string[] {
  const names = places.flatMap(({ options }) => namesOf(options.filter(({ takesValue }) => takesValue)))
  return [...new Set(names)]
}

/** The body of a loop over the words of the line: `place` becomes the path that they name. @param words their array */
function findPlace(places: readonly CompletionPlace[], words: string): string {
  return `    word="\${${words}[i]}"
    if [[ -n "$value" ]]; then value=''; continue; fi
    case "$word" in
      ${valueOptions(places).join('|')}) value='yes'; continue ;;
      -*) continue ;;
    esac
    next="$word"
    if [[ -n "$place" ]]; then next="$place $word"; fi
    case "$next" in
      ${quotedPaths(places).join('|')}) place="$next" ;;
    esac`
}

function bash(places: readonly CompletionPlace[]): string {
  const branch: Branch = (pattern, words) => `    '${pattern}') list='${words.join(' ')}' ;;`
  return `# bash completion of swapcli: swapcli completion bash > ~/.local/share/bash-completion/completions/swapcli
_swapcli() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous='' place='' next='' list='' word='' value='' i
  if ((COMP_CWORD > 0)); then previous="\${COMP_WORDS[COMP_CWORD - 1]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
${findPlace(places, 'COMP_WORDS')}
  done
  case "$place $previous" in
${branches(valueRows(places), branch)}
  esac
  if [[ -z "$list" && -z "$value" && "$current" != -* ]]; then
    case "$place" in
${branches(wordRows(places), branch)}
    esac
  fi
  if [[ -z "$list" && -z "$value" ]]; then
    case "$place" in
${branches(optionRows(places), branch)}
    esac
  fi
  COMPREPLY=()
  for word in $list; do
    if [[ "\${word:0:\${#current}}" == "$current" ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -F _swapcli swapcli
`
}

function zsh(places: readonly CompletionPlace[]): string {
  const branch: Branch = (pattern, words) => `    '${pattern}') list=(${words.join(' ')}) ;;`
  const namedBranch: Branch = (pattern, words) => `    '${pattern}') named=(${words.join(' ')}) ;;`
  return `#compdef swapcli
# zsh completion of swapcli: swapcli completion zsh > a folder of $fpath, as _swapcli
_swapcli() {
  local previous="\${words[CURRENT-1]}" place='' next='' word='' value='' i
  local -a list named
  for ((i = 2; i < CURRENT; i++)); do
${findPlace(places, 'words')}
  done
  case "$place $previous" in
${branches(valueRows(places), branch)}
  esac
  if (( \${#list} == 0 )) && [[ -z "$value" && "\${words[CURRENT]}" != -* ]]; then
    case "$place" in
${describedBranches(places, ({ name, summary }) => `'${name}:${summary}'`, namedBranch)}
    esac
    if (( \${#named} > 0 )); then
      _describe 'command' named
      return
    fi
    case "$place" in
${branches(wordRows(places.filter(({ below }) => below.length === 0)), branch)}
    esac
  fi
  if (( \${#list} == 0 )) && [[ -z "$value" ]]; then
    case "$place" in
${branches(optionRows(places), branch)}
    esac
  fi
  compadd -a list
}
if [[ "\${funcstack[1]:-}" == _swapcli ]]; then _swapcli "$@"; else compdef _swapcli swapcli; fi
`
}

function fish(places: readonly CompletionPlace[]): string {
  const branch: Branch = (pattern, words) => `    case '${pattern}'\n      set list ${words.join(' ')}`
  return `# fish completion of swapcli: swapcli completion fish > ~/.config/fish/completions/swapcli.fish
function __swapcli_offers
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l place
  set -l value
  set -l list
  for word in $words[2..-1]
    if test -n "$value"
      set value
      continue
    end
    switch "$word"
    case ${valueOptions(places).join(' ')}
      set value yes
      continue
    case '-*'
      continue
    end
    set -l next "$word"
    if test -n "$place"
      set next "$place $word"
    end
    switch "$next"
    case ${quotedPaths(places).join(' ')}
      set place "$next"
    end
  end
  switch "$place $words[-1]"
${branches(valueRows(places), branch)}
  end
  if test -z "$list$value"; and not string match -q -- '-*' "$current"
    switch "$place"
${describedBranches(places, ({ name, summary }) => `${name}\\t'${summary}'`, branch)}
${branches(wordRows(places.filter(({ below }) => below.length === 0)), branch)}
    end
  end
  if test -z "$list$value"
    switch "$place"
${branches(optionRows(places), branch)}
    end
  end
  string join \\n -- $list
end
complete -c swapcli -f -a '(__swapcli_offers)'
`
}

/** By path: the words that name what stands below, with what it does. @param write one of them, as a shell reads it */
function describedBranches(
  places: readonly CompletionPlace[],
  write: (entry: CompletionPlace['below'][number]) => string,
  branch: Branch,
): string {
  return places
    .filter(({ below }) => below.length > 0)
    .map(({ path, below }) =>
      branch(
        path,
        below.map(({ name, summary }) => write({ name, summary: summary.replace(/[^A-Za-z0-9 .,-]/g, '') })),
      ),
    )
    .join('\n')
}

/** True for a word that no shell reads as anything but a word. */
function isPlain(word: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(word)
}
