import { expect, test } from 'vitest'
import { signsOf } from '../../../src/tui/jobs/signs.ts'
import { type ProgramEvent } from '../../../src/tui/screens.ts'
import { terminalForms } from '../../../src/tui/terminal/terminal-forms.ts'
import { NOW, play, screensOf } from '../sample-swap.ts'

const PAID: ProgramEvent = {
  on: 'app',
  type: 'job',
  job: {
    ...{ id: 'run_1', amount: '0.5', from: 'ETH', to: 'USDC', doing: 'swapping', waits: false },
    ...{ lockEndsAt: undefined, isPaid: true, estimateSec: 100 },
  },
}
const NONE = { title: undefined, percent: undefined }

test.each([
  [{ TERM: 'xterm-ghostty' }, {}, { title: 'swapcli: 1 running', percent: 30 }],
  [{ TERM: 'xterm-ghostty' }, { 'notify-title': 'off' }, { title: undefined, percent: 30 }],
  [{ TERM: 'xterm-ghostty' }, { 'notify-progress': 'off' }, { title: 'swapcli: 1 running', percent: undefined }],
  // What would show progress as a notice is told of none.
  [{ TERM: 'xterm-256color' }, {}, { title: 'swapcli: 1 running', percent: undefined }],
  [{ TERM: 'linux' }, {}, NONE],
  [undefined, {}, NONE],
] as const)('the terminal %j with the settings %j is told %j', (env, settings, signs) => {
  const terminal = env === undefined ? undefined : terminalForms(env)
  const { state } = play({ ...screensOf(), settings, terminal }, [PAID])
  expect(signsOf({ ...state, now: NOW + 30_000 })).toEqual(signs)
})

test('a terminal that has said which one it is is told what it has from then on', () => {
  const unnamed = { ...screensOf(), terminal: terminalForms({ TERM: 'xterm-256color' }) }
  const forms = terminalForms({ TERM: 'xterm-ghostty' })
  const { state } = play(unnamed, [PAID, { on: 'app', type: 'terminal', forms }])
  expect(signsOf(state).percent).toBe(0)
})
