import { describe, expect, test, vi } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { AccountWork, GivenApproval, KnownAccount, WorkAsks } from '../../../../src/tui/context.ts'
import { SCREENS, type AppState, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { paletteItems } from '../../../../src/tui/palette.ts'
import { offeredKeys, readableQuestion } from '../../../../src/tui/state.ts'
import { testSizes, textOf } from '../../frame-lines.ts'
import type { KeyName } from '../../../../src/tui/terminal/key-decoder.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { PATIENT } from '../../../support/patience.ts'
import { keys, play, screensOf, typed } from '../../sample-swap.ts'

const MAIN: KnownAccount = {
  ...{ name: 'main', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  ...{ kind: 'keystore', inUse: true },
}
const COLD: KnownAccount = {
  ...{ name: 'cold', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ...{ kind: 'watch', inUse: false },
}
const KNOWN: ProgramEvent = { on: 'balances', type: 'known', known: [MAIN, COLD] }

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
  facts: readonly (readonly [string, string])[] = [],
): ProgramEvent {
  return { on: 'balances', type: 'asked', id: 1, question: { number: 1, kind, text, facts, wrong: '' } }
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
  ['no approvals', (...size) => onApprovals([{ ...GIVEN, approvals: [] }], ...size)],
  ['a revocation to pay', (...size) => onApprovals([GIVEN, ...keys('x'), PAY], ...size)],
  ['an address to confirm', (...size) => onAccounts([KNOWN, ...keys('enter'), AGREE], ...size)],
])

const UNLIMITED: GivenApproval = {
  ...{ key: 'a', chain: 'base', token: 'DAI', allowed: 'unlimited', isUnlimited: true, provider: 'SAME_CHAIN' },
  spender: COLD.address,
}
const GIVEN = {
  ...({ on: 'balances', type: 'approvals', notes: ['Base cannot be read'] } as const),
  approvals: [UNLIMITED, { ...UNLIMITED, key: 'b', token: 'USDC', allowed: '5 USDC', isUnlimited: false }],
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

const DONE: ProgramEvent = { on: 'balances', type: 'work-done', id: 1, told: ['main is kept', 'keep a copy'] }

describe('the accounts of this machine', () => {
  test('are listed with the ways to another one, of which Enter takes the marked one', () => {
    const state = onAccounts([KNOWN])
    expect(textOf(state)).toContain(`  main  key file, in use  ${MAIN.address}\n  cold  watch only  ${COLD.address}`)
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
    expect(textOf(state)).toContain('main is kept\nkeep a copy')
    expect(play(state, keys('esc')).effects).toEqual([{ on: 'balances', type: 'read' }])
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
  test('is read when it is asked for, and shown with what has no end marked', () => {
    const { state, effects } = play(onAccounts([KNOWN]), keys('end', 'enter'))
    expect(effects).toEqual([{ on: 'balances', type: 'read-approvals' }])
    const text = textOf(play(state, [GIVEN]).state)
    expect(text).toMatch(/▸ base +DAI +! unlimited/)
    expect(text).toMatch(/ {2}base +USDC +5 USDC/)
    expect(text).toContain(`${COLD.address} · x revokes\nBase cannot be read`)
    expect(textOf(play(state, [{ ...GIVEN, approvals: [], notes: [] }]).state)).toContain(
      'Swaps of this machine left nothing.',
    )
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
    const { state, effects } = play(onApprovals([GIVEN, ...keys('x')]), [{ ...DONE, told: ['revoked'] }])
    expect(effects).toEqual([{ on: 'balances', type: 'read-approvals' }])
    expect(textOf(play(state, [GIVEN]).state)).toContain('revoked')
  })
})

const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe('the work', () => {
  function world(add: AccountWork['add']) {
    const accountWork: AccountWork = {
      list: async () => [MAIN],
      add,
      approvals: async () => ({ approvals: [], notes: [] }),
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
      return ['kept']
    })
    await until((now) => question(now)?.text === 'Name?')
    await answer(...keys('enter'))
    await until((now) => question(now)?.wrong === 'none')
    await answer(...typed('work'), ...keys('enter'))
    await until((now) => question(now)?.text === 'Sure?')
    await answer(...keys('Y'))
    await until((now) => now.screens.balances.told.length > 0)
    expect(answers).toEqual(['create', 'work', true])
    expect(state().screens.balances).toMatchObject({ work: undefined, told: ['kept'] })
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
    await until(({ notice }) => notice?.text.includes('it is taken') === true)
  })
})
