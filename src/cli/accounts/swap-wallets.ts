import { loadPaperWallet } from '../../sandbox/index.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { resolveContact } from '../../core/assets/contacts.ts'
import { defined } from '../../core/defined.ts'
import { type ConfirmName, isFamilyKey, loadFamily } from '../../wallet/index.ts'
import { defineOptions, type FlagsOf } from '../command.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import { usage } from '../usage.ts'
import type { Session } from '../session.ts'

/** Options that name who pays and who is paid. */
export const PARTY_OPTIONS = defineOptions('Wallets', {
  recipient: { kind: 'text', value: 'address', description: 'where the destination asset goes' },
  depositor: { kind: 'text', value: 'address', description: 'wallet that pays the source asset' },
})

type PartyFlags = FlagsOf<typeof PARTY_OPTIONS>

type Place = Pick<CatalogChain, 'key' | 'addressFamily'>

/** Wallets of a swap, where they are known. */
interface SwapWallets {
  readonly depositor?: string | undefined
  readonly recipient?: string | undefined
}

/** The same, with what names became. */
export interface NamedWallets extends SwapWallets {
  /** The name, such as one of ENS, that the recipient's address was looked up for, and what to know of that. */
  readonly recipientName?: string | undefined
  readonly recipientWarning?: string | undefined
}

/** What a name became, for JSON documents: `{"names":{"alice.eth":"0x…"}}`. */
export function namesDocument({ recipient, recipientName }: NamedWallets) {
  return defined({ names: recipientName === undefined ? undefined : { [recipientName]: recipient } })
}

/** The name of a document that stands for a recipient; undefined where none does. */
export function pipedName(names: Readonly<Record<string, string>> = {}, recipient: string): string | undefined {
  return Object.keys(names).find((name) => names[name] === recipient)
}

/**
 * Wallets named by flags or settings. The name of a recipient is resolved, in the address book where it begins with @, and its
 * address is noted on stderr.
 * @param flags with `yes` nobody looks, so that a doubtful name is refused
 * @throws INVALID_ADDRESS for a name that does not resolve, WALLET_REFUSED for a doubtful one
 */
export async function readWallets(
  session: Session,
  flags: PartyFlags & { readonly yes?: boolean },
  src: Place,
  dst: Place,
): Promise<NamedWallets> {
  return {
    depositor: flags.depositor ?? keptWallet(session, 'depositor', src),
    ...(await resolveRecipient(
      session,
      flags.recipient ?? keptWallet(session, 'recipient', dst),
      dst,
      session.interactive && flags.yes !== true ? 'prompt' : undefined,
    )),
  }
}

/**
 * Contacts are looked up here; other names on the live network only: the sandbox sends nothing anywhere.
 * @param confirmName undefined where nobody looks, so that a doubtful name is refused
 * @throws INVALID_ADDRESS for a name that does not resolve, WALLET_REFUSED for a doubtful one
 */
export async function resolveRecipient(
  session: Session,
  named: string | undefined,
  dst: Place,
  confirmName: ConfirmName | 'prompt' | undefined,
): Promise<Omit<NamedWallets, 'depositor'>> {
  const recipient = named === undefined ? undefined : lookUpContact(session, named)
  const { key, addressFamily } = dst
  if (recipient?.includes('.') !== true || session.network !== 'live' || !isFamilyKey(addressFamily)) {
    return named === recipient ? { recipient } : { recipient, recipientName: named }
  }
  const { names } = await loadFamily(addressFamily)
  if (names === undefined) return { recipient }
  const { nameByPrompt, resolveRecipientName } = await import('./ens-recipient.ts')
  const asker = confirmName === 'prompt' ? nameByPrompt(session) : confirmName
  const { name, address, warning } = await resolveRecipientName(session, names, recipient, key, asker)
  return { recipient: address, recipientName: name, recipientWarning: warning }
}

/** The address behind a name of the address book, noted on stderr. @throws INVALID_ADDRESS for a name that is not in it */
function lookUpContact({ settings, output }: Session, named: string): string {
  const address = resolveContact(named, (key) => settings.get(key)?.value)
  if (address !== named) output.note(`recipient: ${named} is ${address} (your address book)`)
  return address
}

/**
 * Wallets for a lock: those given; else the paper wallet's on the sandbox or the account in use on the live network,
 * which is said on stderr.
 * @throws USAGE when one is missing
 */
export async function requireWallets(
  session: Session,
  flags: SignerFlags,
  given: SwapWallets,
  src: Place,
  dst: Place,
): Promise<{ readonly depositor: string; readonly recipient: string }> {
  return {
    depositor: given.depositor ?? (await ownAddress(session, flags, 'depositor', src)),
    recipient: given.recipient ?? (await ownAddress(session, flags, 'recipient', dst)),
  }
}

/** The paper wallet's address on the sandbox, or that of the account in use, which is said on stderr. @throws USAGE without one */
export async function ownAddress(
  session: Session,
  flags: SignerFlags,
  role: keyof SwapWallets,
  place: Place,
): Promise<string> {
  if (session.network === 'live' && place.addressFamily === 'evm') {
    const { currentAccount } = await import('./current-account.ts')
    const account = await currentAccount(session, flags)
    if (account !== undefined) {
      session.output.note(`${role}: ${account.address} (your account ${account.name})`)
      return account.address
    }
  }
  const address = session.network === 'sandbox' ? await paperWalletAddress(place.addressFamily) : undefined
  if (address === undefined) {
    throw usage(
      `The ${role} is missing`,
      place.addressFamily === 'evm'
        ? `Add --${role} ADDRESS, or make an account: swapcli wallet create`
        : `Add --${role} ADDRESS, or keep one: swapcli config set ${role}.${place.key} ADDRESS`,
    )
  }
  session.output.note(`${role}: ${address} (the paper wallet)`)
  return address
}

async function paperWalletAddress(family: string): Promise<string | undefined> {
  const { createPaperWallet } = await loadPaperWallet()
  const none = async () => Promise.reject(new Error('no ledger is needed for an address'))
  return createPaperWallet({ ledger: { get: none, put: none, list: none } }).address(family)
}

/** The wallet that the settings name for a chain, or for the family of its addresses. */
export function keptWallet(session: Session, role: 'depositor' | 'recipient', place: Place): string | undefined {
  const { settings } = session
  return (settings.get(`${role}.${place.key}`) ?? settings.get(`${role}.${place.addressFamily}`))?.value
}

/** Wallets for a lock in the order flag, quoted request, setting. */
export async function mergeWallets(
  session: Session,
  flags: PartyFlags,
  request: SwapWallets,
  src: Place,
  dst: Place,
): Promise<NamedWallets> {
  const kept = await readWallets(session, flags, src, dst)
  return {
    depositor: flags.depositor ?? request.depositor ?? kept.depositor,
    // As it was looked up: the flag may hold a name.
    ...(flags.recipient === undefined && request.recipient !== undefined
      ? { recipient: request.recipient }
      : { recipient: kept.recipient, recipientName: kept.recipientName }),
  }
}
