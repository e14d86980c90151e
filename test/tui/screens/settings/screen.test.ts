import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import { SETTING_NAMES, type SettingName } from '../../../../src/io/index.ts'
import type { ProgramEvent } from '../../../../src/tui/screens.ts'
import type { OpenedSwaps, TuiContext } from '../../../../src/tui/context.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import { startFakeNode } from '../../../support/fake-node.ts'
import { keys, play, times, typed } from '../../sample-swap.ts'
import { linesOf, testSizes } from '../../frame-lines.ts'
import { openScreens } from '../../open-screens.ts'
import { spokenText } from '../../spoken-text.tsx'
import { COLD, MAIN, shown } from './sample-settings.ts'
import { PATIENT } from '../../../support/patience.ts'
import { loadFamily } from '../../../../src/wallet/index.ts'

const holding = (text: string): unknown => expect.stringContaining(text)

const LONG = '汉'.repeat(99)
const FULL = {
  settings: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`contact.c${index}`, LONG])),
  origins: { network: [`SWAPCLI_${LONG}`, false] },
  accounts: Array.from({ length: 40 }, (_, index) => ({ ...MAIN, name: `account-${index}`, address: LONG })),
} as const

const HOSTILE = '\u001B]52;c;eA==\u0007\u202E\u009B31m\r\n'.repeat(9)
const HOSTILE_FILE = {
  settings: { 'contact.bob': HOSTILE, theme: HOSTILE, rank: HOSTILE },
  origins: { wallet: [HOSTILE, false] },
  accounts: [{ ...MAIN, name: HOSTILE, address: HOSTILE }],
} as const

/** Down to the first row of a setting, where none before it has several. */
const to = (name: SettingName) => times(SETTING_NAMES.indexOf(name), 'down')

const toWallet = [...to('wallet'), ...keys('enter')]
const scene =
  (events: readonly ProgramEvent[]) =>
  (...size: [columns: number, rows: number]) =>
    play(shown({ ...FULL, size }), events).state

test('why a setting is not changed here is said whole, on the narrowest terminal too', () => {
  const { state } = play(shown({ size: [80, 24] }), to('wallet'))
  const said = linesOf(state)
    .map((line) => line.trim())
    .join(' ')
  expect(said).toContain('Make an account first: swapcli wallet create, or import one: swapcli wallet --help')
})

test('name and value of a setting stand on the narrowest terminal; its group and where it is from go first', () => {
  const narrow = linesOf(play(shown({ size: [40, 10] }), to('rank')).state).map((line) => line.trim())
  expect(narrow).toContain('SETTING               VALUE')
  expect(narrow).toContain('▸ rank                  best')
})

testSizes([
  ['the Settings', scene([])],
  ['their end', scene(times(20, 'down'))],
  ['a setting of an address', scene(keys('down', 'enter'))],
  ['a long value', scene([...keys('down', 'down', 'enter'), ...typed('x'.repeat(300))])],
  ['many accounts', scene(toWallet)],
  ['the last of them', scene([...toWallet, ...times(30, 'down')])],
  ['a question', scene([...to('contact'), ...keys('x')])],
  ['the help', scene(keys('?'))],
  ['a hostile file', (...size) => shown({ ...HOSTILE_FILE, size })],
  ['its accounts', (...size) => play(shown({ ...HOSTILE_FILE, size }), toWallet).state],
])

test('the question before the live network is whole at 80 columns, with its keys', () => {
  const lines = linesOf(play(shown({ size: [80, 24] }), keys('enter', 'down', 'enter')).state)
  expect(lines.slice(-7).map((line) => line.trimEnd())).toEqual([
    '',
    'Go to the LIVE network, where swaps move real money? Commands then use it too.',
    'The screens reopen: the Swap form is cleared, and a swap under way stops where',
    'it can be continued.',
    'Y for yes, n for no',
    '',
    'Y yes  n no  ? help  q quit',
  ])
})

test('an RPC that is typed is shown as dots', () => {
  const state = shown({ origins: { 'rpc.base': ['config.json', true] } })
  const { state: after } = play(state, [...to('rpc'), ...keys('enter'), ...typed('https://key.example')])
  const text = linesOf(after).join('\n')
  expect(text).toContain('> •••••••••••••••••••')
  expect(text).not.toContain('key.example')
})

