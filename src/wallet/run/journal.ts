import type { Clock, Ids, Json, RunDocuments, StoredDocument, Versioned } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { continuedElsewhere } from './run-conflict.ts'
import type { SwapRun } from './run.ts'
import { DamagedRun, readRunDocument, writeRunDocument } from './run-document.ts'

// Apart from the journal, whose checks are slow to load.
export { RUN_STEPS, type RunStep } from './steps.ts'
export type { SwapRun } from './run.ts'

/** Within what a run is agreed to. */
export type RunBounds = Pick<
  SwapRun,
  'leastOut' | 'minReceive' | 'shown' | 'mostLossBps' | 'mostCost' | 'mostFeeRate' | 'paysDeposits' | 'accept' | 'peers'
>

/** What a run starts from; one that its caller has locked and executed starts there. */
export type NewRun = RunBounds &
  Partial<Pick<SwapRun, 'step' | 'lock' | 'execution' | 'transactionId'>> &
  Pick<
    SwapRun,
    'api' | 'from' | 'to' | 'request' | 'recipientName' | 'source' | 'target' | 'agreed' | 'unattended' | 'mostOnTop'
  >

/** What a step changes of a run. */
export type RunChange = Partial<Omit<SwapRun, 'id' | 'version'>>

/** The runs of one wallet file. Every write is durable when its promise resolves. */
export interface RunJournal {
  create(run: NewRun): Promise<SwapRun>
  get(id: string): Promise<SwapRun | undefined>
  /** Replaces the run. @throws RunConflict when another process has continued it meanwhile */
  save(before: SwapRun, change: RunChange): Promise<SwapRun>
  /**
   * Runs that have not ended, oldest first.
   * @param skip told the id of each that cannot be read, which is left out @default the first one is STORE_UNUSABLE
   */
  listUnfinished(skip?: Skip): Promise<SwapRun[]>
  /** Runs of one transaction of a service, oldest first. */
  listOf(transactionId: string): Promise<SwapRun[]>
  /**
   * The newest runs that made each approval, the runs of earlier versions that made one, and those that have not ended, oldest
   * first. @param skip as of `listUnfinished`; one may be named twice
   */
  listApproving(skip?: Skip): Promise<SwapRun[]>
  /** Runs that were written at this ISO 8601 time or later, oldest first. @param skip as of `listUnfinished` */
  listSince(updatedAt: string, skip?: Skip): Promise<SwapRun[]>
  /** The `most` runs that were written last, newest first. @param skip as of `listUnfinished` */
  listNewest(most: number, skip?: Skip): Promise<SwapRun[]>
  /** All runs, oldest first. */
  all(): Promise<SwapRun[]>
}

type Skip = (id: string) => void

const PREFIX = 'run:'

/** How many runs are read, and named, of those that made the same approval. */
const RUNS_OF_APPROVAL = 20

/**
 * Keeps runs as small documents.
 * @param generationNow of the home's mark, read from the same file: a change of it that comes after leaves the run in doubt
 * @default homes without a mark
 */
export function createRunJournal(
  documents: RunDocuments,
  clock: Clock,
  ids: Ids,
  generationNow = async (): Promise<string | undefined> => undefined,
): RunJournal {
  const now = () => new Date(clock.now()).toISOString()
  const write = async (run: SwapRun): Promise<SwapRun> => {
    const { version, ...fields } = run
    if (!(await documents.put(PREFIX + run.id, writeRunDocument(fields), version))) throw continuedElsewhere(run)
    return { ...run, version: version + 1 }
  }
  /** By the document that each was read from: the store gives the same ones until they change. */
  const known = new WeakMap<StoredDocument, SwapRun>()
  const readListed = (stored: StoredDocument): SwapRun => {
    const run = known.get(stored) ?? readRun(stored, idOf(stored.key))
    known.set(stored, run)
    return run
  }
  const readAll = (found: readonly StoredDocument[], skip?: Skip) =>
    found
      .flatMap((stored) => {
        try {
          return [readListed(stored)]
        } catch (error) {
          if (skip === undefined) throw error
          skip(idOf(stored.key))
          return []
        }
      })
      .sort(byStart)
  return {
    create: async (fields) => {
      const at = now()
      const generation = await generationNow()
      return write({
        id: ids.create('run_'),
        version: 0,
        step: 'quoted',
        createdAt: at,
        updatedAt: at,
        lockKey: ids.create('key_'),
        executeKey: ids.create('key_'),
        ...defined({ generation }),
        ...fields,
      })
    },
    get: async (id) => {
      const found = await documents.get(PREFIX + id)
      return found === undefined ? undefined : readRun(found, id)
    },
    save: async (before, change) => {
      const endGeneration = change.step === 'closed' && before.step !== 'closed' ? await generationNow() : undefined
      return write({ ...before, ...change, ...defined({ endGeneration }), updatedAt: now() })
    },
    listUnfinished: async (skip) => readAll(await documents.listUnfinishedRuns(ofKeys(skip)), skip),
    listOf: async (transactionId) => readAll(await documents.listRunsOf(transactionId)),
    listApproving: async (skip) => {
      const found = [
        ...(await documents.listApprovingRuns(RUNS_OF_APPROVAL, ofKeys(skip))),
        ...(await documents.listUnfinishedRuns(ofKeys(skip))),
      ]
      return readAll([...new Map(found.map((one) => [one.key, one])).values()], skip)
    },
    listSince: async (updatedAt, skip) => readAll(await documents.listRunsSince(updatedAt, ofKeys(skip)), skip),
    listNewest: async (most, skip) => {
      const found = readAll(await documents.listNewestRuns(most, ofKeys(skip)), skip)
      return found.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    },
    all: async () => readAll(await documents.list(PREFIX)),
  }
}

function idOf(key: string): string {
  return key.slice(PREFIX.length)
}

function ofKeys(skip: Skip | undefined): Skip | undefined {
  return skip && ((key) => skip(idOf(key)))
}

function byStart(a: SwapRun, b: SwapRun): number {
  return a.createdAt < b.createdAt ? -1 : 1
}

/** A run as it is kept. @throws STORE_UNUSABLE for one that this version cannot read: skipping it could hide a payment */
function readRun({ doc, version }: Versioned<Json>, id: string): SwapRun {
  try {
    return { ...readRunDocument(doc), version }
  } catch (cause) {
    const isDamaged = cause instanceof DamagedRun
    const why = isDamaged ? `is damaged: ${cause.message}` : 'cannot be read: another version of swapcli wrote it'
    const first = isDamaged
      ? 'Look at what its account has sent before anything else'
      : 'Continue it with the newest swapcli'
    throw new SwapError('STORE_UNUSABLE', `The run ${id} ${why}`, {
      funds: 'unknown',
      hint: `${first}; name another run to continue only that: swapcli resume RUN`,
      cause,
    })
  }
}
