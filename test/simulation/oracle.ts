import { DAI, ROUTER, USDC } from './market.ts'
import type { SimulatedChain } from './chain/interface.ts'
import { AT_ONCE, openSimulatedDocuments, openSimulatedStore } from './disk.ts'
import type { FileName, Machine } from './machine.ts'
import { sameAddress } from '../../src/core/assets/address-key.ts'

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
  /** Least that may arrive, base units of DAI: the lowest that the user agreed to. */
  least: bigint
  /** The run that was begun for it last; undefined where none is known. */
  run: string | undefined
  /** Runs of which the user was told that nothing was sent, and in whose place he began another one. */
  readonly over: Set<string>
}

/** Something that a user was told. */
export interface Acknowledgement {
  readonly kind: 'lock' | 'transaction' | 'payment' | 'tracked' | 'final' | 'run'
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
  /** Something that must never be, such as an error that is a bug. */
  complain(what: string): void
  /** How much was told so far: a place to which an image may be put back. */
  mark(): number
  /** What was told after a mark need not be there any more, in these files of this machine. */
  excuse(machine: Machine, files: readonly FileName[], since: number): void
  judge(chain: SimulatedChain, owner: string): Promise<Violations>
  /** How many payments of an intent stand in the chain. */
  payments(chain: SimulatedChain, owner: string, intent: Intent): number
}

export function createOracle(): Oracle {
  const intents: Intent[] = []
  // Of a payment, a hash and an end, what was told last counts.
  const told = new Map<string, Acknowledgement & { readonly order: number }>()
  const complaints: string[] = []
  const finals = new Map<string, string>()
  /** What a copy that was put back does not know: a file that does may tell of it again. */
  const excused = new Set<string>()
  let order = 0
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
        const before = finals.get(key)
        if (before !== undefined && before !== one.value && !(before === 'FAILED' && one.value === 'REFUND')) {
          complain(`the end of ${one.id} flipped from ${before} to ${one.value}`)
        }
        finals.set(key, one.value)
      }
      const key = `${one.kind} ${one.machine.name} ${one.id}`
      if (!excused.has(key)) told.set(key, { ...one, order })
    },
    mark: () => order,
    excuse: (machine, files, since) => {
      for (const [key, one] of told) {
        if (one.machine !== machine || !files.includes(one.file) || one.order <= since) continue
        told.delete(key)
        excused.add(key)
        if (one.kind === 'final') finals.delete(`${machine.name} ${one.id}`)
      }
    },
    payments: (chain, owner, { units }) => spendsOf(chain, owner).filter((spend) => spend.units === units).length,
    judge: async (chain, owner) => {
      const found = [...complaints]
      for (const { hash, units, to, arrivals } of spendsOf(chain, owner)) {
        const intent = intents.find((one) => one.units === units)
        const what = `${hash} spends ${units} USDC`
        if (intent === undefined) found.push(`${what}, which nobody agreed to`)
        else if (!sameAddress(to, ROUTER)) found.push(`${what} by calling ${to}`)
        else {
          const arrived = arrivals.get(intent.recipient.toLowerCase()) ?? 0n
          // The floor gives two units to rounding.
          if (arrived + 2n < intent.least) found.push(`${what} for ${arrived} DAI, below the agreed ${intent.least}`)
        }
      }
      for (const intent of intents) {
        const hashes = spendsOf(chain, owner)
          .filter(({ units }) => units === intent.units)
          .map(({ hash }) => hash)
        if (hashes.length > 1) found.push(`swap ${intent.id} is paid ${hashes.length} times: ${hashes.join(', ')}`)
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

/** What a user was told and is not there any more. */
async function missingOf({ kind, machine, id, value }: Acknowledgement): Promise<string | undefined> {
  const store = openSimulatedStore(machine.files.store, AT_ONCE, () => 0)
  const run = async () =>
    JSON.stringify((await openSimulatedDocuments(machine.files.wallet, AT_ONCE).get(`run:${id}`))?.doc)
  switch (kind) {
    case 'lock':
      return (await store.locks.get(id)) === undefined ? `has lost the lock ${id}` : undefined
    case 'transaction':
      return (await store.transactions.get(id)) === undefined ? `has lost the transaction ${id}` : undefined
    case 'tracked': {
      const found = await store.transactions.get(id)
      return found?.doc.hash.toLowerCase() === value.toLowerCase()
        ? undefined
        : `has lost the hash ${value} of ${id}: it has ${found?.doc.hash ?? 'nothing'}`
    }
    case 'final': {
      const status = (await store.transactions.get(id))?.doc.status
      return status === value || (value === 'FAILED' && status === 'REFUND')
        ? undefined
        : `said that ${id} is ${value}, and now has ${status ?? 'nothing'}`
    }
    case 'run':
      return (await run()) === undefined ? `has lost the run ${id}` : undefined
    case 'payment':
      return (await run())?.includes(value) === true ? undefined : `has lost the payment ${value} of ${id}`
  }
}
