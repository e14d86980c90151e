import { DAI, ROUTER, USDC } from './market.ts'
import type { SimulatedChain } from './chain/interface.ts'
import { AT_ONCE, openSimulatedDocuments, openSimulatedStore } from './disk.ts'
import { createCancellations } from './cancellations.ts'
import type { FileName, Machine } from './machine.ts'
import { sameAddress } from '../../src/core/assets/address-key.ts'
import { larger, smaller } from '../../src/core/money/larger.ts'

/*
 * The judge. It knows what users wanted, what they were told, and what the chain holds; of the program it reads only whether
 * what it told is still there.
 */

/** What a user wants to be paid once, and what for. */
export interface Intent {
  readonly id: number
  /** Base units of USDC; no two intents have the same. */
  readonly units: bigint
  readonly recipient: string
  /**
   * Of each run that was begun for it, the least that may arrive, base units of DAI: of its quote, which a yes given beforehand
   * agrees to, until the user has seen a lock and agreed to that.
   */
  readonly least: Map<string, bigint>
  /** The same of a run that was agreed to beforehand and never since: what its locks promised, of which nobody was asked. */
  readonly promised: Map<string, bigint>
  /** The same as `least` of the lowest quote, for a run whose id the user never heard of. */
  quoted: bigint
  /** When the user said yes last to a run, by its id: true time, in epoch milliseconds. */
  readonly agreedMs: Map<string, number>
  /** Runs that were locked or whose payment was signed when no yes held any more, by id: how long after it, in minutes. */
  readonly late: Map<string, number>
  /** The run that was begun for it last; undefined where none is known. */
  run: string | undefined
  /** Runs of which the user was told that nothing was sent, and in whose place he began another one; with when that was. */
  readonly over: Map<string, number>
}

/** Something that a user was told. */
export interface Acknowledgement {
  readonly kind: 'lock' | 'transaction' | 'payment' | 'tracked' | 'final' | 'run' | 'unpaid'
  readonly machine: Machine
  /** The file that has to remember it. */
  readonly file: FileName
  /** Id of a lock, transaction or run. */
  readonly id: string
  /** A hash, or a status. */
  readonly value: string
}

/** What is wrong: one sentence each. */
export type Violations = readonly string[]

/** Keeps what was agreed and told. */
export interface Oracle {
  readonly intents: Intent[]
  acknowledge(told: Acknowledgement): void
  /** A user was told, or sees, that bytes with these hashes pay for a run. */
  paidBy(run: string, hashes: readonly string[]): void
  /** A user was told that a run is being cancelled. @param versions hashes of what of it was signed and waits */
  cancelling(run: string, versions: readonly string[]): void
  /** The user begins anew in place of the last run of an intent, unless he was told that it is paid. */
  replaceRun(intent: Intent): boolean
  /** Something that must never be, such as an error that is a bug. */
  complain(what: string): void
  /** How much was told so far: a place to which an image may be put back. */
  mark(): number
  /** What was told after a mark need not be there any more, in these files of this machine. */
  excuse(machine: Machine, files: readonly FileName[], since: number): void
  /** @param home whose wallet signs */
  judge(chain: SimulatedChain, owner: string, home: Machine): Promise<Violations>
  /** How many payments of an intent stand in the chain. */
  payments(chain: SimulatedChain, owner: string, intent: Intent): number
}

