import type { Family } from './family.ts'

/** The families that the wallet signs for, by key: a new one is a folder and a line here. */
const FAMILIES = {
  evm: async (): Promise<Family> => (await import('./evm/family.ts')).evmFamily,
}

/** Key of a family that the wallet signs for. */
export type FamilyKey = keyof typeof FAMILIES

/** Family of accounts that were kept before accounts had one. */
export const FIRST_FAMILY: FamilyKey = 'evm'

/** True for the key of a family that the wallet signs for. */
export function isFamilyKey(text: unknown): text is FamilyKey {
  return typeof text === 'string' && Object.hasOwn(FAMILIES, text)
}

/** A family by its key. */
export function loadFamily(key: FamilyKey): Promise<Family> {
  return FAMILIES[key]()
}

/** The family that has this address; undefined for addresses that the wallet cannot sign for. */
export async function findFamily(address: string): Promise<Family | undefined> {
  for (const load of Object.values(FAMILIES)) {
    const family = await load()
    if (family.readAddress(address) !== undefined) return family
  }
  return undefined
}
