/** How a terminal is told of something besides what is drawn on it. */
export interface TerminalForms {
  /** The code by which it shows a notice of the desktop; undefined where it is not known to show any. */
  readonly desktop: 'osc9' | 'osc99' | 'osc777' | undefined
  /** True where that code may be too new for it: then it rings too. */
  readonly isDoubtful: boolean
  /** True where it has a title that programs may set. */
  readonly hasTitle: boolean
  /** True where it shows progress; others would take the same code for a notice. */
  readonly hasProgress: boolean
  /** True where it is asked for its name and version: nothing tells which terminal it is, as over ssh, or how new it is. */
  readonly isAsked: boolean
}

type Env = Readonly<Record<string, string | undefined>>

const BELL_ONLY: TerminalForms = {
  desktop: undefined,
  isDoubtful: false,
  hasTitle: false,
  hasProgress: false,
  isAsked: false,
}
const PLAIN: TerminalForms = { ...BELL_ONLY, hasTitle: true }

const kitty = (version: string): TerminalForms => ({
  ...PLAIN,
  isAsked: version === '',
  desktop: 'osc99',
  // Before, it showed progress as a notice.
  hasProgress: isAtLeast(version, [0, 39]),
})
const ghostty = (): TerminalForms => ({ ...PLAIN, desktop: 'osc9', hasProgress: true })
const iterm = (version: string): TerminalForms => ({
  ...PLAIN,
  isAsked: version === '',
  desktop: 'osc9',
  hasProgress: isAtLeast(version, [3, 6, 6]),
})
const foot = (): TerminalForms => ({ ...PLAIN, desktop: 'osc777' })
const konsole = (): TerminalForms => ({ ...PLAIN, desktop: 'osc777' })
const vte = (version: string): TerminalForms => ({ ...PLAIN, hasProgress: Number(version) >= 8000 })
const wezterm = (version: string): TerminalForms => ({
  ...PLAIN,
  desktop: 'osc9',
  // Versions are dates; the release of this one shows progress as a notice.
  hasProgress: Number(version.slice(0, 8)) > 20_240_203,
})
const plain = (): TerminalForms => PLAIN

/**
 * Terminals by the names that they give themselves, in TERM_PROGRAM or when they are asked. The table of who has what is from
 * the sources of these terminals; what they answer was measured, https://github.com/jquast/ucs-detect (`data`).
 */
const TERMINALS: Readonly<Record<string, (version: string) => TerminalForms>> = {
  kitty,
  ghostty,
  'iTerm.app': iterm,
  iTerm2: iterm,
  foot,
  Konsole: konsole,
  VTE: vte,
  WezTerm: wezterm,
  // They keep the title, pass the bell on, and drop all else.
  tmux: plain,
}

/**
 * What this terminal is known to have, by its environment: what it is not known to have is not sent. Programs that are
 * started from a terminal inherit its variables, so what names the nearest terminal is asked first.
 */
export function terminalForms(env: Env): TerminalForms {
  const term = env['TERM'] ?? ''
  const has = (name: string) => (env[name] ?? '') !== ''
  if (term === '' || term === 'dumb' || term === 'linux') return BELL_ONLY
  if (['TMUX', 'STY', 'ZELLIJ'].some(has) || /^(?:tmux|screen)/.test(term)) return PLAIN
  if (term === 'xterm-kitty') return kitty('')
  if (term === 'xterm-ghostty') return ghostty()
  if (term.startsWith('foot')) return foot()
  if (has('TERM_PROGRAM')) {
    return namedForms(env['TERM_PROGRAM'] ?? '', env['TERM_PROGRAM_VERSION'] ?? '') ?? PLAIN
  }
  // It is sent on by ssh, without its version.
  if (env['LC_TERMINAL'] === 'iTerm2') return iterm('')
  if (has('KITTY_WINDOW_ID')) return kitty('')
  if (has('KONSOLE_VERSION')) return konsole()
  // Notices came in 2026.
  if (has('WT_SESSION')) return { ...PLAIN, desktop: 'osc777', isDoubtful: true, hasProgress: true }
  if (env['ConEmuANSI'] === 'ON') return { ...PLAIN, hasProgress: true }
  if (has('VTE_VERSION')) return vte(env['VTE_VERSION'] ?? '')
  return { ...PLAIN, isAsked: true }
}

/**
 * What a terminal is known to have that gave this name when it was asked: `kitty(0.43.1)`, `ghostty 1.2.3`; undefined for one that
 * is not known. @param answer by whoever is at the other end
 */
export function answeredForms(answer: string): TerminalForms | undefined {
  const [, name = '', version = ''] = /^([A-Za-z0-9.]{1,20})[ (]([A-Za-z0-9.-]{1,40})\)?$/.exec(answer) ?? []
  return namedForms(name, version)
}

function namedForms(name: string, version: string): TerminalForms | undefined {
  return Object.hasOwn(TERMINALS, name) ? TERMINALS[name]?.(version) : undefined
}

/** True for a version of numbers and points that is not before `least`. */
function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, number] of least.entries()) {
    const part = parts[index] ?? 0
    if (part !== number) return part > number
  }
  return true
}
