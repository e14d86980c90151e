import * as z from 'zod'
import type { StoreHint } from '../../shared.ts'

/* Hints as they are sent: the payload of a NOTIFY, which holds less than 8,000 bytes. */

/** Most bytes of a payload. */
const MOST_BYTES = 7_000
/** Most ids of a hint: of more, each may be meant. */
const MOST_IDS = 100

/** What is sent to all that listen. */
export interface HintMessage {
  /** Id of the process that sent it. */
  readonly from: string
  /** Undefined in one that only tells its sender that it is heard. */
  readonly hint?: StoreHint | undefined
}

const messageSchema = z.object({
  from: z.string(),
  hint: z
    .object({
      hasEvents: z.boolean(),
      dueInMs: z.number().optional(),
      transactions: z.union([z.array(z.string()), z.literal('any')]),
    })
    .optional(),
})

/** The text of a message. Ids that it cannot hold are `any`. */
export function writeMessage(message: HintMessage): string {
  const text = JSON.stringify(message)
  if (message.hint === undefined || Buffer.byteLength(text) <= MOST_BYTES) return text
  return JSON.stringify({ ...message, hint: { ...message.hint, transactions: 'any' } })
}

/** The message of a text; undefined for anything else: whoever may use the database may send it. */
export function readMessage(text: string): HintMessage | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What two hints say together. @param other told `laterMs` milliseconds after it */
export function joinHints(one: StoreHint | undefined, other: StoreHint, laterMs = 0): StoreHint {
  if (one === undefined) return other
  const dues = [one.dueInMs === undefined ? undefined : one.dueInMs - laterMs, other.dueInMs].filter(
    (ms) => ms !== undefined,
  )
  return {
    hasEvents: one.hasEvents || other.hasEvents,
    dueInMs: dues.length === 0 ? undefined : Math.max(0, Math.min(...dues)),
    transactions: joinIds(one.transactions, other.transactions),
  }
}

function joinIds(one: StoreHint['transactions'], other: StoreHint['transactions']): StoreHint['transactions'] {
  if (one === 'any' || other === 'any') return 'any'
  const all = new Set([...one, ...other])
  return all.size > MOST_IDS ? 'any' : [...all]
}
