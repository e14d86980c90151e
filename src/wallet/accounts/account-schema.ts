import * as z from 'zod'
import { type AddressFamily, checkAddress } from '../../core/assets/address.ts'
import type { Known } from '../../core/api/request-fields.ts'
import { type FamilyKey, FIRST_FAMILY, isFamilyKey } from '../families.ts'
import type { Account } from './account-file.ts'
import { isAccountName } from './account-name.ts'

const shared = {
  name: z.string().refine(isAccountName),
  family: z.custom<FamilyKey>(isFamilyKey).default(FIRST_FAMILY),
  address: z.string(),
  createdAt: z.iso.datetime(),
}
/** Its address is checked by the rules of the family, whichever that is. */
const watchedFamily = z.custom<Known<AddressFamily>>((family) => typeof family === 'string').default(FIRST_FAMILY)

const kindSchema = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('keystore'),
    file: z.string().min(1),
    inPlace: z.boolean(),
    derivation: z.string().exactOptional(),
  }),
  z.object({ ...shared, kind: z.literal('watch'), family: watchedFamily }),
  z.object({ ...shared, kind: z.literal('ledger'), derivation: z.string().min(1) }),
])

/** One account as its file holds it; files that name no family are of EVM accounts. */
export const accountSchema: z.ZodType<Account> = kindSchema
  .refine(({ family, address }) => {
    const check = checkAddress(family, address)
    return check.ok && check.canonical === address
  })
  // Else removing an account, or giving it its key, would reach any file of its owner.
  .refine((account) => account.kind !== 'keystore' || account.inPlace || /^[^/\\]+$/.test(account.file))
