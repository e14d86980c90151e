import { expect, test } from 'vitest'
import { answeredForms, type TerminalForms, terminalForms } from '../../../src/tui/terminal/terminal-forms.ts'

/** `osc9 title progress`. */
function textOf({ desktop, isDoubtful, hasTitle, hasProgress, isAsked }: TerminalForms): string {
  const words = {
    doubtful: isDoubtful,
    title: hasTitle,
    progress: hasProgress,
    asked: isAsked,
  }
  return [desktop ?? 'bell', ...Object.entries(words).flatMap(([word, holds]) => (holds ? word : []))].join(' ')
}

test.each([
  [{ TERM: 'linux' }, 'bell'],
  [{ TERM: 'dumb', KITTY_WINDOW_ID: '1' }, 'bell'],
  [{}, 'bell title asked'],
  [{ TMUX: '/tmp/t,1,0', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux' }, 'bell title'],
  [{ TMUX: '/tmp/t,1,0', TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, 'bell title'],
  [{ ZELLIJ: '0', TERM_PROGRAM: 'ghostty' }, 'bell title'],
  [{ TERM: 'screen.xterm-256color', KITTY_WINDOW_ID: '1' }, 'bell title'],
  [{ TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, 'osc99 title asked'],
  [{ KITTY_WINDOW_ID: '1' }, 'osc99 title asked'],
  [{ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }, 'osc9 title progress'],
  [{ TERM_PROGRAM: 'ghostty' }, 'osc9 title progress'],
  [{ TERM: 'foot' }, 'osc777 title'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.11' }, 'osc9 title'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.6' }, 'osc9 title progress'],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.0' }, 'osc9 title progress'],
  [{ LC_TERMINAL: 'iTerm2' }, 'osc9 title asked'],
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
  expect(textOf(terminalForms({ TERM: 'xterm-256color', ...env }))).toBe(expected)
})

test.each([
  ['kitty(0.43.1)', 'osc99 title progress'],
  ['kitty(0.38.1)', 'osc99 title'],
  ['ghostty 1.2.3', 'osc9 title progress'],
  ['iTerm2 3.6.5', 'osc9 title'],
  ['iTerm2 3.6.6', 'osc9 title progress'],
  ['foot(1.25.0)', 'osc777 title'],
  ['Konsole 25.08.2', 'osc777 title'],
  ['VTE(7600)', 'bell title'],
  ['VTE(8000)', 'bell title progress'],
  ['WezTerm 20240203-110809-5046fc22', 'osc9 title'],
  ['WezTerm 20251025-070338-b6e75fd7', 'osc9 title progress'],
  // Whatever it is shown on, it answers for itself.
  ['tmux 3.4', 'bell title'],
])('a terminal that answers %j has %s', (answer, expected) => {
  const forms = answeredForms(answer)
  expect(forms === undefined ? undefined : textOf(forms)).toBe(expected)
})

test.each([
  'XTerm(390)',
  'contour 0.6.2-master-5b1ad5be',
  '',
  'kitty',
  'constructor 1',
  '__proto__ 1',
  'kitty(0.43.1) \u009D9;x',
  'ghostty 1.2.3\r\nq',
  `ghostty ${'9'.repeat(500)}`,
])('a terminal that answers %j has nothing more', (answer) => {
  expect(answeredForms(answer)).toBe(undefined)
})
