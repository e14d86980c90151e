import type { CatalogChain } from '../core/catalog.ts'
import { usage, type Flags } from './command.ts'
import type { Session } from './session.ts'

type Place = Pick<CatalogChain, 'key' | 'addressFamily'>

/** Wallets of a swap, where they are known. */
export interface Accounts {
  readonly depositor: string | undefined
  readonly recipient: string | undefined
}

/** Wallets named by flags or settings. */
export function namedAccounts(session: Session, flags: Flags, src: Place, dst: Place): Accounts {
  return {
    depositor: flags.text('depositor') ?? setting(session, 'depositor', src),
    recipient: flags.text('recipient') ?? setting(session, 'recipient', dst),
  }
}

/**
 * Wallets for a lock: those given, or the paper wallet's on the sandbox, which is said on stderr.
 * @throws USAGE when one is missing
 */
export async function requiredAccounts(
  session: Session,
  given: Accounts,
  src: Place,
  dst: Place,
): Promise<{ readonly depositor: string; readonly recipient: string }> {
  return {
    depositor: given.depositor ?? (await paperAddress(session, 'depositor', src)),
    recipient: given.recipient ?? (await paperAddress(session, 'recipient', dst)),
  }
}

async function paperAddress(session: Session, role: keyof Accounts, place: Place): Promise<string> {
  const address = session.network === 'sandbox' ? await paperWalletAddress(place.addressFamily) : undefined
  if (address === undefined) {
    throw usage(
      `The ${role} is missing`,
      `Add --${role} ADDRESS, or keep one: swapcli config set ${role}.${place.key} ADDRESS`,
    )
  }
  session.output.note(`${role}: ${address} (the paper wallet)`)
  return address
}

async function paperWalletAddress(family: string): Promise<string | undefined> {
  const { createPaperWallet } = await import('../sandbox/paper-wallet.ts')
  const none = async () => Promise.reject(new Error('no ledger is needed for an address'))
  return createPaperWallet({ ledger: { get: none, put: none, list: none } }).address(family)
}

function setting(session: Session, role: keyof Accounts, place: Place): string | undefined {
  const { settings } = session
  return (settings.get(`${role}.${place.key}`) ?? settings.get(`${role}.${place.addressFamily}`))?.value
}

/** Wallets for a lock in the order flag, quoted request, setting. */
export function settledAccounts(
  session: Session,
  flags: Flags,
  request: { readonly depositor?: string; readonly recipient?: string },
  src: Place,
  dst: Place,
): Accounts {
  const kept = namedAccounts(session, flags, src, dst)
  return {
    depositor: flags.text('depositor') ?? request.depositor ?? kept.depositor,
    recipient: flags.text('recipient') ?? request.recipient ?? kept.recipient,
  }
}
