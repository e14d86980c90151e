import * as z from 'zod'
import type { Clock, DocumentStore } from '../../../core/ports.ts'
import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { broadcastPayment } from '../broadcast.ts'
import type { PayChain } from '../pay-chain.ts'
import { awaitOutcome } from '../outcome.ts'
import type { PaymentOutcome } from '../../payment.ts'

/*
 * Transactions that belong to no swap. Each is noted on disk, signed, before it is sent, and forgotten once it is settled:
 * whoever finds a note sends the same bytes again, which cannot happen twice.
 */

const noteSchema = z.object({
  /** What it does, for people. */
  description: z.string(),
  /** 0x address that signed. */
  owner: z.string(),
  chainId: z.number(),
  nonce: z.number(),
  hash: z.string(),
  /** Signed bytes, 0x-hex. */
  raw: z.string(),
  /** ISO 8601. */
  signedAt: z.string(),
})

/** A signed transaction that may have been sent. */
export type PendingSend = z.infer<typeof noteSchema>

/** How a noted transaction ended; `void` when another one took its nonce before it was sent. */
export type SendOutcome = PaymentOutcome | { readonly state: 'void' }

const PREFIX = 'send:'
/** Milliseconds between two looks for a transaction where the chain names no other time. */
const POLL_MS = 1_000

/** Notes a signed transaction; durable when the promise resolves. */
export async function recordSend(documents: DocumentStore, note: PendingSend): Promise<void> {
  await documents.put(PREFIX + note.hash, noteSchema.parse(note), 0)
}

/** Transactions that were signed and are not settled yet, oldest first. */
export async function listPendingSends(documents: DocumentStore): Promise<readonly PendingSend[]> {
  const found = await documents.list(PREFIX)
  return found.map(({ doc }) => noteSchema.parse(doc)).sort((a, b) => (a.signedAt < b.signedAt ? -1 : 1))
}

/**
 * Sends a noted transaction, again where it was sent before, waits for its end, and forgets it then.
 * @throws OUTCOME_UNKNOWN when the signal aborts while it waits, SERVICE_UNAVAILABLE when no node takes it; it stays noted
 */
export async function completeSend(
  documents: DocumentStore,
  chain: PayChain,
  clock: Clock,
  note: PendingSend,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const end = await sendAndWait(chain, clock, note, signal)
  await documents.delete(PREFIX + note.hash)
  return end
}

async function sendAndWait(
  chain: PayChain,
  clock: Clock,
  note: PendingSend,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { owner, nonce } = note
  try {
    await broadcastPayment(chain, owner, nonce, note)
    return await awaitOutcome({ clock, pollMs: chain.pollMs ?? POLL_MS, owner, nonce }, chain, note, signal)
  } catch (error) {
    if (!isSwapError(error)) throw error
    if (error.code === 'WALLET_REFUSED' && error.funds === 'untouched') return { state: 'void' }
    throw new SwapError(error.code, error.message, {
      funds: error.funds,
      hint: 'It is signed and kept. Send the same bytes again, and wait: swapcli wallet approvals revoke',
      cause: error,
    })
  }
}
