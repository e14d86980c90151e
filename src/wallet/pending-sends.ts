import * as z from 'zod'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import type { DocumentStore } from '../core/ports.ts'
import type { PaymentOutcome, Wallet } from './payment.ts'

/*
 * Transactions that belong to no swap. Each is noted on disk, signed, before it is sent, and forgotten once it is settled:
 * the process that finds a note sends the same bytes again, which takes effect only once.
 */

/** A signed transaction that may have been sent. */
export type PendingSend = {
  /** What it does, for people. */
  description: string
  /** Address that signed. */
  owner: string
  hash: string
  /** Signed bytes, as text. */
  raw: string
  /** ISO 8601. */
  signedAt: string
  /** Set where it is sent privately. */
  isPrivate?: true
  /** The command that sends it again. @default swapcli wallet approvals revoke */
  again?: string
}

/** Earlier versions also kept what the signed bytes say. */
const noteSchema: z.ZodType<PendingSend> = z.object({
  description: z.string(),
  owner: z.string(),
  hash: z.string(),
  raw: z.string(),
  signedAt: z.string(),
  isPrivate: z.literal(true).exactOptional(),
  again: z.string().exactOptional(),
} satisfies Record<keyof PendingSend, z.ZodType>)

/** How a noted transaction ended; `void` when another one was mined in its place before it was sent. */
export type SendOutcome = PaymentOutcome | { readonly state: 'void' }

const PREFIX = 'send:'

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
 * Sends a noted transaction, even if it was sent before, waits for its outcome, and then forgets it.
 * @param wallet of the owner; it signs nothing
 * @throws OUTCOME_UNKNOWN when the signal aborts while it waits, SERVICE_UNAVAILABLE when no node takes it, CONFIG_INVALID
 * without a node of its chain; it stays noted
 */
export async function completeSend(
  documents: DocumentStore,
  wallet: Wallet,
  note: PendingSend,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const outcome = await sendAndWait(wallet, note, signal)
  await documents.delete(PREFIX + note.hash)
  return outcome
}

async function sendAndWait(wallet: Wallet, note: PendingSend, signal: AbortSignal): Promise<SendOutcome> {
  try {
    const payment = { ...note, sentAtMs: Date.parse(note.signedAt) }
    await wallet.broadcast(payment)
    return (await wallet.settle?.(payment, signal)) ?? { state: 'mined', hash: note.hash }
  } catch (error) {
    if (!isSwapError(error) || error.code === 'CONFIG_INVALID') throw error
    if (error.code === 'WALLET_REFUSED' && error.funds === 'untouched') return { state: 'void' }
    throw new SwapError(error.code, error.message, {
      funds: error.funds,
      reason: error.reason,
      hint: `It is signed and kept. Send the same bytes again, and wait: ${note.again ?? 'swapcli wallet approvals revoke'}`,
      cause: error,
    })
  }
}
