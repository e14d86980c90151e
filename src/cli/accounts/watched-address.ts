import { checkAddress } from '../../core/assets/address.ts'
import { resolveChain } from '../../core/assets/asset-reference.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { WatchAccount } from '../../wallet/index.ts'
import { askText, problemBy } from '../prompts.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'
import { accountFiles } from './account-files.ts'

/** Families whose addresses are names that a typing error also is: only a chain that is named tells them. */
const OF_NAMES: readonly string[] = ['near', 'antelope']
/** Chains that a refusal names at most. */
const MOST_NAMED = 5

/**
 * An address to watch, in canonical form, and its family: that of the chain that is named, else the only one that has it.
 * @param chain as a person names it
 * @throws INVALID_ADDRESS for what is none there, or none anywhere; USAGE where several families may have it
 */
export async function readWatched(
  session: Session,
  text: string,
  chain?: string,
): Promise<Pick<WatchAccount, 'address' | 'family'>> {
  const catalog = await session.bundledCatalog()
  if (chain !== undefined) {
    const { addressFamily: family } = await resolveChain(catalog, chain)
    const check = checkAddress(family, text)
    if (check.ok) return { address: check.canonical, family }
    throw new SwapError('INVALID_ADDRESS', check.reason, { field: 'address' })
  }
  return watchedIn(await catalog.chains(), text)
}

/** Asks for an address to watch, until there is one that tells its family. @param chain as a person names it */
export async function askWatched(session: Session, chain?: string): Promise<string> {
  return askText(session, 'Address to watch:', (text) => problemBy(() => readWatched(session, text, chain)))
}

/**
 * The same where no chain is named.
 * @throws INVALID_ADDRESS for what is no address anywhere; USAGE where several families may have it
 */
export function watchedIn(chains: readonly CatalogChain[], text: string): Pick<WatchAccount, 'address' | 'family'> {
  // What looks like one of EVM chains is no other one's, however it is misspelt.
  if (/^0x[0-9a-f]{0,40}$/i.test(text)) {
    const check = checkAddress('evm', text)
    if (check.ok) return { address: check.canonical, family: 'evm' }
    throw new SwapError('INVALID_ADDRESS', check.reason, { field: 'address' })
  }
  const ofFamily = new Map<string, CatalogChain>()
  for (const one of chains) if (!ofFamily.has(one.addressFamily)) ofFamily.set(one.addressFamily, one)
  const fitting = [...ofFamily.values()].flatMap(({ addressFamily: family, key }) => {
    const check = checkAddress(family, text)
    return check.ok && !OF_NAMES.includes(family) ? [{ address: check.canonical, family, key }] : []
  })
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return { address: only.address, family: only.family }
  if (only === undefined) {
    throw new SwapError('INVALID_ADDRESS', 'This is not an address that tells its chain by itself: copy it again', {
      field: 'address',
      hint: 'For an address that is a name, as those of NEAR are, say the chain: --chain near',
    })
  }
  const keys = fitting.slice(0, MOST_NAMED).map(({ key }) => key)
  throw usage(
    `This may be an address of ${keys.join(', ')}${fitting.length > MOST_NAMED ? ' and others' : ''}`,
    `Say which: --chain ${only.key}`,
  )
}

/** Why an address cannot be watched; undefined for one that can. */
export function watchedProblem(chains: readonly CatalogChain[], text: string): string | undefined {
  try {
    watchedIn(chains, text)
    return undefined
  } catch (error) {
    if (isSwapError(error)) return error.message
    throw error
  }
}

/** The account of this home that a text names where an address of a family is wanted; undefined for any other text. */
export async function namedAddress(session: Session, text: string, family: string): Promise<string | undefined> {
  // Where an address has the form of a name it is the address.
  if (checkAddress(family, text).ok) return undefined
  const account = await accountFiles(session).find(text)
  if (account === undefined) return undefined
  if (account.family === family) return account.address
  throw new SwapError('INVALID_ADDRESS', `The account ${text} has an address of ${account.family}, not of ${family}`, {
    hint: 'See the accounts: swapcli wallet list',
  })
}
