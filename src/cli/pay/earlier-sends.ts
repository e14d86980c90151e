import { SwapError } from '../../core/api/errors.ts'
import type { DocumentStore } from '../../core/ports.ts'
import {
  findFamily,
  loadPendingSends,
  type PendingSend,
  type SendOutcome,
  type Wallet,
  type WalletParts,
} from '../../wallet/index.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import { isBundled, openPaymentQueue, type PayChains } from '../../payments/index.ts'

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
  const { listPendingSends } = await loadPendingSends()
  const ended: EndedSend[] = []
  for (const note of await listPendingSends(documents)) {
    session.output.note(`sending again, the same bytes: ${note.description} (${note.hash})`)
    ended.push(await finishSend(session, documents, await openSender(session, payChains, note.owner), note))
  }
  return ended
}

/** Sends what was signed, and waits for it. @throws SERVICE_UNAVAILABLE OUTCOME_UNKNOWN */
export async function finishSend(
  session: Session,
  documents: DocumentStore,
  wallet: Wallet,
  note: PendingSend,
): Promise<EndedSend> {
  const { completeSend } = await loadPendingSends()
  session.output.notePayment({ hash: note.hash })
  const waiting = completeSend(documents, wallet, note, session.signal)
  const end = await during(session, `waiting for ${note.hash}`, waiting)
  return { hash: note.hash, description: note.description, end }
}

/**
 * The wallet of an address, which sends what was signed and signs nothing.
 * @param ways how a payment that spends is valued, and who is told what is waited for
 * @throws WALLET_REFUSED for an address of no family
 */
export async function openSender(
  session: Session,
  payChains: PayChains,
  owner: string,
  ways: Pick<WalletParts, 'appraise' | 'tell'> = {},
): Promise<Wallet> {
  const family = await findFamily(owner)
  if (family === undefined)
    throw new SwapError('WALLET_REFUSED', `${owner} is not an address that this wallet sends from`, {
      reason: 'account',
    })
  return family.createWallet({
    address: owner,
    signer: () => Promise.reject(new Error('what is sent is signed already')),
    chain: (chainId) => payChains.chain(chainId),
    clock: session.clock,
    queue: openPaymentQueue(session.home, (text) => session.output.note(text)),
    ids: session.ids,
    isListed: isBundled(session),
    options: { allowance: 'exact' },
    ...ways,
  })
}
