import { cpSync } from 'node:fs'
import { getAddress } from 'viem'
import { resume } from '../../src/cli/commands/resume.ts'
import { swap } from '../../src/cli/commands/swap.ts'
import { RUN_POINTS } from '../../src/wallet/run/swap-run.ts'
import { setFeed } from '../devnet/price-feeds.ts'
import type { DevChain } from '../devnet/world.ts'
import { type CommandPlace, runCommand } from '../support/command-session.ts'
import { PRINTED, refused, SIGNED } from './case.ts'
import { editRuns } from './file-cases.ts'
import { put } from './hostile-server.ts'
import { type AttackCase, type NeighbourCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * A swap whose process is killed, and that is resumed later: prices, fees, contacts and settings may be others then, and
 * what the user agreed to is not.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
const BUYS = ['100', 'base:USDC', 'base:ETH'] as const
const COIN = ['0.05', 'base:ETH', 'base:USDC'] as const
const BOB = getAddress(`0x${'b0'.repeat(20)}`)
const OTHER = getAddress(`0x${'e0'.repeat(20)}`)

type Run = NonNullable<Payment['run']>
type Point = (typeof RUN_POINTS)[number]

class Killed extends Error {}

/** How a swap is killed, and what then is otherwise. */
interface Killing {
  readonly at: Point
  /** Options of `swap` alone, and of `resume` alone. */
  readonly first?: Parameters<Run>[1]
  readonly then?: Parameters<Run>[1]
  /** Settings of `swap` alone, and of `resume` alone. */
  readonly firstSettings?: CommandPlace['settings']
  readonly thenSettings?: CommandPlace['settings']
  /** What happens in between. */
  readonly between?: (scene: Scene) => Promise<unknown>
}

/** Swaps until the process is killed, then resumes with what is on the disk. */
const killed =
  (words: Payment['swap'], { at, first = {}, then = {}, firstSettings, thenSettings, between }: Killing): Run =>
  async (place, values, scene) => {
    const { home = '', settings } = place
    const kept = `${home}-kept`
    const died = await runCommand(
      swap,
      words,
      { ...values, ...first },
      {
        ...place,
        settings: { ...settings, ...firstSettings },
        checkpoint: (point) => {
          if (point !== at) return
          cpSync(home, kept, { recursive: true })
          throw new Killed()
        },
      },
    )
    if (!(died.error instanceof Killed)) throw new Error(`it was not killed at ${at}`, { cause: died.error })
    await between?.(scene)
    const again = { yes: true, wait: false, passwordFile: `${kept}/password.txt`, ...then }
    return runCommand(resume, [], again, { ...place, home: kept, settings: { ...settings, ...thenSettings } })
  }

/** Swaps to the end, then resumes what was on the disk at a point. */
const putBack =
  (words: Payment['swap'], at: Point): Run =>
  async (place, values) => {
    const { home = '' } = place
    const kept = `${home}-kept`
    let isKept = false
    const checkpoint = (point: Point) => {
      if (point === at && !isKept) cpSync(home, kept, { recursive: true })
      isKept ||= point === at
    }
    const paid = await runCommand(swap, words, values, { ...place, checkpoint })
    if (paid.error !== undefined) return paid
    const again = { wait: false, passwordFile: `${kept}/password.txt` }
    return runCommand(resume, [], again, { ...place, home: kept })
  }

/** The price of the coin in every feed. */
const coinAt =
  (price: string) =>
  async ({ devnet }: Scene) => {
    for (const chain of [devnet.base, devnet.ethereum]) {
      await setFeed(chain, 'ETH', { price })
      await chain.client.mine({ blocks: 1 })
    }
  }

/** The base fee of Base, in wei. */
const baseFeeAt =
  (wei: bigint) =>
  async ({ devnet: { base } }: { readonly devnet: { readonly base: DevChain } }) => {
    await base.client.setNextBlockBaseFeePerGas({ baseFeePerGas: wei })
    await base.client.mine({ blocks: 1 })
  }

const attack = (
  name: string,
  ending: AttackCase['ending'],
  swapped: Payment['swap'],
  killing: Killing,
  more: Partial<Payment> = {},
): AttackCase => ({ name, who: 'file', ending, swap: swapped, run: killed(swapped, killing), ...more })

/** An endpoint that takes signed bytes and keeps them. */
const PRIVATE = { 'send-rpc.base': 'http://127.0.0.1:9' } as const

/** The account does something else from another wallet. */
const otherWallet = async ({ payer, src: { chain } }: Scene) => {
  await chain.client.impersonateAccount({ address: payer })
  const hash = await chain.client.sendTransaction({ account: payer, to: OTHER, value: 0n })
  await chain.client.waitForTransactionReceipt({ hash })
}

export const RESUME_ATTACKS: readonly AttackCase[] = [
  ...([BUYS, COIN] as const).map((swapped): AttackCase => ({
    name: `a home of before its signature is put back once ${swapped[1]} was paid`,
    ...{ who: 'file', ending: SIGNED, swap: swapped, through: 'service', run: putBack(swapped, 'payment-agreed') },
    ...{ mayFail: true, says: { code: 'OUTCOME_UNKNOWN' } },
  })),
  attack('the coin is worth double when the payment that was agreed to is resumed', refused('loss'), COIN, {
    ...{ at: 'payment-agreed', then: { yes: false }, between: coinAt('4000') },
  }),
  attack('the coin is worth double when what was executed is resumed', refused('loss'), COIN, {
    ...{ at: 'executed', between: coinAt('4000') },
  }),
  attack(
    'the coin is worth half after the approval, of a service of this machine',
    { outcome: 'within bounds' },
    BUYS,
    { at: 'payment-noted', between: coinAt('1000') },
    { through: 'service', mayFail: true, says: { code: 'WALLET_REFUSED' } },
  ),
  attack(
    'a loss typed again is held after the approval',
    { outcome: 'within bounds' },
    BUYS,
    { at: 'payment-noted', first: { maxLoss: '60' }, then: { maxLoss: '2' }, between: coinAt('1900') },
    { mayFail: true, says: { code: 'WALLET_REFUSED' } },
  ),
  attack('gas costs more than what was to be paid for it', refused('fee'), COIN, {
    ...{ at: 'payment-agreed', first: { maxFee: '3' }, then: { yes: false }, between: baseFeeAt(8_000_000_000n) },
  }),
  attack(
    'a deposit that its user pays from elsewhere',
    PRINTED,
    PAYS,
    { at: 'executed', first: { pay: false, accept: 'deposit' }, then: { accept: 'deposit' } },
    {
      promisedTo: THIEF,
      lies: () => ({
        execute: (told) =>
          put(told, { exec: undefined, providerResult: { execution: 'server', depositAddress: THIEF } }),
      }),
    },
  ),
  attack(
    'bytes that went to a private endpoint, which is not set any more',
    refused('nodes'),
    COIN,
    { at: 'signed', firstSettings: PRIVATE },
    { mayNotKnow: true },
  ),
  attack('a payment that was to be sent privately, before its signature', refused('nodes'), COIN, {
    ...{ at: 'payment-agreed', firstSettings: PRIVATE },
  }),
  attack(
    'a contact that was corrected',
    refused('name'),
    PAYS,
    {
      ...{ at: 'payment-agreed', first: { recipient: '@bob' } },
      ...{ firstSettings: { 'contact.bob': BOB }, thenSettings: { 'contact.bob': OTHER } },
    },
    { recipient: BOB },
  ),
  attack(
    'a contact that was removed',
    refused('name'),
    PAYS,
    { at: 'payment-agreed', first: { recipient: '@bob' }, firstSettings: { 'contact.bob': BOB } },
    { recipient: BOB },
  ),
]

const honest = (
  name: string,
  swapped: Payment['swap'],
  killing: Killing,
  more: Partial<Payment> = {},
): NeighbourCase => ({ name, who: 'file', swap: swapped, run: killed(swapped, killing), ...more })

export const RESUME_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('a swap killed once it was executed', PAYS, { at: 'executed' }),
  honest('a swap killed after its approval', BUYS, { at: 'payment-noted' }),
  honest('a swap killed before its signature, resumed without --yes', COIN, {
    ...{ at: 'payment-agreed', then: { yes: false } },
  }),
  honest('a nonce that another wallet of the user took meanwhile', COIN, {
    at: 'payment-agreed',
    between: otherWallet,
  }),
  honest('a price that moved within the bound', COIN, { at: 'payment-agreed', between: coinAt('2010') }),
  honest('a loss that is accepted when it is resumed', COIN, {
    ...{ at: 'payment-agreed', then: { maxLoss: '10' }, between: coinAt('2100') },
  }),
  honest('gas that costs more, and is allowed to', COIN, {
    ...{ at: 'payment-agreed', first: { maxFee: '3' }, then: { maxFee: '40' }, between: baseFeeAt(8_000_000_000n) },
  }),
  honest(
    'a contact that stays as it is',
    PAYS,
    {
      ...{ at: 'payment-noted', first: { recipient: '@bob' } },
      ...{ firstSettings: { 'contact.bob': BOB }, thenSettings: { 'contact.bob': BOB } },
    },
    { recipient: BOB },
  ),
  honest('private bytes that may go public by now', COIN, {
    ...{ at: 'signed', firstSettings: PRIVATE, thenSettings: { 'send-rpc-public-after': '1' } },
    between: ({ home }) => editRuns({ home: `${home}-kept` }, (run) => put(run, { 'run.payment.sentAtMs': 0 })),
  }),
]
