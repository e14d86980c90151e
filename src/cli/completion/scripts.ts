import type { CompletionWords } from './words.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * A completion script. It holds plain words only and compares what is typed with them: nothing on the line is ever
 * evaluated, and the program is not run.
 */
export function completionScript(shell: Shell, words: CompletionWords): string {
  switch (shell) {
    case 'bash':
      return bash(words)
    case 'zsh':
      return zsh(words)
    case 'fish':
      return fish(words)
  }
}

/** The cases of a shell's `case "$name" in`, one line each. */
function cases(entries: Iterable<readonly [string, readonly string[]]>, assign: (list: string) => string): string {
  return [...entries].map(([name, list]) => `    '${name}') ${assign(list.join(' '))} ;;`).join('\n')
}

function bash(words: CompletionWords): string {
  const commands = words.commands.map(({ name }) => name).join(' ')
  return `# bash completion of swapcli: swapcli completion bash > ~/.local/share/bash-completion/completions/swapcli
_swapcli() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous='' command='' second='' list='' word='' i
  if ((COMP_CWORD > 0)); then previous="\${COMP_WORDS[COMP_CWORD - 1]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*) ;;
      *) if [[ -z "$command" ]]; then command="$word"; elif [[ -z "$second" ]]; then second="$word"; fi ;;
    esac
  done
  case "$previous" in
${cases(words.values, (list) => `list='${list}'`)}
  esac
  if [[ -z "$list" && -z "$command" ]]; then list='${commands}'; fi
  if [[ -z "$list" && "$current" != -* ]]; then
    case "$command $second" in
${cases(
  [...words.words].map(([name, list]) => [name.includes(' ') ? name : `${name} `, list] as const),
  (list) => `list='${list}'`,
)}
    esac
  fi
  if [[ -z "$list" ]]; then
    case "$command" in
${cases(words.options, (list) => `list='${list}'`)}
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

function zsh(words: CompletionWords): string {
  const commands = words.commands.map(({ name, summary }) => `    '${name}:${plain(summary)}'`).join('\n')
  return `#compdef swapcli
# zsh completion of swapcli: swapcli completion zsh > a folder of $fpath, as _swapcli
_swapcli() {
  local previous="\${words[CURRENT-1]}" command='' second='' word='' i
  local -a list commands
  commands=(
${commands}
  )
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "$word" in
      -*) ;;
      *) if [[ -z "$command" ]]; then command="$word"; elif [[ -z "$second" ]]; then second="$word"; fi ;;
    esac
  done
  if [[ -z "$command" ]]; then
    _describe 'command' commands
    return
  fi
  case "$previous" in
${cases(words.values, (list) => `list=(${list})`)}
  esac
  if (( \${#list} == 0 )) && [[ "\${words[CURRENT]}" != -* ]]; then
    case "$command $second" in
${cases(
  [...words.words].map(([name, list]) => [name.includes(' ') ? name : `${name} `, list] as const),
  (list) => `list=(${list})`,
)}
    esac
  fi
  if (( \${#list} == 0 )); then
    case "$command" in
${cases(words.options, (list) => `list=(${list})`)}
    esac
  fi
  compadd -a list
}
if [[ "\${funcstack[1]:-}" == _swapcli ]]; then _swapcli "$@"; else compdef _swapcli swapcli; fi
`
}

function fish(words: CompletionWords): string {
  const lines = words.commands.map(
    ({ name, summary }) => `complete -c swapcli -n __fish_use_subcommand -a '${name}' -d '${plain(summary)}'`,
  )
  for (const [command, options] of words.options) {
    for (const option of options) {
      const values = words.values.get(option)
      const offer = values === undefined ? '' : ` -x -a '${values.join(' ')}'`
      lines.push(`complete -c swapcli -n '__fish_seen_subcommand_from ${command}' -l '${option.slice(2)}'${offer}`)
    }
  }
  for (const [place, list] of words.words) {
    const seen = place.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    lines.push(`complete -c swapcli -n '${seen.join('; and ')}' -a '${list.join(' ')}'`)
  }
  return `# fish completion of swapcli: swapcli completion fish > ~/.config/fish/completions/swapcli.fish
complete -c swapcli -f
${lines.join('\n')}
`
}

/** Words of our own as text between single quotes. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9 .,-]/g, '')
}
