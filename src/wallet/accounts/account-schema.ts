import * as z from 'zod'
import { checkAddress } from '../../core/assets/address.ts'
import { type FamilyKey, FIRST_FAMILY, isFamilyKey } from '../families.ts'
import { isAccountName } from './account-name.ts'

const shared = {
  /** As `isAccountName` takes it. */
  name: z.string().refine(isAccountName),
  /** Whose rules its address and its transactions follow. */
  family: z.custom<FamilyKey>(isFamilyKey).default(FIRST_FAMILY),
  /** Canonical form. */
  address: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
}
const kindSchema = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('keystore'),
    /** Path of another program's key file, or the name of one in the folder of the accounts. */
    file: z.string().min(1),
    /** True for a file of another program, used where it is and never deleted. */
    inPlace: z.boolean(),
    /** Path of the key below the recovery words that it came from. */
    derivation: z.string().exactOptional(),
  }),
  z.object({ ...shared, kind: z.literal('watch') }),
  z.object({ ...shared, kind: z.literal('ledger'), derivation: z.string().min(1) }),
])

/** One account as its file holds it; files that name no family are of EVM accounts. */
export const accountSchema = kindSchema
  .refine(({ family, address }) => {
    const check = checkAddress(family, address)
    return check.ok && check.canonical === address
  })
  // Else removing an account, or giving it its key, would reach any file of its owner.
  .refine((account) => account.kind !== 'keystore' || account.inPlace || /^[^/\\]+$/.test(account.file))
