import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { defined } from '../../../../src/core/defined.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { randomIds } from '../../../../src/io/ids.ts'
import { openSwapService } from '../../../../src/open.ts'
import { createPaperWallet } from '../../../../src/sandbox/paper-wallet.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { type AppState, SCREENS } from '../../../../src/tui/screens.ts'
import type { RunWords, TuiContext, WalletAsks } from '../../../../src/tui/context.ts'
import { createKeyDecoder, isKeyPress } from '../../../../src/tui/terminal/key-decoder.ts'
import { READING_MS } from '../../../../src/core/reading-time.ts'
import { createRuntime } from '../../../../src/tui/runtime.ts'
import { startState } from '../../../../src/tui/state.ts'
import { createRunJournal } from '../../../../src/wallet/run/journal.ts'
import type { Wallet } from '../../../../src/wallet/payment.ts'
import { textOf } from '../../frame-lines.ts'
import { PATIENT } from '../../../support/patience.ts'
import { scanRuns } from '../../../support/run-documents.ts'

export const ENTER = '\r'
export const ESC = '\u001B'
const SIZE = { columns: 100, rows: 40 }

export interface WorldOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly readIfChanged?: TuiContext['settings']['readIfChanged']
  readonly words?: RunWords
  readonly accounts?: TuiContext['accounts']
  readonly decimals?: TuiContext['decimals']
  /** A wallet instead of the one of paper. */
  readonly wallet?: (paper: Wallet, asks: WalletAsks) => Wallet | undefined
}

/** A sandbox, a journal and the screens on a terminal that is not there; several screens may follow each other. */
export async function swapWorld(options: WorldOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-review-'))
  const { settings = {}, words } = options
  const embedded = await openSwapService({
    home,
    sandbox: { speed: 100_000 },
  })
  const store = await openStore({ path: join(home, 'wallet.db'), now: () => systemClock.now() })
  onTestFinished(async () => {
    await embedded.close()
    await store.close()
    await rm(home, { recursive: true, force: true })
  })
  const paper = createPaperWallet({ ledger: store.documents })
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const paperWallet: Wallet = {
    address: (family) => paper.address(family),
    paysDeposits: false,
    sign: ({ exec }) => paper.sign(exec ?? {}),
    broadcast: (payment) => paper.broadcast(payment as Parameters<typeof paper.broadcast>[0]),
  }
  const context: TuiContext = {
    place: { network: 'sandbox', api: undefined, version: '0.0.0' },
    clock: systemClock,
    settings: { values: settings, write: async () => undefined, ...defined({ readIfChanged: options.readIfChanged }) },
    open: async () => ({ service: embedded, catalog: embedded.catalog, embedded }),
    runs: async (asks) => ({
      journal,
      wallet: asks === undefined || options.wallet === undefined ? paperWallet : options.wallet(paperWallet, asks),
    }),
    accounts: async (_role, { addressFamily }) => {
      const address = paper.address(addressFamily)
      return address === undefined ? undefined : { address }
    },
    ...defined({ words, accounts: options.accounts, decimals: options.decimals }),
  }
  return { context, journal, paper, turns, show: (other: TuiContext = context) => showScreens(other, settings) }
}

/** Lets everything run that needs no time, so often. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((done) => setImmediate(done))
}

function showScreens(context: TuiContext, settings: Readonly<Record<string, string>>) {
  const start = startState(SCREENS, { now: systemClock.now(), size: SIZE, place: context.place, settings })
  const states: AppState[] = []
  const runtime = createRuntime(SCREENS, context, start, {
    draw: (state) => void states.push(state),
    write: () => undefined,
  })
  onTestFinished(() => {
    runtime.dispatch({ on: 'app', type: 'key', press: { name: 'ctrl-c', text: '' } })
  })
  runtime.dispatch({ on: 'app', type: 'started' })
  const frame = () => textOf(states.at(-1) ?? start)
  /** Waits until the screen shows a text. */
  const shows = async (text: string | RegExp) => {
    await vi.waitFor(() => {
      const found = typeof text === 'string' ? frame().includes(text) : text.test(frame())
      if (!found) throw new Error(`${String(text)} is not on the screen:\n${frame()}`)
    }, PATIENT)
    return frame()
  }
  const press = (...texts: readonly string[]) => {
    const { read, flush } = createKeyDecoder(() => 0)
    for (const press of texts.flatMap((text) => [...read(text), ...flush()]).filter(isKeyPress)) {
      runtime.dispatch({ on: 'app', type: 'key', press })
    }
  }
  /** Presses a key that answers what is asked, after it could be read. */
  const answer = async (key: string) => {
    await new Promise((done) => void setTimeout(done, READING_MS + 50))
    press(key)
  }
  return { shows, press, answer, frame, states, runtime }
}

export type Screens = ReturnType<typeof showScreens>

/** By keys: chooses a pair and an amount, waits for the routes, and takes that of a provider to Review. */
export async function choose({ shows, press }: Screens, amount: string, from: string, to: string, provider: string) {
  await shows('From')
  press('f')
  await shows('Send which asset?')
  press(from)
  await shows(/▸ \S+/)
  await shows(new RegExp(`> ${from}`))
  await shows('found')
  press(ENTER)
  await shows('how much')
  press(amount, ENTER)
  await shows('Receive which asset?')
  press(to)
  await shows(new RegExp(`> ${to}`))
  await shows('found')
  press(ENTER)
  await shows('refresh in')
  for (let row = 0; row < 8; row += 1) {
    const text = await shows('▸')
    if (text.includes(`▸ ${provider}`)) break
    press('j')
    await shows(new RegExp(`▸ (?!${escaped(text)})`))
  }
  await shows(`▸ ${provider}`)
  press(ENTER)
}

/** The name that is marked, for a pattern. */
function escaped(text: string): string {
  return (/▸ (\S+)/.exec(text)?.[1] ?? '').replace(/[^A-Z_a-z]/g, '.')
}
