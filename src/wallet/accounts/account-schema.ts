import * as z from 'zod'
import { checkEvm } from '../../core/assets/addresses/evm.ts'
import { isAccountName } from './account-name.ts'

const shared = {
  /** As `isAccountName` takes it. */
  name: z.string().refine(isAccountName),
  /** 0x address with EIP-55 capitals. */
  address: z.string().refine((text) => {
    const check = checkEvm(text)
    return check.ok && check.canonical === text
  }),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
}
/** One account as its file holds it. */
export const accountSchema = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('keystore'),
    /** Path of the key file. */
    file: z.string().min(1),
    /** True for a file of another program, used where it is and never deleted. */
    inPlace: z.boolean(),
    /** Path of the key below the recovery words that it came from. */
    derivation: z.string().exactOptional(),
  }),
  z.object({ ...shared, kind: z.literal('watch') }),
  z.object({ ...shared, kind: z.literal('ledger'), derivation: z.string().min(1) }),
])
