import { expect, test } from 'vitest'
import { terminalForms } from '../../../src/tui/terminal/terminal-forms.ts'

/** `osc9 title progress`. */
function formsOf(env: Readonly<Record<string, string>>): string {
  const { desktop, isDoubtful, hasTitle, hasProgress } = terminalForms({ TERM: 'xterm-256color', ...env })
  return [desktop ?? 'bell', isDoubtful ? 'doubtful' : '', hasTitle ? 'title' : '', hasProgress ? 'progress' : '']
    .filter((word) => word !== '')
    .join(' ')
}

test.each([
  [{ TERM: 'linux' }, 'bell'],
  [{ TERM: 'dumb', KITTY_WINDOW_ID: '1' }, 'bell'],
  [{}, 'bell title'],
  [{ TMUX: '/tmp/t,1,0', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux' }, 'bell title'],
  [{ TMUX: '/tmp/t,1,0', TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, 'bell title'],
  [{ TERM: 'screen.xterm-256color', KITTY_WINDOW_ID: '1' }, 'bell title'],
  [{ TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, 'osc99 title'],
  [{ KITTY_WINDOW_ID: '1' }, 'osc99 title'],
  [{ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }, 'osc9 title progress'],
  [{ TERM_PROGRAM: 'ghostty' }, 'osc9 title progress'],
  [{ TERM: 'foot' }, 'osc777 title'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.11' }, 'osc9 title'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.6' }, 'osc9 title progress'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.0' }, 'osc9 title progress'],
  [{ LC_TERMINAL: 'iTerm2' }, 'osc9 title'],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809-5046fc22' }, 'osc9 title'],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20250501-000000-abcdef01' }, 'osc9 title progress'],
  [{ TERM_PROGRAM: 'WezTerm' }, 'osc9 title'],
  [{ KONSOLE_VERSION: '250400' }, 'osc777 title'],
  [{ WT_SESSION: 'x' }, 'osc777 doubtful title progress'],
  [{ ConEmuANSI: 'ON' }, 'bell title progress'],
  [{ VTE_VERSION: '7600' }, 'bell title'],
  [{ VTE_VERSION: '8000' }, 'bell title progress'],
  // Started from kitty, and no kitty.
  [{ TERM_PROGRAM: 'vscode', KITTY_WINDOW_ID: '1' }, 'bell title'],
])('%j has %s', (env, expected) => {
  expect(formsOf(env)).toBe(expected)
})
