import type { CatalogChain } from '../core/assets/catalog.ts'
import type { EvmAccount } from './evm/keys/caller-account.ts'
import type { EvmUnsignedFormat } from './evm/unsigned-payment.ts'
import type { Family, Names, RecordedApproval } from './family.ts'
import type { SwapRun } from './run/journal.ts'

/** The families that the wallet signs for, by key: a new one is a folder and an entry here. */
const FAMILIES = {
  evm: {
    load: async (): Promise<Family> => (await import('./evm/family.ts')).evmFamily,
    /** Contracts know its chains by the catalog's number. */
    numbersChains: true,
  },
}

/** Key of a family that the wallet signs for. */
export type FamilyKey = keyof typeof FAMILIES

/** Formats in which another signer may take a payment, of all families. */
export type UnsignedFormat = EvmUnsignedFormat

/** Accounts that the caller's own code holds, of all families. */
export type CallerAccount = EvmAccount

/** Family of accounts that were kept before accounts had one. */
export const FIRST_FAMILY: FamilyKey = 'evm'

/** True for the key of a family that the wallet signs for. */
export function isFamilyKey(text: unknown): text is FamilyKey {
  return typeof text === 'string' && Object.hasOwn(FAMILIES, text)
}

/** The number by which contracts know a chain; undefined where they know it by none. */
export function contractChainId({ addressFamily, chainId }: Pick<CatalogChain, 'addressFamily' | 'chainId'>) {
  return isFamilyKey(addressFamily) && FAMILIES[addressFamily].numbersChains ? chainId : undefined
}

/** A family by its key. */
export function loadFamily(key: FamilyKey): Promise<Family> {
  return FAMILIES[key].load()
}

/** The family that has this address; undefined for addresses that the wallet cannot sign for. */
export async function findFamily(address: string): Promise<Family | undefined> {
  for (const { load } of Object.values(FAMILIES)) {
    const family = await load()
    if (family.readAddress(address) !== undefined) return family
  }
  return undefined
}

/** The names that a text is meant as one of; undefined for all other texts. */
export async function findNames(text: string): Promise<Names | undefined> {
  for (const { load } of Object.values(FAMILIES)) {
    const { names } = await load()
    if (names?.isName(text) === true) return names
  }
  return undefined
}

/** True for a name that wallets of a family go by. */
export async function isWalletName(family: string, text: string): Promise<boolean> {
  return isFamilyKey(family) && (await loadFamily(family)).names?.isName(text) === true
}

/** The approvals that runs made on chains of every family, within each those of the newest run first. */
export async function findApprovals(runs: readonly SwapRun[]): Promise<readonly RecordedApproval[]> {
  const families = await Promise.all(Object.values(FAMILIES).map(({ load }) => load()))
  const found = families.map(async (family) => (await family.loadApprovals?.())?.findApprovals(runs) ?? [])
  return (await Promise.all(found)).flat()
}
