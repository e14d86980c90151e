import { loadPaperWallet } from '../../sandbox/index.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { contactName, joinPayee, resolveContact, type PayeeText, splitPayee } from '../../core/assets/contacts.ts'
import {
  imitatedName,
  imitationText,
  keptAddresses,
  type KnownAddress,
  ownAddresses,
} from '../../core/assets/imitated-address.ts'
import { confusableContact } from '../../core/assets/contact-name.ts'
import { checkRecipientMemo, memoWord, NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import { type ConfirmName, isAccountName, isFamilyKey, loadFamily } from '../../wallet/index.ts'
import type { KnownSetting } from '../../io/index.ts'
import { defineOptions, type FlagsOf } from '../command.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import { usage } from '../usage.ts'
import type { Session } from '../session.ts'

/** Options that name who pays and who is paid. */
export const PARTY_OPTIONS = defineOptions('Wallets', {
  recipient: { kind: 'text', value: 'address', description: 'where the destination asset goes' },
  recipientMemo: {
    kind: 'text',
    value: 'tag',
    description: 'destination tag, memo or comment that the payment there must state, or none',
  },
  depositor: { kind: 'text', value: 'address', description: 'address or account that pays the source asset' },
})

type PartyFlags = FlagsOf<typeof PARTY_OPTIONS>

type Place = Pick<CatalogChain, 'key' | 'addressFamily'>

/** Wallets of a swap, where they are known. */
interface SwapWallets {
  readonly depositor?: string | undefined
  readonly recipient?: string | undefined
  /** Destination tag, memo or comment, or `none`; undefined where nothing is said of it. */
  readonly recipientMemo?: string | undefined
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
  const depositor = (await namedDepositor(session, flags, src)) ?? keptWallet(session, 'depositor', src)
  const named = flags.recipient ?? keptWallet(session, 'recipient', dst)
  const { recipientMemo } = flags
  const { address, memo } = splitPayee(named ?? '')
  const payee = named === undefined ? undefined : joinPayee({ address, memo: recipientMemo ?? memo })
  const found = await resolveRecipient(session, payee, dst, isSeen(session, flags) ? 'prompt' : undefined)
  const kept = keptAddresses([...session.settings].map(([key, { value }]) => [key, value]))
  if (named !== undefined) warnOfImitation(session, found.recipient ?? '', [...kept, ...ownAddresses(depositor)])
  return { depositor, recipientMemo, ...found }
}

/** Warns where a recipient only begins and ends like an address that is known. */
export function warnOfImitation({ output }: Session, recipient: string, known: readonly KnownAddress[]): void {
  const imitated = imitatedName(recipient, known)
  if (imitated !== undefined) output.warn(`warning: the recipient ${recipient} ${imitationText(imitated)}`)
}

/** The address that --depositor gives: itself, or that of the account of that name, which is said on stderr. */
async function namedDepositor(session: Session, { depositor }: PartyFlags, src: Place): Promise<string | undefined> {
  if (depositor === undefined || !isAccountName(depositor)) return depositor
  const { namedAddress } = await import('./watched-address.ts')
  const address = await namedAddress(session, depositor, src.addressFamily)
  if (address !== undefined) session.output.note(`depositor: ${address} (your account ${depositor})`)
  return address ?? depositor
}

function isSeen({ interactive }: Session, { yes }: { readonly yes?: boolean }): boolean {
  return interactive && yes !== true
}

/**
 * The same with an answer to what the payment to the recipient must state, where its chain has such a thing: an exchange would
 * not know whose a payment without it is. A person is asked once, and the answer is kept with the contact.
 * @param flags with `yes` nobody is asked
 * @throws USAGE where there is no answer and nobody can be asked
 */
export async function requireMemo<T extends NamedWallets>(
  session: Session,
  flags: PartyFlags & { readonly yes?: boolean },
  wallets: T,
  dst: Place,
): Promise<T> {
  const { depositor = '', recipient, recipientMemo } = wallets
  const word = memoWord(dst.addressFamily)
  if (word === undefined || recipient === undefined || recipientMemo !== undefined) return wallets
  // Whoever pays himself needs none.
  if (sameAddress(depositor, recipient)) return wallets
  if (!isSeen(session, flags)) {
    throw usage(
      `It is not known whether the payment to ${recipient} must state a ${word}, as those to exchanges must`,
      `Add --recipient-memo ${word === 'destination tag' ? 'TAG' : 'MEMO'}, or --recipient-memo ${NO_MEMO}`,
    )
  }
  const { askText } = await import('../prompts.ts')
  const answer = await askText(
    session,
    `The ${word} for ${recipient}, as an exchange shows it (${NO_MEMO} if there is none)`,
    (text) => {
      const check = checkRecipientMemo(dst.addressFamily, text)
      return check.ok ? undefined : check.reason
    },
  )
  await keepMemo(session, keptAs(session, flags, dst), { address: recipient, memo: answer })
  return { ...wallets, recipientMemo: answer }
}

/** The setting that names the recipient: that of the contact, or of the chain. */
function keptAs({ settings }: Session, flags: PartyFlags, dst: Place): KnownSetting | undefined {
  const place = flags.recipient === undefined ? keptSetting({ settings }, 'recipient', dst) : undefined
  const contact = contactName(splitPayee(flags.recipient ?? place?.value ?? '').address)
  return contact === undefined ? place : settings.get(`contact.${contact}`)
}

/** Keeps an answer beside the address in the settings file, where that is the recipient's. */
async function keepMemo(session: Session, kept: KnownSetting | undefined, payee: PayeeText): Promise<void> {
  if (kept?.origin !== session.configFile || !sameAddress(splitPayee(kept.value).address, payee.address)) return
  const { changeSetting } = await import('../exclusive-changes.ts')
  await changeSetting(session, kept.key, joinPayee(payee))
  session.output.note(`${kept.key} keeps it: ${joinPayee(payee)}`)
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
  if (named === undefined) return {}
  const { address: recipient, memo: recipientMemo } = lookUpContact(session, named)
  const { key, addressFamily } = dst
  const { address: written } = splitPayee(named)
  if (!recipient.includes('.') || session.network !== 'live' || !isFamilyKey(addressFamily)) {
    return { recipient, recipientMemo, ...(written === recipient ? {} : { recipientName: written }) }
  }
  const { names } = await loadFamily(addressFamily)
  if (names === undefined) return { recipient, recipientMemo }
  const { nameByPrompt, resolveRecipientName } = await import('./ens-recipient.ts')
  const asker = confirmName === 'prompt' ? nameByPrompt(session) : confirmName
  const { name, address, warning } = await resolveRecipientName(session, names, recipient, key, asker)
  return { recipient: address, recipientMemo, recipientName: name, recipientWarning: warning }
}

/** Who a name of the address book stands for, noted on stderr. @throws INVALID_ADDRESS for a name that is not in it */
function lookUpContact({ settings, output }: Session, named: string): PayeeText {
  const found = resolveContact(named, (key) => settings.get(key)?.value)
  const { address: written } = splitPayee(named)
  if (found.address !== written) {
    const memo = found.memo === undefined ? '' : `, memo ${found.memo}`
    output.note(`recipient: ${written} is ${found.address}${memo} (your address book)`)
    const key = `contact.${contactName(written) ?? ''}`
    const near = confusableContact(key, settings.keys())
    if (near !== undefined)
      output.warn(`warning: ${written} is easily taken for @${near.slice('contact.'.length)}: check who is meant`)
  }
  return found
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
  const own = await findOwnAddress(session, flags, place)
  if (own === undefined) {
    throw usage(
      `The ${role} is missing`,
      place.addressFamily === 'evm'
        ? `Add --${role} ADDRESS, or make an account: swapcli wallet create`
        : `Add --${role} ADDRESS, or keep one: swapcli config set ${role}.${place.key} ADDRESS`,
    )
  }
  session.output.note(`${role}: ${own.address} (${own.owner})`)
  return own.address
}

/** The same, and whose it is; undefined without one. */
export async function findOwnAddress(
  session: Session,
  flags: SignerFlags,
  { addressFamily }: Place,
): Promise<{ readonly address: string; readonly owner: string } | undefined> {
  if (session.network === 'sandbox') {
    const address = await paperWalletAddress(addressFamily)
    return address === undefined ? undefined : { address, owner: 'the paper wallet' }
  }
  const { accountOfFamily } = await import('./account-of-family.ts')
  const account = await accountOfFamily(session, flags.wallet, addressFamily)
  return account === undefined ? undefined : { address: account.address, owner: `your account ${account.name}` }
}

async function paperWalletAddress(family: string): Promise<string | undefined> {
  const { createPaperWallet } = await loadPaperWallet()
  const none = async () => Promise.reject(new Error('no ledger is needed for an address'))
  return createPaperWallet({ ledger: { get: none, put: none, list: none } }).address(family)
}

/** The wallet that the settings name for a chain, or for the family of its addresses. */
export function keptWallet(session: Session, role: 'depositor' | 'recipient', place: Place): string | undefined {
  return keptSetting(session, role, place)?.value
}

function keptSetting(
  { settings }: Pick<Session, 'settings'>,
  role: 'depositor' | 'recipient',
  place: Place,
): KnownSetting | undefined {
  return settings.get(`${role}.${place.key}`) ?? settings.get(`${role}.${place.addressFamily}`)
}

/** Wallets for a lock in the order flag, quoted request, setting. */
export async function mergeWallets(
  session: Session,
  flags: PartyFlags,
  request: SwapWallets,
  src: Place,
  dst: Place,
): Promise<NamedWallets> {
  const { recipient } = request
  if (flags.recipient !== undefined || recipient === undefined) {
    const kept = await readWallets(session, flags, src, dst)
    return { ...kept, depositor: (await namedDepositor(session, flags, src)) ?? request.depositor ?? kept.depositor }
  }
  // As it was looked up, with the memo that was quoted: the flag may hold a name.
  return {
    depositor:
      (await namedDepositor(session, flags, src)) ?? request.depositor ?? keptWallet(session, 'depositor', src),
    recipient,
    recipientMemo: flags.recipientMemo ?? request.recipientMemo,
  }
}