/** @param now true time, in epoch milliseconds */
export function createOracle(now: () => number): Oracle {
  const intents: Intent[] = []
  // Of a payment, a hash and an end, what was told last counts.
  const told = new Map<string, Acknowledgement & { readonly order: number }>()
  const complaints: string[] = []
  /** Ends as they were told last, by machine and transaction: also those that `told` excuses. */
  const finals = new Map<string, Acknowledgement & { readonly order: number }>()
  /** What a copy that was put back does not know: a file that does may tell of it again. */
  const excused = new Set<string>()
  /** Runs that are agreed to again because an older copy was put back. */
  const revived = new Set<string>()
  /** Run by hash of its payment. */
  const payers = new Map<string, string>()
  const cancellations = createCancellations()
  let order = 0
  /** When an older copy of the runs was put back last: what was signed before need not be known any more. */
  let restoredMs = -Infinity
  /** Machines on which an older store was put back. */
  const olderStores = new Set<Machine>()
  const complain = (what: string) => {
    if (!complaints.includes(what)) complaints.push(what)
  }
  return {
    intents,
    complain,
    acknowledge: (one) => {
      order += 1
      if (one.kind === 'final') {
        const key = `${one.machine.name} ${one.id}`
        const before = finals.get(key)?.value
        if (before !== undefined && before !== one.value && !(before === 'FAILED' && one.value === 'REFUND')) {
          complain(`the end of ${one.id} flipped from ${before} to ${one.value}`)
        }
        finals.set(key, { ...one, order })
      }
      const key = `${one.kind} ${one.machine.name} ${one.id}`
      if (!excused.has(key)) told.set(key, { ...one, order })
      // A run that was not put back may tell of a lock that the older store beside it never had.
      if (one.kind !== 'lock' || !olderStores.has(one.machine)) return
      void hasLock(one.machine, one.id).then((isThere) => {
        if (!isThere) told.delete(key)
      })
    },
    paidBy: (run, hashes) => {
      for (const hash of hashes) payers.set(hash.toLowerCase(), run)
    },
    cancelling: (run, versions) => {
      order += 1
      cancellations.tell(run, { order, atMs: now() }, versions)
    },
    replaceRun: (intent) => {
      const { run } = intent
      if (run !== undefined && [...payers.values()].includes(run)) return false
      order += 1
      if (run !== undefined) intent.over.set(run, order)
      intent.run = undefined
      return true
    },
    mark: () => order,
    excuse: (machine, files, since) => {
      if (files.includes('store')) olderStores.add(machine)
      if (files.includes('wallet')) {
        restoredMs = now()
        cancellations.forget(since)
      }
      // Who puts back an older copy takes its runs as they were agreed to then.
      for (const { over } of files.includes('wallet') ? intents : []) {
        for (const [run, at] of over) if (at > since) revived.add(run)
      }
      // It need not know of the locks that came after it.
      for (const { promised } of files.includes('wallet') ? intents : []) promised.clear()
      for (const [key, one] of told) {
        if (one.machine !== machine || !files.includes(one.file) || one.order <= since) continue
        told.delete(key)
        excused.add(key)
      }
      for (const [key, one] of finals) {
        if (one.machine === machine && files.includes(one.file) && one.order > since) finals.delete(key)
      }
    },
    payments: (chain, owner, { units }) => spendsOf(chain, owner).filter((spend) => spend.units === units).length,
    judge: async (chain, owner, home) => {
      const found = [
        ...complaints,
        ...doubleSends(chain, owner, intents),
        ...wideApprovals(chain, owner, intents),
        ...cancellations.judge(chain, owner, payers),
      ]
      const notes = [...home.files.wallet.tables.documents.values()].map(({ text }) => text).join('\n')
      for (const { hash, from, firstSeenMs } of chain.seen()) {
        const isOwn = sameAddress(from, owner) && firstSeenMs > restoredMs
        if (isOwn && chain.ledger().some((one) => one.hash === hash) && !notes.includes(hash)) {
          found.push(`${hash} was signed and sent, and ${home.name} has no note of it`)
        }
      }
      for (const { hash, units, to, arrivals } of spendsOf(chain, owner)) {
        const intent = intents.find((one) => one.units === units)
        const what = `${hash} spends ${Number(units) / 1e6} USDC`
        if (intent === undefined) found.push(`${what}, which nobody agreed to`)
        else if (!sameAddress(to, ROUTER)) found.push(`${what} by calling ${to}`)
        else {
          const arrived = arrivals.get(intent.recipient.toLowerCase()) ?? 0n
          const run = payers.get(hash.toLowerCase())
          const agreed = run === undefined ? undefined : intent.least.get(run)
          const promised = run === undefined ? undefined : intent.promised.get(run)
          const least = larger(agreed ?? [...intent.least.values()].reduce(smaller, intent.quoted), promised ?? 0n)
          // The floor gives two units to rounding.
          if (arrived + 2n < least)
            found.push(`${what} for ${Number(arrived) / 1e18} DAI, below the agreed ${Number(least) / 1e18}`)
          const late = run === undefined ? undefined : intent.late.get(run)
          if (late !== undefined)
            found.push(`${what}, and was locked or signed ${late} minutes after anybody agreed to it`)
          const isUnseen = run !== undefined && intent.promised.has(run)
          if (isUnseen && arrived * 10_000n < units * 10n ** 12n * (10_000n - MOST_LOST_BPS))
            found.push(`${what} for ${Number(arrived) / 1e18} DAI: more is lost than is agreed to beforehand`)
          const unpaid = run === undefined ? undefined : told.get(`unpaid ${home.name} ${run}`)
          if (unpaid !== undefined)
            found.push(`${what} for ${run}, of which ${home.name} says that it ended unpaid (${unpaid.value})`)
          if (run !== undefined && intent.over.has(run) && !revived.has(run)) {
            found.push(
              `${what} for ${run}, of which the user was told that nothing was sent; he has begun another in its place`,
            )
          }
        }
      }
      for (const intent of intents) {
        const hashes = spendsOf(chain, owner)
          .filter(({ units }) => units === intent.units)
          .map(({ hash }) => hash)
        // Two agreements for one intent: of a copy that was put back, and of what was begun anew in its place.
        const runs = new Set(hashes.map((hash) => payers.get(hash.toLowerCase()) ?? ''))
        const isAgreedTwice = runs.size === hashes.length && [...runs].some((run) => revived.has(run))
        if (hashes.length > 1 && !isAgreedTwice)
          found.push(`swap ${intent.id} is paid ${hashes.length} times: ${hashes.join(', ')}`)
      }
      for (const machine of new Set([...told.values()].map((one) => one.machine)))
        found.push(...(await doubleUses(machine)))
      const mined = new Set(chain.ledger().map(({ hash }) => hash.toLowerCase()))
      for (const one of told.values()) {
        const missing = await missingOf(one)
        // Bytes whose nonce another transaction took are void, and others may be signed in their place.
        const isVoid = one.kind === 'payment' && !mined.has(one.value.toLowerCase())
        if (missing !== undefined && !isVoid) found.push(`${one.machine.name} ${missing}`)
      }
      return [...new Set(found)]
    },
  }
}

