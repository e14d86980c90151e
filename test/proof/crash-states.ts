import { createHash } from 'node:crypto'
import type { Recording } from './recording.ts'
import { type Image, imageAfter, type Loss, SECTOR, unsynced } from './record.ts'
import { type Random, seededRandom } from './random.ts'

/** What a crash may leave of a home. */
export interface CrashState {
  /** How many operations were done. */
  readonly count: number
  /** `killed`, or what a power loss took. */
  readonly how: 'killed' | 'all lost' | 'one lost' | 'some lost' | 'torn'
  readonly losses: ReadonlyMap<number, Loss>
}

/** Most states of a kind at one point. */
const MOST = { 'one lost': 3, 'some lost': 2, torn: 2 } as const

/**
 * Every state that a kill leaves, and with it states that a power loss at the same point may leave: all lost that was not
 * synced, one operation, some at random, and writes of which only some sectors arrived. States of which the user was told
 * as much and that are equal are given once. @param every how many-th of them is given
 */
export function* crashStates(
  recording: Recording,
  { seed, every }: { readonly seed: number; readonly every: number },
): Generator<CrashState & { readonly image: Image }> {
  const { operations, base } = recording
  const random = seededRandom(seed)
  const known = new Set<string>()
  let number = 0
  let said = 0
  for (let count = 0; count <= operations.length; count += 1) {
    if (operations[count - 1]?.kind === 'say') said += 1
    for (const { how, losses } of lossesAt(recording, count, random)) {
      number += 1
      if (number % every !== 0) continue
      const image = imageAfter(operations, count, base, losses)
      const key = `${said} ${fingerprint(image)}`
      if (known.has(key)) continue
      known.add(key)
      yield { count, how, losses, image }
    }
  }
}

function lossesAt({ operations }: Recording, count: number, random: Random): Pick<CrashState, 'how' | 'losses'>[] {
  const open = unsynced(operations, count)
  const states: Pick<CrashState, 'how' | 'losses'>[] = [{ how: 'killed', losses: new Map() }]
  if (open.length === 0) return states
  const all = (indexes: readonly number[]) => new Map(indexes.map((index) => [index, 'all' as const]))
  states.push({ how: 'all lost', losses: all(open) })
  for (let each = 0; each < Math.min(MOST['one lost'], open.length); each += 1) {
    const index = open.length <= MOST['one lost'] ? open[each] : random.pick(open)
    states.push({ how: 'one lost', losses: all(index === undefined ? [] : [index]) })
  }
  for (let each = 0; each < MOST['some lost']; each += 1)
    states.push({ how: 'some lost', losses: all(open.filter(() => random.below(2) === 0)) })
  const writes = open.filter((index) => operations[index]?.kind === 'write')
  for (let each = 0; each < MOST.torn && writes.length > 0; each += 1)
    states.push({ how: 'torn', losses: tear(operations, each === 0 ? writes.slice(-1) : writes, random) })
  return states
}

/** Of each write only some sectors, or only its beginning. */
function tear(operations: Recording['operations'], writes: readonly number[], random: Random): Map<number, Loss> {
  return new Map(
    writes.map((index) => {
      const operation = operations[index]
      const sectors = operation?.kind === 'write' ? Math.ceil(operation.bytes.length / SECTOR) : 0
      const from = random.below(sectors + 1)
      const isCut = random.below(2) === 0
      const lost = Array.from({ length: sectors }, (_, sector) => sector).filter((sector) =>
        isCut ? sector >= from : random.below(2) === 0,
      )
      return [index, new Set(lost)]
    }),
  )
}

function fingerprint(image: Image): string {
  const hash = createHash('sha1')
  for (const [path, bytes] of image) hash.update(`${path} ${bytes.length}\n`).update(bytes)
  return hash.digest('base64')
}
