import { isSwapError } from '../../../src/core/api/errors.ts'
import type { Payment } from '../../../src/wallet/payment.ts'
import { createRandom } from '../random.ts'
import { createSaboteur } from './faults.ts'
import { openSwapWorld, type PayingWallet } from './swap-world.ts'

/** How a payment of a seed ended. */
export interface FaultyPayment {
  /** What became of it by the wallet's word; undefined where it gave up. */
  readonly outcome: string | undefined
  /** How often it was paid by the chain's. */
  readonly paid: number
  readonly trace: readonly string[]
}

/** Times that a step is tried, each by a new process a while after the other. */
const MOST_TRIES = 12
/** How long one process waits for a transaction. */
const PATIENCE_MS = 5 * 60_000

/**
 * Pays a bridge deposit as a run does, a new process for each step, while a saboteur turns the chain and its nodes against it; then
 * all is well for a while.
 */
export async function playPayment(seed: number): Promise<FaultyPayment> {
  const random = createRandom(seed)
  const trace: string[] = []
  const say = (line: string) => void trace.push(`${((world.clock.now() - startMs) / 1000).toFixed(1)} ${line}`)
  const world = openSwapWorld({
    random: () => random.next(),
    tell: (event) => {
      say(JSON.stringify(event))
      saboteur.hear(event)
    },
  })
  const { clock, ethereum } = world
  const startMs = clock.now()
  const dice = random.fork('saboteur')
  const saboteur = createSaboteur(() => ethereum, {
    ...{ dice, now: () => clock.now(), after: (delayMs, act) => clock.after(delayMs, act) },
    ...{ tell: say, zeal: random.pick([0.1, 0.3, 0.7]), confirmations: 2, areBelieved: false },
  })
  const everyMs = random.pick([20_000, 60_000, 300_000])
  const strike = () => {
    saboteur.strike()
    clock.after(dice.next() * 2 * everyMs, strike)
  }
  clock.after(dice.next() * everyMs, strike)
  const swap = world.bridgeSwap()
  /** One process after the other until one gets it done. */
  const insist = async <T>(what: string, work: (wallet: PayingWallet) => Promise<T>): Promise<T | undefined> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        return await work(await world.openWallet())
      } catch (error) {
        if (!isSwapError(error)) throw error
        say(`${what}: ${error.code} (${error.funds}) ${error.message}`)
        if (what === 'send' && error.code === 'WALLET_REFUSED' && error.funds === 'untouched') return undefined
        await clock.sleep(20_000)
        if (tries > MOST_TRIES / 2) saboteur.retire()
      }
    }
    return undefined
  }
  const payments: Payment[] = []
  let outcome: string | undefined
  for (let signings = 0; signings < 10 && outcome === undefined; signings += 1) {
    const payment = await insist('sign', (wallet) => wallet.sign(swap.execution, swap.terms, payments))
    if (payment === undefined) break
    say(`signed ${payment.kind} ${payment.hash}`)
    const isSent = await insist('send', (wallet) => wallet.broadcast(payment).then(() => true))
    if (isSent === undefined) continue
    const settled = await insist('settle', (wallet) => {
      const patience = new AbortController()
      clock.after(PATIENCE_MS, () => patience.abort())
      return wallet.settle(payment, patience.signal, payments)
    })
    say(`settled ${payment.kind} ${settled?.state ?? 'never'}`)
    if (settled?.state === 'replaced') continue
    if (settled?.state === 'mined' && payment.last !== true) payments.push(payment)
    else outcome = settled?.state
    if (settled === undefined) break
  }
  saboteur.retire()
  await clock.sleep(3_600_000)
  return { outcome, paid: ethereum.deposits().length, trace }
}