/** Most that is lost without being asked about, in basis points: by the terms, and the slippage. */
const MOST_LOST_BPS = 300n + 100n

/** Payments of one intent that were sent although another one stood: no reason for only one to stand but luck. */
function doubleSends(chain: SimulatedChain, owner: string, intents: readonly Intent[]): string[] {
  return intents.flatMap(({ id, units }) => {
    const amount = units.toString(16).padStart(64, '0')
    const sent = chain
      .ledger()
      .filter(({ from, to, data }) => sameAddress(from, owner) && sameAddress(to, ROUTER) && data.includes(amount))
      .sort((a, b) => a.nonce - b.nonce)
    const stands = sent.findIndex(({ ok }) => ok)
    return stands < 0
      ? []
      : sent
          .slice(stands + 1)
          .filter(({ ok }) => !ok)
          .map(
            ({ hash }) => `swap ${id} is paid by ${sent[stands]?.hash}, and ${hash} was sent too; the chain refused it`,
          )
  })
}

/** Selector of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3'

/** Signed approvals that let another one take it than the contract that swaps, or another amount than one that was agreed to. */
function wideApprovals(chain: SimulatedChain, owner: string, intents: readonly Intent[]): string[] {
  return chain
    .seen()
    .filter(({ from, data }) => sameAddress(from, owner) && data.startsWith(APPROVE))
    .flatMap(({ hash, to, data }) => {
      const spender = `0x${data.slice(34, 74)}`
      const units = BigInt(`0x${data.slice(74)}`)
      const isOfSwap = sameAddress(to, USDC.address) && sameAddress(spender, ROUTER)
      if (units === 0n || (isOfSwap && intents.some((one) => one.units === units))) return []
      return [`${hash} lets ${spender} take ${units} base units of ${to}, which nobody agreed to`]
    })
}

interface SpendOfOwner {
  readonly hash: string
  readonly to: string
  /** Base units of USDC that left the owner. */
  readonly units: bigint
  /** Base units of DAI by who got them, in small letters. */
  readonly arrivals: ReadonlyMap<string, bigint>
}

function spendsOf(chain: SimulatedChain, owner: string): SpendOfOwner[] {
  return chain.ledger().flatMap(({ hash, to, from, movements }) => {
    if (!sameAddress(from, owner)) return []
    let units = 0n
    const arrivals = new Map<string, bigint>()
    for (const moved of movements) {
      if (sameAddress(moved.token ?? '', USDC.address) && sameAddress(moved.from, owner)) units += moved.units
      if (sameAddress(moved.token ?? '', DAI.address)) {
        const key = moved.to.toLowerCase()
        arrivals.set(key, (arrivals.get(key) ?? 0n) + moved.units)
      }
    }
    return units === 0n ? [] : [{ hash, to, units, arrivals }]
  })
}

/** Locks that more than one transaction came of. */
async function doubleUses(machine: Machine): Promise<string[]> {
  const { items } = await openSimulatedStore(machine.files.store, AT_ONCE, () => 0).transactions.list({}, 1, 1_000)
  const locks = items.map(({ lockId }) => lockId)
  return locks
    .filter((lockId, index) => locks.indexOf(lockId) !== index)
    .map((lockId) => `${machine.name} has executed the lock ${lockId} more than once`)
}

async function hasLock(machine: Machine, id: string): Promise<boolean> {
  return (await openSimulatedStore(machine.files.store, AT_ONCE, () => 0).locks.get(id)) !== undefined
}

/** What a user was told and is not there any more. */
async function missingOf({ kind, machine, id, value }: Acknowledgement): Promise<string | undefined> {
  const store = openSimulatedStore(machine.files.store, AT_ONCE, () => 0)
  const run = async () =>
    JSON.stringify((await openSimulatedDocuments(machine.files.wallet, AT_ONCE).get(`run:${id}`))?.doc)
  switch (kind) {
    case 'lock':
      return (await hasLock(machine, id)) ? undefined : `has lost the lock ${id}`
    case 'transaction':
      return (await store.transactions.get(id)) === undefined ? `has lost the transaction ${id}` : undefined
    case 'tracked': {
      const found = await store.transactions.get(id)
      return found?.doc.hash.toLowerCase() === value.toLowerCase()
        ? undefined
        : `has lost the hash ${value} of ${id}: it has ${found?.doc.hash || 'none'}`
    }
    case 'final': {
      const status = (await store.transactions.get(id))?.doc.status
      return status === value || (value === 'FAILED' && status === 'REFUND')
        ? undefined
        : `said that ${id} is ${value}, and now has ${status ?? 'nothing'}`
    }
    case 'unpaid':
      return undefined
    case 'run':
      return (await run()) === undefined ? `has lost the run ${id}` : undefined
    case 'payment':
      return (await run())?.includes(value) === true ? undefined : `has lost the payment ${value} of ${id}`
  }
}
