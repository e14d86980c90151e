import type { FamilyKey } from './families.ts'

/** Signs for one address; what it signs is its family's own. */
export interface Signer {
  /** Key of the family whose transactions it signs. */
  readonly family: FamilyKey
  /** Canonical form. */
  readonly address: string
  /** Drops what it keeps for the next signature: that asks the user again. */
  readonly forget?: () => void
}
