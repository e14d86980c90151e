import { checkAddress } from '../../core/assets/address.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { contactOfKey } from '../../core/assets/contact-name.ts'
import { splitPayee } from '../../core/assets/contacts.ts'
import { addressFingerprint } from '../../core/assets/fingerprint.ts'
import { shortAddress } from '../../core/assets/short-address.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { clean, cleanText, joinClean } from '../../core/text/clean-text.ts'
import { askText, type Candidate, choose, promptColumns, searchFor } from '../prompts.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'
import { accountChoices } from './ask-account.ts'
import { keptWallet, ownAddress } from './swap-wallets.ts'

/** A chain, for asking about wallets on it. */
export type WalletPlace = Pick<CatalogChain, 'key' | 'name' | 'addressFamily'>

/** Options that the answers about who pays stand for. */
export interface PayerValues {
  readonly wallet?: string
  readonly depositor?: string
}

/**
 * Asks who pays, where that is not known: which of several accounts, or from which address.
 * @throws what keeps the account in use from being known
 */
export async function askPayer(session: Session, flags: SignerFlags, src: WalletPlace): Promise<PayerValues> {
  if (keptWallet(session, 'depositor', src) !== undefined) return {}
  if (session.network === 'live' && src.addressFamily === 'evm' && flags.wallet === undefined) {
    const { accounts } = await accountFiles(session).list()
    if (accounts.length > 1 && !session.settings.has('wallet')) {
      const name = await choose(session, 'Which account pays?', accountChoices(accounts, promptColumns(session)))
      return { wallet: name }
    }
  }
  if ((await knownAddress(session, flags, 'depositor', src)) !== undefined) return {}
  session.output.note(
    `There is no account here that pays on ${src.name}; to make one, leave with Esc: swapcli wallet create`,
  )
  return {
    depositor: await askText(session, `Address on ${src.name} that pays:`, (text) => addressProblem(src, text)),
  }
}

/**
 * Asks who is paid: one's own wallet, a contact, or an address.
 * @returns as --recipient takes it; undefined for the wallet that is taken without it
 */
export async function askRecipient(
  session: Session,
  flags: SignerFlags,
  dst: WalletPlace,
): Promise<string | undefined> {
  const kept = keptWallet(session, 'recipient', dst)
  const own = kept ?? (await knownAddress(session, flags, 'recipient', dst))
  const known = [
    ...(own === undefined
      ? []
      : [{ value: undefined, name: kept === undefined ? 'own wallet' : 'kept recipient', payee: own }]),
    ...contactsFor(session, dst).map(({ name, payee }) => ({ value: `@${name}`, name: `@${name}`, payee })),
  ]
  const width = promptColumns(session)
  const find = async (text: string) => {
    const words = text.trim()
    const found = known.filter(({ name, payee }) => `${name} ${payee}`.toLowerCase().includes(words.toLowerCase()))
    const candidates: Candidate<string | undefined>[] = found.map(({ value, name, payee }) =>
      payeeChoice(value, name, payee, width),
    )
    if (words !== '' && !candidates.some(({ value }) => value === words)) {
      const { address } = splitPayee(words)
      const check = checkAddress(dst.addressFamily, address)
      if (check.ok) candidates.push(payeeChoice(words, 'this address', words, width))
      else if (isLookedUp(session, dst, address)) {
        candidates.push({ value: words, name: clean`${cleanText(words)}, which is looked up` })
      } else if (candidates.length === 0) throw new Error(`${check.reason}; or part of a contact, as in @bob`)
    }
    if (candidates.length === 0) throw new Error(`Write an address on ${dst.name}`)
    return { candidates }
  }
  return searchFor(session, `Who gets it on ${dst.name}?`, find)
}

/** The address that is taken where none is named; undefined where there is none. */
async function knownAddress(
  session: Session,
  flags: SignerFlags,
  role: 'depositor' | 'recipient',
  place: WalletPlace,
): Promise<string | undefined> {
  try {
    return await ownAddress({ ...session, output: { ...session.output, note: () => undefined } }, flags, role, place)
  } catch (error) {
    if (isSwapError(error) && error.code === 'USAGE') return undefined
    throw error
  }
}

/** The contacts whose address may be one of the chain. */
function contactsFor({ settings }: Session, { addressFamily }: WalletPlace) {
  return [...settings].flatMap(([key, { value }]) => {
    const name = contactOfKey(key)
    if (name === undefined) return []
    const fits = addressFamily === '' || checkAddress(addressFamily, splitPayee(value).address).ok
    return fits ? [{ name, payee: value }] : []
  })
}

/** Names such as those of ENS are looked up on the live network. */
function isLookedUp({ network }: Session, { addressFamily }: WalletPlace, text: string): boolean {
  return network === 'live' && addressFamily === 'evm' && /^[^\s.]+(\.[^\s.]+)+$/.test(text)
}

function payeeChoice(value: string | undefined, name: string, payee: string, width: number) {
  const { address, memo } = splitPayee(payee)
  const print = clean`[${cleanText(addressFingerprint(address))}]`
  const whole = cleanText(address, 256)
  const tag = memo === undefined ? [] : [clean`memo ${cleanText(memo)}`]
  return {
    value,
    name: clean`${cleanText(name)}  ${cleanText(shortAddress(address))}  ${print}`,
    spoken: joinClean([cleanText(name), whole, clean`fingerprint ${print}`, ...tag], ', '),
    short: clean`${cleanText(name)} ${print}`,
    // The address stands whole on its line where the line holds it.
    description: joinClean([whole, print, ...tag], whole.length + print.length + 2 <= width ? '  ' : '\n'),
  }
}

function addressProblem({ addressFamily, name }: WalletPlace, text: string): string | undefined {
  if (text === '') return `Write an address on ${name}`
  const check = checkAddress(addressFamily, text)
  return check.ok ? undefined : check.reason
}
