import { contactOfKey } from '../../core/assets/contact-name.ts'
import { splitPayee } from '../../core/assets/contacts.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { clean, cleanText } from '../../core/text/clean-text.ts'
import type { ConfirmName, NamedAddress, Names } from '../../wallet/index.ts'
import { refusalFor } from '../../wallet/index.ts'
import { requireChain } from '../../payments/index.ts'
import { confirm } from '../prompts.ts'
import type { Session } from '../session.ts'
import { type KnownName, openKnownNames } from '../pay/known-names.ts'

/**
 * What a name stands for on a chain, said on stderr before it is used. What only one node says, and a meaning that has
 * changed, a person has to confirm.
 * @param confirmName undefined where nobody looks, as with --yes
 * @throws INVALID_ADDRESS for a name that stands for nothing, WALLET_REFUSED for one that nobody confirms, CONFIG_INVALID
 * without an RPC of the chain that keeps it, SERVICE_UNAVAILABLE
 */
export async function resolveRecipientName(
  session: Session,
  names: Names,
  name: string,
  chainKey: string,
  confirmName: ConfirmName | undefined,
): Promise<NamedAddress> {
  const { output } = session
  const chains = await session.payChains()
  const [home, destination] = await Promise.all([requireChain(chains, names.chainKey), chainIdOf(chainKey)])
  const [found, known] = await Promise.all([names.resolve(home, name, destination), openKnownNames(session)])
  // Also where only data is printed: it decides who is paid.
  output.say(clean`recipient: ${cleanText(found.name)} is ${cleanText(found.address)} on ${cleanText(chainKey)}`)
  if (found.warning !== undefined) output.say(clean`warning: ${cleanText(found.warning)}`)
  const doubt = doubtAbout(session, found, await known.read(chainKey, found.name))
  if (doubt !== undefined) {
    const sentence = cleanText(doubt, 300)
    if (confirmName === undefined || !(await confirmName(found, sentence))) throw refuseName(sentence)
  }
  await known.keep(chainKey, found.name, found.address)
  return found
}

/** Asks on the terminal. */
export function nameByPrompt(session: Session): ConfirmName {
  return ({ address }, doubt) => {
    session.output.say(clean`warning: ${cleanText(doubt, 300)}`)
    return confirm(session, `Is ${address} the right address?`)
  }
}

/**
 * Looks a name up again, just before a payment to it is signed. Where it cannot be looked up, the address stays that was
 * reviewed, and that is said.
 * @throws WALLET_REFUSED for a name that no longer means the address
 */
export async function verifyRecipientName(
  session: Session,
  names: Names,
  name: string,
  { recipient, dst }: { readonly recipient: string; readonly dst: { readonly chainKey: string } },
): Promise<void> {
  let now: string
  try {
    const home = await requireChain(await session.payChains(), names.chainKey)
    now = (await names.resolve(home, name, await chainIdOf(dst.chainKey))).address
  } catch (error) {
    if (!isSwapError(error)) throw error
    if (error.code === 'INVALID_ADDRESS') {
      throw refuseName(cleanText(`${name} was ${recipient} when it was reviewed, and stands for no address now`, 300))
    }
    if (error.code === 'WALLET_REFUSED') throw error
    const why = cleanText(error.message, 160)
    session.output.note(`warning: ${cleanText(name)} could not be looked up again (${why}); it was ${recipient}`)
    return
  }
  if (sameAddress(now, recipient)) return
  throw refuseName(cleanText(`${name} was ${recipient} when it was reviewed, and is ${now} now`, 300))
}

/** Why a person should look at what a name stands for; undefined where it is confirmed. */
function doubtAbout({ settings }: Session, found: NamedAddress, known: KnownName | undefined): string | undefined {
  const { name, address, isAgreed } = found
  const isContact = [...settings].some(
    ([key, { value }]) => contactOfKey(key) !== undefined && sameAddress(splitPayee(value).address, address),
  )
  if (isContact) return undefined
  if (known !== undefined && !sameAddress(known.address, address)) {
    return `${name} meant ${known.address} when it was used on ${known.lastUsedAt.slice(0, 10)}, and means ${address} now`
  }
  return isAgreed || known !== undefined ? undefined : `single node: only one operator says that ${name} is ${address}`
}

function refuseName(doubt: string): SwapError {
  return refusalFor(
    'name',
    doubt,
    'Nothing was signed. Ask the owner, then give the address itself: --recipient ADDRESS',
  )
}

async function chainIdOf(key: string): Promise<number> {
  const { openBundledCatalog } = await import('../quote/bundled-catalog.ts')
  const chain = await openBundledCatalog().chain(key)
  if (chain !== undefined) return chain.chainId
  throw new SwapError('INVALID_ADDRESS', `Names cannot be looked up for ${key}: give the address itself`, {
    field: 'recipient',
  })
}