test('the Settings screen is read aloud as sentences', () => {
  const text = spokenText(shown({ accounts: [COLD] }))
  const first = `setting 1 of ${SETTING_NAMES.length}, selected: group Network, setting network, value sandbox, from default.`
  expect(text).toContain(first)
  expect(text).toContain('value cold · 0x7099…79C8 · watch only')
})

describe('the runner of the Settings screen', () => {
  /** Runs the screens over the bundled catalog, and gives what happened to the settings. */
  async function runWith(
    events: readonly ProgramEvent[],
    change: Partial<TuiContext> = {},
    write?: () => Promise<void>,
  ) {
    const catalog = await openBundledCatalog()
    // Read before, since only the fake clock is waited for.
    await Promise.all([catalog.chains(), loadFamily('evm')])
    const screens = openScreens({
      // The service itself is not asked.
      open: async () => ({ catalog }) as OpenedSwaps,
      ...change,
      settings: {
        values: {},
        origins: () => ({ 'rpc.base': { name: 'a\u001B[2Jb', isFile: true } }),
        write: write ?? (async (key, value) => void screens.written.push([key, value])),
        ...change.settings,
      },
    })
    const { clock, written, press, state } = screens
    const later = async () => {
      await clock.advance(50)
      return state()
    }
    for (const event of [...keys('6'), ...events]) {
      screens.send([event])
      await later()
    }
    const { settings, notice, screens: own } = state()
    return { written, later, press, screen: own.settings, settings, notice: notice?.text }
  }

  /** One row below that of rpc.base. */
  const toNewRpc = [...to('rpc'), ...keys('down')]
  const askedFor = (url: string) => [...toNewRpc, ...keys('enter'), ...typed('eth'), ...keys('enter'), ...typed(url)]

  test('cleans origins and accounts', async () => {
    const { screen } = await runWith([], { wallets: async () => [{ ...MAIN, name: 'x\u202Ey' }] })
    expect([screen?.origins, screen?.accounts]).toEqual([
      { 'rpc.base': { name: 'a\\u{1b}[2Jb', isFile: true } },
      [{ ...MAIN, name: 'x\\u{202e}y' }],
    ])
  })

  test('reads the settings again on demand; where the file is damaged, what is known stays, and that is said', async () => {
    const reads = [async () => ({ slippage: '50' }), async () => ({ slippage: '70' })]
    const damaged = () => Promise.reject(new SwapError('CONFIG_INVALID', 'The file is damaged'))
    const settings = {
      values: {},
      read: () => (reads.shift() ?? damaged)(),
      origins: () => ({ slippage: { name: 'config.json', isFile: true } }),
      write: async () => undefined,
    }
    const again = await runWith(keys('r'), { settings })
    expect([again.settings, again.notice]).toEqual([{ slippage: '70' }, undefined])
    reads.push(async () => ({ slippage: '50' }))
    const broken = await runWith(keys('r'), { settings })
    expect([broken.settings, broken.notice]).toEqual([{ slippage: '50' }, 'The file is damaged'])
    expect(broken.screen?.origins).toEqual(settings.origins())
  })

  test('keeps the address of a contact, and says of which chains it is one', async () => {
    const { written, notice, settings } = await runWith([
      ...to('contact'),
      ...keys('enter'),
      ...typed('bob'),
      ...keys('enter'),
      ...typed(MAIN.address),
      ...keys('enter'),
    ])
    expect([written, notice, settings]).toEqual([
      [['contact.bob', MAIN.address]],
      'contact.bob saved: an address of evm',
      { 'contact.bob': MAIN.address },
    ])
  })

  test.each([
    ['bob', `${MAIN.address.slice(0, -1)}7`, 'The letter case of this address breaks its EIP-55 checksum'],
    ['bob', 'nonsense!', 'This is not an address on any known chain: copy it again'],
  ])('refuses the contact %s of %s', async (name, address, reason) => {
    const { written, screen } = await runWith([
      ...to('contact'),
      ...keys('enter'),
      ...typed(name),
      ...keys('enter'),
      ...typed(address),
      ...keys('enter'),
    ])
    expect(written).toEqual([])
    expect(screen?.task).toMatchObject({ problem: holding(reason) })
  })

  test.each([
    ['btc', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'recipient.bitcoin'],
    ['EVM', MAIN.address, 'recipient.evm'],
    ['ethereum', 'vitalik.eth', 'recipient.ethereum'],
  ])('keeps a recipient of %s that is an address there', async (chain, address, key) => {
    const { written } = await runWith([
      ...to('recipient'),
      ...keys('enter'),
      ...typed(chain),
      ...keys('enter'),
      ...typed(address),
      ...keys('enter'),
    ])
    expect(written).toEqual([[key, address]])
  })

  test('refuses a recipient that is an address of another chain', async () => {
    const { written, screen } = await runWith([
      ...to('recipient'),
      ...keys('enter'),
      ...typed('btc'),
      ...keys('enter'),
      ...typed(MAIN.address),
      ...keys('enter'),
    ])
    expect([written, screen?.task]).toMatchObject([[], { kind: 'value', problem: holding('') }])
  })

  test.each([
    ['btc', 'Bitcoin is not an EVM chain: only those have an RPC here'],
    ['etherium', 'Unknown chain "etherium". Did you mean ethereum'],
  ])('refuses an RPC of %s', async (chain, reason) => {
    const { screen } = await runWith([...toNewRpc, ...keys('enter'), ...typed(chain), ...keys('enter')])
    expect(screen?.task).toMatchObject({ kind: 'name', problem: holding(reason) })
  })

  test('keeps an RPC without its URL being anywhere in the state', async () => {
    const { url } = await startFakeNode(() => '0x1')
    const { written, later } = await runWith([...askedFor(url), ...keys('enter')])
    await vi.waitFor(() => expect(written).toEqual([['rpc.ethereum', url]]), PATIENT)
    const state = await later()
    expect(state?.notice?.text).toBe('rpc.ethereum saved: a node of Ethereum; new connections use it')
    expect(JSON.stringify([state?.screens.settings, state?.settings, state?.notice])).not.toContain('127.0.0.1')
  })

  test('keeps no RPC that is a node of another chain', async () => {
    const { url } = await startFakeNode(() => '0x89')
    const { written, later } = await runWith([...askedFor(url), ...keys('enter')])
    const problem = 'it is a node of the chain with id 137, not of Ethereum (1)'
    await vi.waitFor(async () => expect((await later())?.screens.settings.task).toMatchObject({ problem }), PATIENT)
    expect(written).toEqual([])
  })

  test('keeps nothing of what is left while it is checked', async () => {
    const seen: string[] = []
    const server = createServer((_request, response) => {
      seen.push('asked')
      response.on('close', () => void seen.push('given up'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { written, later, press } = await runWith([...askedFor(url), ...keys('enter')])
    await vi.waitFor(() => expect(seen).toEqual(['asked']), PATIENT)
    press('esc')
    await vi.waitFor(() => expect(seen).toEqual(['asked', 'given up']), PATIENT)
    expect(written).toEqual([])
    const state = await later()
    expect([state?.screens.settings.task, state?.screens.settings.busy, state?.notice]).toEqual([
      undefined,
      false,
      undefined,
    ])
  })

  test.each([
    [MAIN, 'wallet saved: it signs from now on'],
    [COLD, 'wallet saved: it has no key, so nothing can be signed here'],
  ])('says what it means to use the account $name', async (account, text) => {
    const { written, notice } = await runWith([...to('wallet'), ...keys('enter', 'enter')], {
      wallets: async () => [account],
    })
    expect([written, notice]).toEqual([[['wallet', account.name]], text])
  })

  test('keeps no account that is gone meanwhile', async () => {
    let asked = 0
    const wallets = async () => ((asked += 1) === 1 ? [MAIN] : [])
    const { written, notice } = await runWith([...to('wallet'), ...keys('enter', 'enter')], { wallets })
    expect([written, notice]).toEqual([[], 'That account is gone: see swapcli wallet list'])
  })

  test('says why a setting could not be kept, and what was typed stays', async () => {
    const failing = () => Promise.reject(new SwapError('CONFIG_INVALID', 'the file \u0007 is damaged'))
    const events = [...to('slippage'), ...keys('enter', 'ctrl-u'), ...typed('5'), ...keys('enter')]
    const { screen, settings } = await runWith(events, {}, failing)
    expect([screen?.task, settings]).toMatchObject([{ line: { text: '5' }, problem: 'the file \\u{7} is damaged' }, {}])
  })
})
