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

/** How a shell writes a list of words. */
type Assign = (words: readonly string[]) => string

/** The branches of a `case` in a shell, one line each; without those that would offer nothing. */
function branches(rows: readonly (readonly [pattern: string, words: readonly string[]])[], assign: Assign): string {
  return rows
    .filter(([, words]) => words.length > 0)
    .map(([pattern, words]) => `    '${pattern}') ${assign(words)} ;;`)
    .join('\n')
}

/** Branches by `path option`: the values of an option. */
function valueBranches(places: readonly CompletionPlace[], assign: Assign): string {
  return branches(
    places.flatMap(({ path, options }) => options.map(({ name, values }) => [`${path} ${name}`, values] as const)),
    assign,
  )
}

/** Branches by path: what may follow that is no option. */
function wordBranches(places: readonly CompletionPlace[], assign: Assign): string {
  return branches(
    places.map(({ path, below, words }) => [path, [...below.map(({ name }) => name), ...words]] as const),
    assign,
  )
}

function optionBranches(places: readonly CompletionPlace[], assign: Assign): string {
  return branches(
    places.map(({ path, options }) => [path, [...namesOf(options), '--help'].sort()] as const),
    assign,
  )
}

function namesOf(options: readonly CompletionOption[]): string[] {
  return options.map(({ name }) => name)
}

/** Pattern of all paths: `'wallet'|'wallet list'`. */
function pathPattern(places: readonly CompletionPlace[]): string {
  return places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|')
}

/** Pattern of the options that take a value: the word behind one names no command. */
function valuePattern(places: readonly CompletionPlace[]): string {
  const names = places.flatMap(({ options }) => namesOf(options.filter(({ takesValue }) => takesValue)))
  return [...new Set(names)].join('|')
}

/** The body of a loop over the words of the line: `place` becomes the path that they name. @param words their array */
function findPlace(places: readonly CompletionPlace[], words: string): string {
  return `    word="\${${words}[i]}"
    if [[ -n "$value" ]]; then value=''; continue; fi
    case "$word" in
      ${valuePattern(places)}) value='yes'; continue ;;
      -*) continue ;;
    esac
    next="$word"
    if [[ -n "$place" ]]; then next="$place $word"; fi
    case "$next" in
      ${pathPattern(places)}) place="$next" ;;
    esac`
}

function bash(places: readonly CompletionPlace[]): string {
  const assign: Assign = (words) => `list='${words.join(' ')}'`
  return `# bash completion of swapcli: swapcli completion bash > ~/.local/share/bash-completion/completions/swapcli
_swapcli() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous='' place='' next='' list='' word='' value='' i
  if ((COMP_CWORD > 0)); then previous="\${COMP_WORDS[COMP_CWORD - 1]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
${findPlace(places, 'COMP_WORDS')}
  done
  case "$place $previous" in
${valueBranches(places, assign)}
  esac
  if [[ -z "$list" && -z "$value" && "$current" != -* ]]; then
    case "$place" in
${wordBranches(places, assign)}
    esac
  fi
  if [[ -z "$list" && -z "$value" ]]; then
    case "$place" in
${optionBranches(places, assign)}
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
  const assign: Assign = (words) => `list=(${words.join(' ')})`
  const described = places
    .filter(({ below }) => below.length > 0)
    .map(({ path, below }) => `    '${path}') named=(${below.map(describe).join(' ')}) ;;`)
    .join('\n')
  return `#compdef swapcli
# zsh completion of swapcli: swapcli completion zsh > a folder of $fpath, as _swapcli
_swapcli() {
  local previous="\${words[CURRENT-1]}" place='' next='' word='' value='' i
  local -a list named
  for ((i = 2; i < CURRENT; i++)); do
${findPlace(places, 'words')}
  done
  case "$place $previous" in
${valueBranches(places, assign)}
  esac
  if (( \${#list} == 0 )) && [[ -z "$value" && "\${words[CURRENT]}" != -* ]]; then
    case "$place" in
${described}
    esac
    if (( \${#named} > 0 )); then
      _describe 'command' named
      return
    fi
    case "$place" in
${wordBranches(
  places.filter(({ below }) => below.length === 0),
  assign,
)}
    esac
  fi
  if (( \${#list} == 0 )) && [[ -z "$value" ]]; then
    case "$place" in
${optionBranches(places, assign)}
    esac
  fi
  compadd -a list
}
if [[ "\${funcstack[1]:-}" == _swapcli ]]; then _swapcli "$@"; else compdef _swapcli swapcli; fi
`
}

function describe({ name, summary }: CompletionPlace['below'][number]): string {
  return `'${name}:${plain(summary)}'`
}

function fish(places: readonly CompletionPlace[]): string {
  const lines = places.flatMap(({ path, below, words, options }) => {
    const here = path === '' ? '' : ` -n '${condition(path)}'`
    const unnamed = path === '' ? ' -n __fish_use_subcommand' : ` -n '${unnamedCondition(path, below)}'`
    return [
      ...below.map(({ name, summary }) => `complete -c swapcli${unnamed} -a '${name}' -d '${plain(summary)}'`),
      ...(words.length === 0 ? [] : [`complete -c swapcli${here} -a '${words.join(' ')}'`]),
      ...options.map(({ name, takesValue, values }) => {
        const value = takesValue ? ` -x${values.length === 0 ? '' : ` -a '${values.join(' ')}'`}` : ''
        return `complete -c swapcli${here} -l '${name.slice(2)}'${value}`
      }),
    ]
  })
  return `# fish completion of swapcli: swapcli completion fish > ~/.config/fish/completions/swapcli.fish
complete -c swapcli -f
${lines.join('\n')}
`
}

function condition(path: string): string {
  return path
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ')
}

/** True while none of the names below stands on the line. */
function unnamedCondition(path: string, below: CompletionPlace['below']): string {
  const names = below.map(({ name }) => name).join(' ')
  return names === '' ? condition(path) : `${condition(path)}; and not __fish_seen_subcommand_from ${names}`
}

/** Words of our own as text between single quotes. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9 .,-]/g, '')
}
