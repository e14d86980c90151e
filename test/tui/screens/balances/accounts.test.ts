import { describe, expect, test, vi } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type {
  AccountWork,
  ApprovalsReading,
  GivenApproval,
  KnownAccount,
  WorkAsks,
  WorkFact,
} from '../../../../src/tui/context.ts'
import { SCREENS, type AppState, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { paletteItems } from '../../../../src/tui/palette.ts'
import { offeredKeys, readableQuestion } from '../../../../src/tui/state.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import type { KeyName } from '../../../../src/tui/terminal/key-decoder.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { PATIENT } from '../../../support/patience.ts'
import { keys, play, screensOf, typed } from '../../sample-swap.ts'

const MAIN: KnownAccount = {
  ...{ name: 'main', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  ...{ kind: 'keystore', inUse: true, backup: 'swapcli wallet export main > main-backup.json' },
}
const COLD: KnownAccount = {
  ...{ name: 'cold', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ...{ kind: 'watch', inUse: false, backup: '' },
}
const KNOWN: ProgramEvent = { on: 'balances', type: 'known', known: [MAIN, COLD] }

const FAILED_TEXTS = [`it was reverted: no reason (0x${'ab'.repeat(32)})`, 'See what may be taken']

function onAccounts(events: readonly ProgramEvent[] = [], columns = 120, rows = 40): AppState {
  const opened: ProgramEvent[] = [{ on: 'app', type: 'opened' }, ...keys('7')]
  const none: ProgramEvent[] = [
    { on: 'balances', type: 'listed', accounts: [] },
    { on: 'balances', type: 'ended' },
  ]
  return play(screensOf(columns, rows), [...opened, ...none, ...keys('A'), ...events]).state
}

function asked(
  kind: 'text' | 'hidden' | 'agree' | 'pay',
  text: string,
  facts: readonly WorkFact[] = [],
  wrong = '',
  number = 1,
): ProgramEvent {
  const leaving = kind === 'hidden' ? 'keeps nothing' : ''
  return { on: 'balances', type: 'asked', id: 1, question: { number, kind, text, leaving, facts, wrong } }
}

const QUESTION = 'Is this your account?'
const AGREE = asked('agree', QUESTION, [
  ['name', 'main'],
  ['address', MAIN.address],
])

testSizes([
  ['the accounts', (...size) => onAccounts([KNOWN], ...size)],
  ['no account', (...size) => onAccounts([{ on: 'balances', type: 'known', known: [] }], ...size)],
  ['what was done', (...size) => onAccounts([KNOWN, ...keys('enter'), DONE], ...size)],
  ['a question', (...size) => onAccounts([KNOWN, ...keys('enter'), asked('text', 'Name?')], ...size)],
  ['a secret', (...size) => onAccounts([KNOWN, ...keys('enter'), asked('hidden', 'Key?'), ...typed('abc')], ...size)],
  ['approvals', (...size) => onApprovals([GIVEN], ...size)],
  ['no approvals', (...size) => onApprovals([NONE], ...size)],
  ['approvals that are read', (...size) => onApprovals([part({ waiting: ['base', 'polygon'] })], ...size)],
  ['an approval', (...size) => onApprovals([GIVEN, ...keys('enter')], ...size)],
  ['an unread chain', (...size) => onApprovals([GIVEN, ...keys('end', 'enter')], ...size)],
  ['an account', (...size) => onAccounts([KNOWN, ...keys('up', 'enter')], ...size)],
  ['why work failed', (...size) => onAccounts([KNOWN, ...keys('enter'), FAILED], ...size)],
  ['a revocation to pay', (...size) => onApprovals([GIVEN, ...keys('x'), PAY], ...size)],
  ['an address to confirm', (...size) => onAccounts([KNOWN, ...keys('enter'), AGREE], ...size)],
])

const UNLIMITED: GivenApproval = {
  ...{ key: 'a', chain: 'base', token: 'DAI', tokenAddress: MAIN.address, allowed: 'unlimited', isUnlimited: true },
  ...{ spender: COLD.address, spenderName: 'Permit2', isOfPermit2: false, provider: 'SAME_CHAIN' },
  ...{ atRisk: '1,234.5 DAI', atRiskUsd: 1_234_500_000n },
}
const LIMITED: GivenApproval = {
  ...{ ...UNLIMITED, key: 'b', token: 'USDC', allowed: '5 USDC', isUnlimited: false, spenderName: '', provider: '' },
  ...{ atRisk: 'unknown', atRiskUsd: undefined },
}
const UNREAD = 'Base cannot be read: No node of the chain answered. Set one: swapcli config set rpc.base https://…'
const READING: ApprovalsReading = {
  ...{ account: 'main', approvals: [UNLIMITED, LIMITED], asked: ['base', 'polygon'], waiting: [] },
  remarks: [{ key: 'unread base', chain: 'base', kind: 'unread', text: UNREAD }],
}

function part(reading: Partial<ApprovalsReading>): ProgramEvent {
  return { on: 'balances', type: 'approvals', reading: { ...READING, ...reading } }
}

const GIVEN = part({})
const NONE = part({ approvals: [], remarks: [] })
const FAILED: ProgramEvent = {
  ...{ on: 'balances', type: 'work-failed', id: 1 },
  problem: {
    message: `Not taken back, it was reverted: no reason (0x${'ab'.repeat(32)})`,
    hint: 'See what may be taken',
  },
}
const PAY = asked('pay', 'Revoke it, for a network cost of at most 0.001 ETH?', [
  ['sign on', 'Base (chain id 8453)'],
  ['from', MAIN.address],
  ['takes back', 'unlimited'],
  ['from spender', COLD.address],
  ['warning', 'The network cost is high'],
])

/** What contracts may take, read of the chains. */
function onApprovals(events: readonly ProgramEvent[] = [], columns = 120, rows = 40): AppState {
  return onAccounts([KNOWN, ...keys('end', 'enter'), ...events], columns, rows)
}

const TOLD: readonly WorkFact[] = [
  ['', 'main is kept, and in use'],
  ['address', MAIN.address],
  ['back up', MAIN.backup],
  ['warning', 'without the file and its password, what this address holds is lost'],
]
const DONE: ProgramEvent = { on: 'balances', type: 'work-done', id: 1, told: TOLD }

describe('the accounts of this machine', () => {
  test('are listed with the ways to another one, of which Enter takes the marked one', () => {
    const state = onAccounts([KNOWN])
    expect(textOf(state)).toContain(
      `  main  key file, in use  ${MAIN.address}\n  cold  watch only        ${COLD.address}\n▸ create`,
    )
    const { effects } = play(state, keys('down', 'down', 'enter'))
    expect(effects).toEqual([{ on: 'balances', type: 'add-account', id: 1, way: 'words' }])
  })

  test('are found from a screen without any', () => {
    const state = play(screensOf(), [
      ...[{ on: 'app', type: 'opened' } as const, ...keys('7')],
      { on: 'balances', type: 'listed', accounts: [] },
      { on: 'balances', type: 'ended' },
    ]).state
    expect(textOf(state)).toContain('There is no account yet: A makes, imports or watches one')
  })

  test('say what was done, and are read again with what they hold', () => {
    const begun = onAccounts([KNOWN, ...keys('enter')])
    const { state, effects } = play(begun, [DONE])
    expect(effects).toEqual([{ on: 'balances', type: 'list-accounts' }])
    expect(textOf(state)).toContain(`main is kept, and in use\naddress      ${MAIN.address}`)
    // What they hold is shown again, with the new one.
    const closed = play(state, keys('enter'))
    expect(textOf(closed.state)).not.toContain('ACCOUNTS OF THIS MACHINE')
    expect(closed.effects).toEqual([{ on: 'balances', type: 'read' }])
    // One that was not made can be tried again.
    expect(textOf(play(begun, [FAILED, ...keys('enter')]).state)).toContain('ACCOUNTS OF THIS MACHINE')
  })

  test('are closed by leaving the screen with nothing typed, and stand in no pane of the desk', () => {
    const seen = (events: readonly ProgramEvent[]) => {
      const go = (tab: 'swap' | 'balances'): ProgramEvent => ({ on: 'app', type: 'go', tab })
      const { state, effects } = play(onAccounts(events, 160, 50), [go('swap')])
      return { text: textOf(state), effects, back: textOf(play(state, [go('balances')]).state) }
    }
    const menu = 'ACCOUNTS OF THIS MACHINE'
    for (const { text, back } of [seen([KNOWN]), seen([KNOWN, ...keys('up', 'enter')])]) {
      expect([text.includes(menu), text.includes(COLD.address), back.includes(menu)]).toEqual([false, false, false])
    }
    const begun = [KNOWN, ...keys('enter'), asked('text', 'Name?')]
    const untouched = seen(begun)
    expect([untouched.text.includes('Name?'), untouched.effects]).toEqual([
      false,
      expect.arrayContaining([{ on: 'balances', type: 'leave-work', id: 1 }]),
    ])
    // What is half typed, what was answered already, a payment, and what work did: none of them is lost.
    for (const [events, text] of [
      [[...begun, ...typed('wo')], '> wo'],
      [[...begun, asked('text', 'Twice?', [], '', 2)], 'Twice?'],
      [[KNOWN, ...keys('enter'), PAY], 'declines'],
      [[KNOWN, ...keys('enter'), DONE], 'main is kept'],
      [[KNOWN, ...keys('enter'), FAILED], 'it was reverted'],
    ] as const) {
      expect(seen(events).back).toContain(text)
    }
  })

  test('are shown whole one by one, to be copied', () => {
    const copied = (state: AppState, key: KeyName) =>
      play(state, keys(key)).effects.flatMap((effect) => (effect.type === 'copy' ? [effect.text] : []))
    const main = play(onAccounts([KNOWN], 40, 10), keys('home', 'enter')).state
    expect(wordsOf(readWhole(main))).toContain(MAIN.address)
    expect([copied(main, 'y'), copied(main, 'alt-b')]).toEqual([[MAIN.address], [MAIN.backup]])
    const cold = play(onAccounts([KNOWN], 40, 10), keys('up', 'enter')).state
    expect(wordsOf(readWhole(cold))).toContain(COLD.address)
    expect([copied(cold, 'y'), copied(cold, 'alt-b')]).toEqual([[COLD.address], []])
  })
})

/** The lines of what scrolls, read from the first to the last: each line that comes into sight is the last one. */
function readWhole(state: AppState): readonly string[] {
  const bodyOf = (each: AppState) => linesOf(each).slice(2, -2)
  const seen = bodyOf(state).filter((line) => !line.startsWith('↑↓'))
  for (let now = state; ;) {
    const next = play(now, keys('down')).state
    const body = bodyOf(next)
    if (body.join('\n') === bodyOf(now).join('\n')) return seen
    seen.push(body.filter((line) => !line.startsWith('↑↓')).at(-1) ?? '')
    now = next
  }
}

/** Lines without the places where they end: what was cut in two is whole again. */
const wordsOf = (lines: readonly string[]) => lines.map((line) => line.replace(/^\S* {2,}/, '')).join('')

describe.each([
  [40, 10],
  [40, 12],
  [60, 14],
  [80, 23],
])('on a terminal of %i x %i', (columns, rows) => {
  test.each<readonly [string, ProgramEvent, readonly string[]]>([
    ['what was done', DONE, TOLD.map(([, value]) => value)],
    ['why it failed', FAILED, FAILED_TEXTS],
  ])('%s is read whole', (_name, event, texts) => {
    const state = onAccounts([KNOWN, ...keys('enter'), event], columns, rows)
    const read = wordsOf(readWhole(state)).replaceAll(' ', '')
    for (const text of texts) expect(read).toContain(text.replaceAll(' ', ''))
  })

  test('what contracts may take, and why a chain is unread, is read whole', () => {
    const state = onApprovals([GIVEN], columns, rows)
    const whole = (...moves: readonly KeyName[]) =>
      wordsOf(readWhole(play(state, keys(...moves)).state)).replaceAll(' ', '')
    expect(whole('enter')).toContain(COLD.address)
    expect(whole('end', 'enter')).toContain(UNREAD.replaceAll(' ', ''))
  })

  test('a refusal looks like one, and no hint of a key is cut in two', () => {
    const lines = linesOf(
      onAccounts(
        [KNOWN, ...keys('enter'), asked('hidden', 'New password for main:', [], 'They differ')],
        columns,
        rows,
      ),
    )
    expect(lines).toContain('! They differ')
    expect(lines.join('\n')).toContain('(Esc keeps nothing)')
    const paid = linesOf(onApprovals([GIVEN, ...keys('x'), PAY], columns, rows)).join('\n')
    expect(paid).toContain('P signs and sends it,')
    expect(paid).toContain('n declines.')
  })
})

describe('what is asked', () => {
  test('shows dots for a secret, and keeps nothing of it once it is given', () => {
    const begun = onAccounts([KNOWN, ...keys('enter'), asked('hidden', 'Key?')])
    const written = play(begun, typed('s3cret')).state
    expect(textOf(written)).toContain('> ••••••')
    expect(textOf(written)).not.toContain('s3cret')
    const { state, effects } = play(written, keys('enter'))
    expect(effects).toEqual([{ on: 'balances', type: 'answer', id: 1, text: 's3cret' }])
    expect(JSON.stringify(state, bigints)).not.toContain('s3cret')
    // Nor of one that is left.
    const left = play(written, keys('esc'))
    expect(left.effects).toEqual([{ on: 'balances', type: 'leave-work', id: 1 }])
    expect(JSON.stringify(left.state, bigints)).not.toContain('s3cret')
  })

  test('keeps words apart that were copied from several lines', () => {
    const begun = onAccounts([KNOWN, ...keys('enter'), asked('hidden', 'Words?')])
    const pasted: ProgramEvent = { on: 'app', type: 'key', press: { name: 'paste', text: 'one two\nthree' } }
    expect(play(begun, [pasted]).state.screens.balances.work?.line.text).toBe('one two three')
  })

  test('is answered by no key that was pressed before it could be read', () => {
    const begun = onAccounts([KNOWN, ...keys('enter'), AGREE])
    const early: ProgramEvent = { on: 'app', type: 'key', press: { name: 'Y', text: 'Y' }, asked: 'balances 1 0' }
    expect(play(begun, [early])).toEqual({ state: begun, effects: [] })
    expect(readableQuestion(SCREENS, begun)).toBe('balances 1 1')
    expect(play(begun, keys('Y')).effects).toEqual([{ on: 'balances', type: 'answer', id: 1, text: 'yes' }])
    expect(play(begun, keys('enter')).effects).toEqual([])
    expect(play(begun, keys('n')).effects).toEqual([{ on: 'balances', type: 'leave-work', id: 1 }])
  })

  test('offers no key between two questions, and takes no answer of earlier work', () => {
    const begun = onAccounts([KNOWN, ...keys('enter')])
    expect(offeredKeys(SCREENS, begun).own).toEqual([])
    const left = play(begun, [AGREE, ...keys('n', 'enter')]).state
    expect(play(left, [AGREE]).state.screens.balances.work?.question).toBeUndefined()
  })
})

describe('what contracts may take', () => {
  test('is read when it is asked for, and shown as it comes, with what is at risk', () => {
    const { state, effects } = play(onAccounts([KNOWN]), keys('end', 'enter'))
    expect(effects).toEqual([{ on: 'balances', type: 'read-approvals' }])
    expect(textOf(play(state, [part({ approvals: [], remarks: [], waiting: ['base', 'polygon'] })]).state)).toContain(
      'asking base, polygon …',
    )
    const text = textOf(play(state, [GIVEN]).state)
    expect(text).toContain('WHAT CONTRACTS MAY TAKE OF main')
    expect(text).toMatch(/▸ base +DAI +! unlimited +\$1,234\.50 +Permit2/)
    expect(text).toMatch(/ {2}base +USDC +5 USDC +unknown/)
    expect(text).toContain('! unread: base\n')
    expect(text).toMatch(/ {2}base +unread/)
    expect(text).toContain(`Permit2 on base · x revokes\n${COLD.address}`)
    expect(text).not.toContain('asking')
    const none = textOf(play(state, [NONE]).state)
    expect(none).toContain('No contract that swapcli knows may take anything of main. Asked: base, polygon.')
  })

  test('keeps what is at risk on the narrowest terminal, and says of the marked one where it is', () => {
    const on = (given: GivenApproval) => ({ ...given, chain: 'ethereum' })
    const lines = linesOf(onApprovals([part({ approvals: [on(UNLIMITED), on(LIMITED)] })], 40, 10))
    expect(lines[2]).toBe('! unread: base')
    expect(lines.slice(3, 8)).toEqual([
      '▸ DAI     ! unlimited  $1,234.50',
      '  USDC         5 USDC    unknown',
      'Permit2 on ethereum · x revokes',
      COLD.address.slice(0, 40),
      COLD.address.slice(40),
    ])
  })

  test('is shown whole by Enter, and taken back from there', () => {
    const { state } = play(onApprovals([GIVEN]), keys('enter'))
    const text = textOf(state)
    expect(text).toMatch(/may take +unlimited\nat risk +1,234\.5 DAI, \$1,234\.50\nspender +Permit2 0x7099/)
    expect(text).toMatch(
      /token +DAI 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 \[[0-9a-f]{4} [0-9a-f]{4}\]\nchain +base\ngiven by +a swap of this machine with SAME_CHAIN/,
    )
    expect(play(state, keys('x')).effects).toEqual([{ on: 'balances', type: 'revoke', id: 1, key: 'a' }])
    expect(textOf(play(state, keys('esc')).state)).toContain('WHAT CONTRACTS MAY TAKE')
  })

  test('is taken back after its own review, by the key that pays and no other', () => {
    const begun = play(onApprovals([GIVEN]), keys('down', 'x'))
    expect(begun.effects).toEqual([{ on: 'balances', type: 'revoke', id: 1, key: 'b' }])
    const { state } = play(begun.state, [PAY])
    const answers = (...names: readonly KeyName[]) =>
      play(state, keys(...names)).effects.filter(({ type }) => type === 'answer')
    expect(answers('y', 'Y', 'enter', 'L', 'x', ' ')).toEqual([])
    expect(answers('P')).toEqual([{ on: 'balances', type: 'answer', id: 1, text: 'yes' }])
    expect(play(state, keys('n')).effects).toEqual([{ on: 'balances', type: 'leave-work', id: 1 }])
    // No search finds it.
    const found = paletteItems(SCREENS, state, '').filter((item) => item.kind === 'screen' && item.action === 'pay')
    expect(found).toEqual([])
  })

  test('keeps the question and its keys in sight on the smallest terminal, where the rest scrolls', () => {
    const state = onApprovals([GIVEN, ...keys('x'), PAY], 40, 10)
    const scrolled = play(state, keys('end')).state
    for (const shown of [state, scrolled]) {
      expect(textOf(shown).replace(/\s+/g, ' ')).toContain('at most 0.001 ETH? P signs and sends it, n declines.')
    }
    expect(textOf(state)).not.toContain('is high')
    expect(textOf(scrolled)).toContain('is high')
  })

  test('is read again once one was revoked', () => {
    const { state, effects } = play(onApprovals([GIVEN, ...keys('x')]), [{ ...DONE, told: [['', 'revoked']] }])
    expect(effects).toEqual([{ on: 'balances', type: 'read-approvals' }])
    const after = play(state, [NONE]).state
    expect(textOf(after)).toContain('revoked')
    expect(textOf(play(after, keys('esc')).state)).toContain('No contract that swapcli knows')
  })
})

const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe('the work', () => {
  function world(add: AccountWork['add']) {
    const accountWork: AccountWork = {
      list: async () => [MAIN],
      add,
      approvals: async () => READING,
      revoke: async () => [],
    }
    const settings = { values: {}, read: async () => ({ wallet: 'main' }), write: async () => undefined }
    const screens = openScreens({ open: openOnly({}), accountWork, settings })
    const answer = async (...events: readonly ProgramEvent[]) => {
      await screens.clock.advance(1_000)
      screens.send(events)
    }
    const until = (holds: (state: AppState) => boolean) =>
      vi.waitFor(async () => {
        await screens.clock.advance(100)
        if (!holds(screens.state())) throw new Error('not yet')
      }, PATIENT)
    screens.send([{ on: 'app', type: 'started' }, ...keys('7', 'A', 'enter')])
    return { ...screens, until, answer }
  }
  const question = (state: AppState) => state.screens.balances.work?.question

  test('asks again what was refused, and tells the other screens who pays now', async () => {
    const answers: unknown[] = []
    const { until, answer, state } = world(async (way, asks) => {
      answers.push(way)
      const name = await asks.text({ question: 'Name?', problem: (text) => (text === '' ? 'none' : undefined) })
      answers.push(name, await asks.agree('Sure?', [['name', name]]))
      return [['', 'kept']]
    })
    await until((now) => question(now)?.text === 'Name?')
    await answer(...keys('enter'))
    await until((now) => question(now)?.wrong === 'none')
    await answer(...typed('work'), ...keys('enter'))
    await until((now) => question(now)?.text === 'Sure?')
    await answer(...keys('Y'))
    await until((now) => now.screens.balances.page !== undefined)
    expect(answers).toEqual(['create', 'work', true])
    expect(state().screens.balances).toMatchObject({ work: undefined, page: { facts: [['', 'kept']] } })
    await until(({ settings }) => settings['wallet'] === 'main')
  })

  test('ends where it is left at a question, without a word', async () => {
    let ended: unknown
    const { until, answer, state } = world(async (_way, asks: WorkAsks) =>
      asks.text({ question: 'Name?' }).then(
        () => [],
        (error: unknown) => {
          ended = error
          throw error
        },
      ),
    )
    await until((now) => question(now) !== undefined)
    await answer(...keys('esc'))
    await until((now) => now.screens.balances.work === undefined)
    await until(() => ended !== undefined)
    expect(state().notice).toBeUndefined()
  })

  test('says why it failed', async () => {
    const { until } = world(async () => Promise.reject(new SwapError('CONFIG_INVALID', 'it is taken')))
    await until(({ screens: { balances } }) => balances.page?.facts[0]?.[1] === 'it is taken')
  })
})
