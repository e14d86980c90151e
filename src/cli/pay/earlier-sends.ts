import { SwapError } from '../../core/api/errors.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { loadApprovals, type PendingSend, type PayChain, type SendOutcome } from '../../wallet/index.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import type { PayChains } from './pay-chains.ts'

/** A transaction outside of swaps as it ended. */
export interface EndedSend {
  readonly hash: string
  readonly description: string
  readonly end: SendOutcome
}

/**
 * Sends what was signed outside of swaps and is not settled, the same bytes, and waits for it.
 * @throws CONFIG_INVALID SERVICE_UNAVAILABLE OUTCOME_UNKNOWN
 */
export async function finishEarlierSends(
  session: Session,
  { documents, payChains }: { readonly documents: DocumentStore; readonly payChains: PayChains },
): Promise<EndedSend[]> {
  const { listPendingSends } = await loadApprovals()
  const ended: EndedSend[] = []
  for (const note of await listPendingSends(documents)) {
    session.output.note(`sending again, the same bytes: ${note.description} (${note.hash})`)
    const chain = await payChains.chain(note.chainId)
    if (chain === undefined) {
      throw new SwapError('CONFIG_INVALID', `No node is set for the chain ${note.chainId} of a signed transaction`, {
        funds: 'unknown',
        hint: 'Name one: swapcli config set rpc.<chain> https://…',
      })
    }
    ended.push(await finishSend(session, documents, chain, note))
  }
  return ended
}

/** Sends what was signed, and waits for it. @throws SERVICE_UNAVAILABLE OUTCOME_UNKNOWN */
export async function finishSend(
  session: Session,
  documents: DocumentStore,
  chain: PayChain,
  note: PendingSend,
): Promise<EndedSend> {
  const { completeSend } = await loadApprovals()
  const waiting = completeSend(documents, chain, session.clock, note, session.signal)
  const end = await during(session, `waiting for ${note.hash}`, waiting)
  return { hash: note.hash, description: note.description, end }
}
