import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { ChainHoldings } from '../../../../src/core/money/holdings.ts'
import { withReading } from '../../../../src/core/money/day-figures.ts'
import { DAY_MS } from '../../../../src/core/text/duration.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../src/tui/screens.ts'
import type { AccountWork, HeldAccount, KnownAccount } from '../../../../src/tui/context.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { BALANCES_PANE } from '../../../../src/tui/screens/balances/pane.ts'
import { factsOf } from '../../../../src/tui/state.ts'
import { eventsIn, keys, NOW, play, screensOf, typed, USDC } from '../../sample-swap.ts'

const MAIN = { name: 'main', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', kind: 'keystore' } as const
const COLD = { name: 'cold', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', kind: 'watch' } as const

const holdingOf = (symbol: string, usd: bigint | undefined) => ({
  ...{ chain: 'ethereum', symbol, address: symbol === 'USDC' ? USDC.address : `0x${symbol}`, isNative: false },
  ...{ decimals: 6, units: 2_500_000n, usd },
})
const ethereum = (usdcUsd: bigint | undefined): ChainHoldings => ({
  ...{ state: 'read', chain: 'ethereum', name: 'Ethereum', unreadable: [], more: [] },
  holdings: [holdingOf('USDC', usdcUsd), holdingOf('ODD', undefined)],
})
const DEAD: ChainHoldings = {
  ...{ state: 'unread', chain: 'base', name: 'Base', code: 'SERVICE_UNAVAILABLE' },
  ...{ reason: 'No node of the chain answered', hint: 'Set one' },
}
const [YESTERDAY] = withReading([], [ethereum(2_000_000n)], NOW - DAY_MS)

const SHOWN = keys('7')
const LISTED: ProgramEvent = { on: 'balances', type: 'listed', accounts: [MAIN, COLD] }
const READ: ProgramEvent = {
  ...{ on: 'balances', type: 'read', account: 'main', chains: [ethereum(2_500_000n), DEAD], note: '' },
  ...{ before: YESTERDAY, change: { usd: 500_000n, leftOut: 1 }, costs: undefined },
}
const NOTHING: ProgramEvent = {
  ...{ on: 'balances', type: 'read', account: 'cold', chains: [], note: '', before: undefined, change: undefined },
  costs: undefined,
}
const ENDED: ProgramEvent = { on: 'balances', type: 'ended' }

function after(events: readonly ProgramEvent[], columns = 120, rows = 40): AppState {
  return play(screensOf(columns, rows), [{ on: 'app', type: 'opened' }, ...SHOWN, ...events]).state
}

const PANE = { width: 90, height: 12, spoken: false }

const MANY: ChainHoldings = {
  ...{ state: 'read', chain: 'ethereum', name: 'Ethereum', unreadable: [], more: [] },
  holdings: Array.from({ length: 99 }, (_, at) => holdingOf(`T${at}`, BigInt(at))),
}

testSizes([
  ['nothing yet', (...size) => after([], ...size)],
  ['no account', (...size) => after([{ on: 'balances', type: 'listed', accounts: [] }, ENDED], ...size)],
  ['accounts that are being read', (...size) => after([LISTED, READ], ...size)],
  ['what was read', (...size) => after([LISTED, READ, NOTHING, ENDED], ...size)],
  ['an unread chain', (...size) => play(after([LISTED, READ, NOTHING, ENDED], ...size), keys('end', 'up')).state],
  ['more than lines', (...size) => after([LISTED, { ...READ, chains: [MANY] }, ENDED], ...size)],
  [
    'why there is nothing',
    (...size) => after([{ on: 'balances', type: 'list-failed', problem: { message: 'gone', hint: 'look' } }], ...size),
  ],
])

test.each([
  [40, 10],
  [40, 24],
  [59, 14],
  [80, 24],
])('at %i x %i no amount is cut, and account, chain and value of the marked row are whole', (columns, rows) => {
  const holding = { ...holdingOf('LONGSYMBOLTOKEN', 1_234_567_890_000n), units: 1_234_567_890_123n, decimals: 6 }
  const chain: ChainHoldings = {
    ...{ state: 'read', chain: 'arbitrum', name: 'Arbitrum', unreadable: [], more: [], holdings: [holding] },
  }
  const state = after([LISTED, { ...READ, chains: [chain] }, NOTHING, ENDED], columns, rows)
  const text = linesOf(state)
    .map((line) => line.trim())
    .join('')
  expect(text).toContain('1,234,567.890123')
  for (const part of [MAIN.address, 'arbitrum', '$1,234,567.89', 'main']) expect(text).toContain(part)
})

/** Ether on several chains, of one account: what it comes to in wei, and in millionths of a dollar. */
const etherOn = (amounts: readonly (readonly [chain: string, units: bigint, usd: bigint])[]): ProgramEvent => ({
  ...{ ...READ, before: undefined, change: undefined },
  chains: amounts.map(([chain, units, usd]): ChainHoldings => ({
    ...{ state: 'read', chain, name: chain, unreadable: [], more: [] },
    holdings: [{ ...holdingOf('ETH', usd), chain, decimals: 18, units }],
  })),
})
const ETHER = etherOn([
  ['ethereum', 8_100_000_000_000_000_000n, 24_249_550_000n],
  ['optimism', 5_166_771_999_999_999_999n, 15_468_860_000n],
  ['avalanche', 1_234_567_000_000_000_000n, 3_700_000_000n],
  ['base', 3_000_000_000_000n, 8_982n],
  ['zksync', 1_000_000_000_000_000_000n, 2_990_000_000n],
])

/** The lines of the pane on the desk. */
function paneLines(state: AppState, width = 44, height = 12): readonly string[] {
  const app = factsOf(SCREENS, state, 'balances')
  const rows = BALANCES_PANE.view({ state: state.screens.balances, app, width, height, spoken: false })
  return rows.map((row) => row.map(({ text }) => text).join(''))
}

describe('balances where there is little room', () => {
  test('say of which chain each is, at what value, and which of them are shown', () => {
    const lines = linesOf(after([LISTED, ETHER, NOTHING, ENDED], 40, 10))
    expect(lines.slice(1, 8)).toEqual([
      '$46,408.42 · 1-4 of 6',
      '  CHAIN      ASSET    AMOUNT       VALUE',
      '▸ ethereum   ETH         8.1  $24,249.55',
      '  optimism   ETH       5.16…  $15,468.86',
      '  avalanche  ETH       1.23…   $3,700.00',
      '  base       ETH    0.000003   $0.008982',
      'main: 8.1 ETH on ethereum, $24,249.55',
    ])
    // What is cut is said whole of the marked one.
    const second = linesOf(play(after([LISTED, ETHER, NOTHING, ENDED], 40, 10), keys('down', 'down')).state)
    expect(second[7]).toBe('main: 1.234567 ETH')
    expect(linesOf(play(after([LISTED, ETHER, NOTHING, ENDED], 40, 10), keys('end')).state)[1]).toMatch(/ · 3-6 of 6$/)
  })

  test('lose decimals before a column, round down, and keep the chain on the pane too', () => {
    const { state } = play(after([LISTED, ETHER, NOTHING, ENDED], 120, 40), keys('1'))
    const lines = paneLines(state)
    expect(lines.find((line) => line.includes('CHAIN'))).toMatch(/CHAIN +ASSET +AMOUNT +VALUE$/)
    expect(lines).toEqual(
      expect.arrayContaining(['  optimism   ETH    5.166771…  $15,468.86', '  cold                nothing']),
    )
    expect(linesOf(after([LISTED, ETHER, NOTHING, ENDED]))[4]).toMatch(
      /^ {2}main +optimism +ETH +5\.166771999999999999 +\$15,468\.86/,
    )
  })
})

describe('balances whose server does not answer', () => {
  const paper = { name: 'paper', address: COLD.address, kind: 'paper' } as const
  const listed: ProgramEvent = { on: 'balances', type: 'listed', accounts: [paper] }
  const read: ProgramEvent = {
    ...{ on: 'balances', type: 'read', account: 'paper', chains: [ethereum(1_000_000n)], note: '' },
    ...{ before: undefined, change: undefined, costs: undefined },
  }
  const link = (isUp: boolean): ProgramEvent => ({ on: 'app', type: 'link', isUp })
  const tick: ProgramEvent = { on: 'app', type: 'tick' }
  const served = (columns = 120, rows = 40) => {
    const state = after([listed, read, ENDED], columns, rows)
    return { ...state, place: { ...state.place, network: 'sandbox', api: 'http://swap.example/api/v1' } } as const
  }

  test('are said to be old, and how old, on the pane too', () => {
    const away = play(served(), [link(false)], NOW + 42_000).state
    expect([linesOf(served())[1], linesOf(away)[1]]).toEqual([
      expect.not.stringContaining('old'),
      expect.stringMatching(/^paper money \$1\.00, .* · 42s old · /),
    ])
    expect(
      paneLines(play(away, keys('1'), NOW + 42_000).state)
        .slice(0, 2)
        .join(' '),
    ).toContain('· 42s old')
    // Its age is the last to go.
    const small = play(served(40, 10), [link(false)], NOW + 42_000).state
    expect(linesOf(small)[1]).toMatch(/^paper money \$1\.00.* · 42s old/)
    // Real money is read of nodes.
    const live = play({ ...after([LISTED, READ, NOTHING, ENDED]), place: served().place }, [link(false)], NOW + 42_000)
    expect(linesOf(live.state)[1]).not.toContain('old')
  })

  test('say whole why they could not be read again', () => {
    const problem = {
      message: 'The server at 127.0.0.1:12345 cannot be reached (ECONNREFUSED)',
      hint: 'Check the address, and that the server runs',
    }
    const failed: ProgramEvent = { on: 'balances', type: 'read-failed', account: 'paper', problem }
    const lines = linesOf(play(served(), [listed, failed, ENDED], NOW + 42_000).state)
    expect(lines[1]).toContain('42s old')
    expect(lines.slice(2, 4).join(' ')).toBe(`! paper could not be read again: ${problem.message}. ${problem.hint}`)
    // Where lines are few, the header says it.
    const few = linesOf(play(served(40, 10), [link(false), listed, failed, ENDED], NOW + 42_000).state)
    expect(few.join('\n')).not.toContain('could not be read again')
    expect([few[0], few[1]]).toEqual([expect.stringContaining('no answer'), expect.stringContaining('42s old')])
    // Nor is what is known hidden where the accounts themselves cannot be listed.
    const unlisted = linesOf(play(served(), [{ on: 'balances', type: 'list-failed', problem }]).state)
    expect([unlisted[1], unlisted[2]]).toEqual([
      expect.stringContaining('$1.00'),
      expect.stringContaining('! accounts could not be listed again: The server at'),
    ])
  })

  test('are read again once it answers', () => {
    const reads = ({ effects }: ReturnType<typeof play>) => effects.filter(({ type }) => type === 'read').length
    const away = play(served(), [link(false), tick], NOW + 1_000)
    const back = play(away.state, [link(true), tick], NOW + 4_000)
    expect([reads(away), reads(back), reads(play(back.state, [tick], NOW + 5_000))]).toEqual([0, 1, 0])
  })
})

describe('balances', () => {
  test('are read when the screen is looked at, once, and again by r', () => {
    const reads = (effects: readonly { readonly on: string }[]) => effects.filter(({ on }) => on === 'balances').length
    const first = play(screensOf(), [{ on: 'app', type: 'opened' }])
    expect(reads(first.effects)).toBe(0)
    const shown = play(first.state, [...SHOWN, LISTED, READ, NOTHING])
    expect(reads(shown.effects)).toBe(1)
    // While it is read it is not begun again.
    expect(reads(play(shown.state, keys('r')).effects)).toBe(0)
    const ended = play(shown.state, [ENDED]).state
    expect(reads(play(ended, keys('1', '7')).effects)).toBe(0)
    expect(reads(play(ended, keys('r')).effects)).toBe(1)
  })

  test('are read again once something moved, where they were read before, and stand meanwhile', () => {
    const moved: ProgramEvent = { on: 'balances', type: 'moved' }
    const asked = (state: AppState, events: readonly ProgramEvent[]) =>
      play(state, events).effects.flatMap((effect) =>
        effect.type === 'send' && 'type' in effect.event ? [`send ${effect.event.type}`] : [effect.type],
      )
    expect(asked(play(screensOf(), [{ on: 'app', type: 'opened' }]).state, [moved])).toEqual([])
    const read = after([LISTED, READ, NOTHING, ENDED])
    expect(asked(read, [moved])).toEqual(['read'])
    // What moves while they are read is read after that.
    expect(asked(after([LISTED, READ]), [moved, ENDED])).toEqual(['read'])
    // The form shows what is held now, too.
    expect(asked(after([LISTED, READ], 100), [ENDED])).toEqual(['send moved'])
    const again = play(read, [moved, LISTED]).state
    expect(again.screens.balances.accounts?.map(({ chains }) => chains)).toEqual(
      read.screens.balances.accounts?.map(({ chains }) => chains),
    )
  })

  test('stand with value and change, say what is unread, and pretend no whole', () => {
    const lines = linesOf(after([LISTED, READ, NOTHING, ENDED]))
    expect(lines[1]).toBe(
      '$2.50, without 1 unread chain, 1 balance of unknown value · +$0.50 since yesterday (2 left out)',
    )
    expect(lines[3]).toMatch(/^▸ main +ethereum +USDC +2\.5 +\$2\.50 +\+\$0\.50$/)
    expect(lines[4]).toMatch(/^ {2}main +ethereum +ODD +2\.5 +unknown +-$/)
    expect(lines[5]).toMatch(/^ {2}main +base +unread$/)
    expect(lines[6]).toMatch(/^ {2}cold +nothing$/)
    expect(textOf(play(after([LISTED, READ, NOTHING, ENDED]), keys('end', 'up')).state)).toContain(
      'Base of main is unread: No node of the chain answered. Set one',
    )
  })

  test('tell what the swaps of all accounts cost lately, and how many are left out', () => {
    const [main, cold] = [
      { usd: 4_210_000n, known: 12, ended: 14, isPartial: false },
      { usd: -210_000n, known: 1, ended: 1, isPartial: true },
    ]
    const lines = linesOf(after([LISTED, { ...READ, costs: main }, { ...NOTHING, costs: cold }, ENDED]))
    expect(lines[2]).toBe('swaps of 30 days cost $4.00 (2 of 15 left out: their cost is not known), of the newest only')
    const none = { usd: 0n, known: 0, ended: 3, isPartial: false }
    expect(linesOf(after([LISTED, { ...READ, costs: none }, NOTHING, ENDED]))[2]).toBe(
      'swaps of 30 days cost unknown (of 3)',
    )
  })

  test('say of an account that it holds nothing, and of another why it could not be read', () => {
    const failed: ProgramEvent = {
      ...{ on: 'balances', type: 'read-failed', account: 'main' },
      problem: { message: 'The file of figures is gone', hint: 'Look for it' },
    }
    const state = after([LISTED, failed, NOTHING, ENDED], 40, 10)
    const lines = linesOf(state)
    expect(lines.slice(1, 8).filter((line) => / (unread|nothing)$/.test(line))).toHaveLength(2)
    expect(textOf(state)).toContain('main is unread: The file of figures is\ngone. Look for it')
    const cold = textOf(play(state, keys('end')).state)
    expect(cold).toContain(`cold, watch only  ${COLD.address.slice(0, 22)}\n${COLD.address.slice(22)}`)
    // There is nothing to swap from, and nothing more to be said of it.
    expect(play(state, keys('end', 'enter'))).toMatchObject({
      effects: [],
      state: { screens: { balances: { page: undefined } } },
    })
  })

  test('show whole by Enter why a chain is unread, which does not fit below the list', () => {
    const reason = 'No node of the chain answered: 127.0.0.1:8545 cannot be reached (ECONNREFUSED)'
    const dead: ChainHoldings = { ...DEAD, reason, hint: 'Set another one: swapcli config set rpc.base https://…' }
    const state = after([LISTED, { ...READ, chains: [ethereum(1n), dead] }, NOTHING, ENDED], 40, 12)
    const marked = play(state, keys('home', 'down', 'down')).state
    expect([linesOf(state).at(-1), linesOf(marked).at(-1)]).toEqual([
      expect.stringContaining('Enter swap from it'),
      expect.stringContaining('Enter why'),
    ])
    const { state: page, effects } = play(marked, keys('enter'))
    expect(effects).toEqual([])
    const text = linesOf(page).join(' ').replaceAll(/ +/g, ' ')
    expect(text).toContain('Base of main')
    for (const word of [...reason.split(' '), 'https://…']) expect(text).toContain(word)
    expect(textOf(play(page, keys('esc')).state)).toContain('unread')
  })

  test('of an account that could not be read are unknown, with the reason, on the pane too', () => {
    const problem = { message: 'The server at swap.example cannot be reached (ECONNREFUSED)', hint: undefined }
    const failed: ProgramEvent = { on: 'balances', type: 'read-failed', account: 'main', problem }
    const lines = linesOf(after([LISTED, failed, NOTHING, ENDED]))
    expect(lines[1]).toBe('unknown, without 1 unread account · no figure of yesterday')
    expect(lines.join('\n')).toContain(problem.message)
    // What was read before stands, and is said to be old.
    const again = linesOf(after([LISTED, READ, NOTHING, ENDED, LISTED, failed, NOTHING, ENDED]))
    expect(again[1]).toMatch(/^\$2\.50, without/)
    expect(again[2]).toBe(`! main could not be read again: ${problem.message}`)
    const { state } = play(after([LISTED, failed, NOTHING, ENDED], 200, 60), keys('1'))
    const pane = BALANCES_PANE.view({
      ...{ state: state.screens.balances, app: factsOf(SCREENS, state, 'balances') },
      ...PANE,
    })
    expect(pane.map((row) => row.map(({ text }) => text).join('')).join('\n')).toContain(problem.message)
  })

  test('of chains of which none answered are unknown, and not nothing', () => {
    const state = after([LISTED, { ...READ, chains: [DEAD], before: undefined, change: undefined }, NOTHING, ENDED])
    expect(linesOf(state)[1]).toBe('unknown, without 1 unread chain · no figure of yesterday')
  })

  test('appear chain by chain, and say what is still read', () => {
    const state = after([LISTED, { on: 'balances', type: 'chain', account: 'main', chain: ethereum(1_000_000n) }])
    expect(linesOf(state)[1]).toBe('$1.00, without 1 balance of unknown value so far · reading main, cold …')
  })

  test('say that there is no figure of yesterday', () => {
    const state = after([LISTED, { ...READ, before: undefined, change: undefined }, NOTHING, ENDED])
    expect(linesOf(state)[1]).toContain('· no figure of yesterday')
  })

  test('of the sandbox are called paper money above them, on the pane too', () => {
    const paper = { name: 'paper', address: COLD.address, kind: 'paper' } as const
    const listed: ProgramEvent = { on: 'balances', type: 'listed', accounts: [paper] }
    const read: ProgramEvent = {
      ...{ on: 'balances', type: 'read', account: 'paper', chains: [ethereum(1_000_000n)], note: '' },
      ...{ before: undefined, change: undefined, costs: undefined },
    }
    const { state } = play(after([listed, read, ENDED], 200, 60), keys('1'))
    const pane = BALANCES_PANE.view({
      ...{ state: state.screens.balances, app: factsOf(SCREENS, state, 'balances') },
      ...PANE,
    })
    expect(pane[0]?.map(({ text }) => text).join('')).toMatch(/^paper money \$1\.00/)
  })

  test('of the sandbox name the account that is there for real money, and ask for one only where there is none', async () => {
    const paper: HeldAccount = {
      ...{ name: 'paper', address: COLD.address, kind: 'paper' },
      read: async () => ({ chains: [ethereum(1_000_000n)], before: undefined, change: undefined }),
    }
    const lastLine = async (known: readonly KnownAccount[]) => {
      const { clock, send, state } = openScreens({
        ...{ open: openOnly({}), portfolio: async () => [paper] },
        accountWork: { list: async () => known } as unknown as AccountWork,
      })
      send([{ on: 'app', type: 'started' }, ...keys('7')])
      await clock.advance(200)
      return linesOf(state()).find((line) => line.startsWith('paper money: '))
    }
    const main: KnownAccount = { name: 'main', address: MAIN.address, kind: 'keystore', inUse: true, backup: '' }
    expect(await lastLine([])).toBe('paper money: A sets up an account for real one')
    expect(await lastLine([main])).toBe('paper money: main is for real one, used with --network live')
    expect(await lastLine([{ ...main, name: 'old', inUse: false }, main])).toMatch(/: main and 1 more are for real one/)
  })

  test('become what a swap sends, by Enter', () => {
    const state = after([LISTED, READ, NOTHING, ENDED])
    const used = play(state, keys('enter'))
    expect(used.effects).toContainEqual({ on: 'balances', type: 'use', chain: 'ethereum', address: USDC.address })
    const found = play(used.state, [{ on: 'balances', type: 'asset-found', asset: USDC }])
    const { state: form } = play(found.state, eventsIn(found.effects))
    expect([form.tab, form.screens.swap.from, form.screens.swap.spot]).toEqual(['swap', USDC, 'amount'])
    // A chain that is unread is nothing to swap from.
    expect(play(state, keys('end', 'up', 'enter')).effects).toEqual([])
  })

  test('are filtered and sorted by their value, and what is marked then is swapped', () => {
    const state = after([LISTED, READ, NOTHING, ENDED])
    const assets = (each: AppState) =>
      linesOf(each).flatMap((line) => /^[▸ ] main +\w+ +(USDC|ODD|unread)?/.exec(line)?.[1] ?? [])
    expect(assets(state).slice(0, 2)).toEqual(['USDC', 'ODD'])
    const byAsset = play(state, keys('s', 's', 's')).state
    expect(assets(byAsset).slice(0, 2)).toEqual(['ODD', 'USDC'])
    expect(linesOf(byAsset).find((line) => line.startsWith('▸'))).toContain('USDC')
    const odd = play(state, [...keys('/'), ...typed('asset:odd'), ...keys('enter')]).state
    expect(textOf(odd)).toContain('only asset:odd · 1 of 4 · Esc shows all')
    expect(play(odd, keys('enter')).effects).toEqual([
      { on: 'balances', type: 'use', chain: 'ethereum', address: '0xODD' },
    ])
  })

  test('give the address of their account', () => {
    expect(play(after([LISTED, READ, NOTHING, ENDED]), keys('y')).effects).toEqual([
      { on: 'app', type: 'copy', text: MAIN.address, what: 'the address of main' },
    ])
  })
})

test('each account is read by itself, and one that cannot be read is said and keeps no other from it', async () => {
  const account = (name: string, read: HeldAccount['read']): HeldAccount => ({ ...MAIN, name, read })
  const failing = account('broken', async () => Promise.reject(new SwapError('STORE_UNUSABLE', 'the file is gone')))
  const reading = account('fine', async (onChain) => {
    onChain(ethereum(2_500_000n))
    return { chains: [ethereum(2_500_000n)], before: undefined, change: undefined }
  })
  const { clock, send, state } = openScreens({ open: openOnly({}), portfolio: async () => [failing, reading] })
  send([{ on: 'app', type: 'started' }, ...keys('7')])
  await clock.advance(200)
  expect(state().screens.balances).toMatchObject({ reading: false, problem: undefined })
  expect(state().screens.balances.accounts).toMatchObject([
    { name: 'broken', state: 'failed', note: 'the file is gone', chains: [] },
    { name: 'fine', state: 'read', chains: [{ chain: 'ethereum', holdings: [{ symbol: 'USDC' }, { symbol: 'ODD' }] }] },
  ])
})
