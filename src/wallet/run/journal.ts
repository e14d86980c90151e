import * as z from 'zod'
import type { Clock, DocumentStore, Ids, Json, Versioned } from '../../core/ports.ts'
import { executionSchema, lockSchema, statusTransactionSchema } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { lockRequestSchema } from '../../core/api/request-schemas.ts'
import { RUN_STEPS } from './steps.ts'

// Apart from the journal, whose checks are slow to load.
export { RUN_STEPS, type RunStep } from './steps.ts'

/** Other fields belong to the family, or to earlier versions, and survive. */
const paymentSchema = z.looseObject({
  hash: z.string(),
  raw: z.string(),
  last: z.boolean().exactOptional(),
  kind: z.string().exactOptional(),
  replaced: z.array(z.object({ hash: z.string(), raw: z.string(), kind: z.string().exactOptional() })).exactOptional(),
})

const runSchema = z.object({
  id: z.string(),
  step: z.enum(RUN_STEPS),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** Base URL of the server that the run goes through; absent for the embedded service. */
  api: z.string().optional(),
  /** `ethereum:USDC`, for people. */
  from: z.string(),
  to: z.string(),
  request: lockRequestSchema,
  source: z.object({
    chainId: z.number(),
    isNative: z.boolean(),
    /** Base units of the source amount; unknown where the catalog does not know the asset's decimals. */
    units: z.string().exactOptional(),
    symbol: z.string().exactOptional(),
    decimals: z.number().exactOptional(),
    /** Address family of the source chain: `evm`. */
    family: z.string().exactOptional(),
  }),
  /** What the catalog says of the destination asset. */
  target: z
    .object({
      symbol: z.string(),
      decimals: z.number().exactOptional(),
      /** EVM chain id. */
      chainId: z.number().exactOptional(),
    })
    .optional(),
  /** The user agreed to the terms. */
  agreed: z.boolean(),
  /** The user agreed to terms and payment beforehand, within the bounds of the run. */
  unattended: z.boolean().optional(),
  /** The user saw what will be signed and agreed to it. */
  paymentAgreed: z.boolean().optional(),
  /** Most that fees may take on top in the source chain's coin, base units. */
  mostOnTop: z.string().optional(),
  /** Least destination amount that the user agreed to, as decimal text. */
  leastReceived: z.string().optional(),
  /** Most of the value that may be lost unseen, basis points. */
  mostLossBps: z.number().optional(),
  lockKey: z.string(),
  executeKey: z.string(),
  lock: lockSchema.optional(),
  execution: executionSchema.optional(),
  /** Signed bytes with their hash, kept before they are sent. */
  payment: paymentSchema.optional(),
  /** Transactions of the payment that are in a block: approvals before the one that spends. */
  earlier: z.array(paymentSchema).optional(),
  transactionId: z.string().optional(),
  transaction: statusTransactionSchema.optional(),
  /** Why it was closed before its end. */
  reason: z.string().optional(),
  /** How it was closed; absent in runs of earlier versions. */
  closedAs: z.enum(['declined', 'unpaid', 'refused', 'reverted', 'cancelled', 'replaced', 'given_up']).optional(),
})

/** One swap of this machine's wallet, as it is kept on disk, with the version of its document. */
export type SwapRun = z.infer<typeof runSchema> & {
  /** Grows with every write, so that of two processes that continue a run one is stopped. */
  readonly version: number
}

/** What a run starts from. */
export type NewRun = Pick<
  SwapRun,
  | 'api'
  | 'from'
  | 'to'
  | 'request'
  | 'source'
  | 'target'
  | 'agreed'
  | 'unattended'
  | 'leastReceived'
  | 'mostLossBps'
  | 'mostOnTop'
>

/** What a step changes of a run. */
export type RunChange = Partial<Omit<SwapRun, 'id' | 'version'>>

/** The runs of one wallet file. Every write is durable when its promise resolves. */
export interface RunJournal {
  create(run: NewRun): Promise<SwapRun>
  get(id: string): Promise<SwapRun | undefined>
  /** Replaces the run. @throws SERVICE_UNAVAILABLE when another process has continued it meanwhile */
  save(before: SwapRun, change: RunChange): Promise<SwapRun>
  /** Runs that have not ended, oldest first. */
  unfinished(): Promise<SwapRun[]>
  /** All runs, oldest first. */
  all(): Promise<SwapRun[]>
}

const PREFIX = 'run:'

/** Keeps runs as small documents. */
export function createRunJournal(documents: DocumentStore, clock: Clock, ids: Ids): RunJournal {
  const now = () => new Date(clock.now()).toISOString()
  const write = async (run: SwapRun): Promise<SwapRun> => {
    const { version, ...fields } = run
    if (!(await documents.put(PREFIX + run.id, toJson(fields), version))) throw continuedElsewhere(run)
    return { ...run, version: version + 1 }
  }
  const all = async () => {
    const found = await documents.list(PREFIX)
    return found
      .map(({ key, ...stored }) => readRun(stored, key.slice(PREFIX.length)))
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  }
  return {
    create: async (fields) => {
      const at = now()
      return write({
        id: ids.create('run_'),
        version: 0,
        step: 'quoted',
        createdAt: at,
        updatedAt: at,
        lockKey: ids.create('key_'),
        executeKey: ids.create('key_'),
        ...fields,
      })
    },
    get: async (id) => {
      const found = await documents.get(PREFIX + id)
      return found === undefined ? undefined : readRun(found, id)
    },
    save: async (before, change) => write({ ...before, ...change, updatedAt: now() }),
    unfinished: async () => (await all()).filter(({ step }) => step !== 'final' && step !== 'closed'),
    all,
  }
}

/** A run as it is kept. @throws STORE_UNUSABLE for one that this version cannot read: skipping it could hide a payment */
function readRun({ doc, version }: Versioned<Json>, id: string): SwapRun {
  const read = runSchema.safeParse(doc)
  if (read.success) return { ...read.data, version }
  throw new SwapError('STORE_UNUSABLE', `The run ${id} cannot be read: another version of swapcli wrote it`, {
    funds: 'unknown',
    hint: 'Continue it with the newest swapcli; name another run to continue only that: swapcli resume RUN',
    cause: read.error,
  })
}

/** Without the members that are undefined. */
function toJson(fields: object): Json {
  return z.json().parse(JSON.parse(JSON.stringify(fields)))
}

function continuedElsewhere(run: SwapRun): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `Another process is continuing the run ${run.id}`, {
    funds: 'unknown',
    hint: `Let it finish, then look again: swapcli resume`,
  })
}
