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
}

type Env = Readonly<Record<string, string | undefined>>

const BELL_ONLY: TerminalForms = { desktop: undefined, isDoubtful: false, hasTitle: false, hasProgress: false }
const PLAIN: TerminalForms = { ...BELL_ONLY, hasTitle: true }

/**
 * What this terminal is known to have, by its environment: what it is not known to have is not sent. Programs that are
 * started from a terminal inherit its variables, so what names the nearest terminal is asked first. The table of who has what
 * is from the sources of these terminals.
 */
export function terminalForms(env: Env): TerminalForms {
  const term = env['TERM'] ?? ''
  const has = (name: string) => (env[name] ?? '') !== ''
  if (term === '' || term === 'dumb' || term === 'linux') return BELL_ONLY
  // They keep the title, pass the bell on, and drop all else.
  if (has('TMUX') || has('STY') || /^(?:tmux|screen)/.test(term)) return PLAIN
  if (term === 'xterm-kitty') return { ...PLAIN, desktop: 'osc99' }
  if (term === 'xterm-ghostty') return { ...PLAIN, desktop: 'osc9', hasProgress: true }
  if (term.startsWith('foot')) return { ...PLAIN, desktop: 'osc777' }
  if (has('TERM_PROGRAM')) return formsOfProgram(env['TERM_PROGRAM'] ?? '', env['TERM_PROGRAM_VERSION'] ?? '')
  // It is sent on by ssh, without its version.
  if (env['LC_TERMINAL'] === 'iTerm2') return { ...PLAIN, desktop: 'osc9' }
  if (has('KITTY_WINDOW_ID')) return { ...PLAIN, desktop: 'osc99' }
  if (has('KONSOLE_VERSION')) return { ...PLAIN, desktop: 'osc777' }
  // Notices came in 2026.
  if (has('WT_SESSION')) return { ...PLAIN, desktop: 'osc777', isDoubtful: true, hasProgress: true }
  if (env['ConEmuANSI'] === 'ON') return { ...PLAIN, hasProgress: true }
  return { ...PLAIN, hasProgress: Number(env['VTE_VERSION'] ?? '') >= 8000 }
}

function formsOfProgram(program: string, version: string): TerminalForms {
  switch (program) {
    case 'iTerm.app':
      return { ...PLAIN, desktop: 'osc9', hasProgress: isAtLeast(version, [3, 6, 6]) }
    case 'ghostty':
      return { ...PLAIN, desktop: 'osc9', hasProgress: true }
    case 'WezTerm':
      // Versions are dates; the release of this one shows progress as a notice.
      return { ...PLAIN, desktop: 'osc9', hasProgress: Number(version.slice(0, 8)) > 20_240_203 }
    default:
      return PLAIN
  }
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
