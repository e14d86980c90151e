import { checkAddress } from '../../../core/assets/address.ts'
import { contactName } from '../../../core/assets/contacts.ts'
import { isFamilyKey, loadFamily } from '../../../wallet/index.ts'
import { openBundledCatalog } from '../../quote/bundled-catalog.ts'

/** Settings that hold addresses. */
type AddressSetting = 'contact' | 'recipient' | 'depositor'

/** Why the value of a setting that holds an address is none, as a sentence. @param key with the name before its first dot */
export async function addressProblem(name: AddressSetting, key: string, value: string): Promise<string | undefined> {
  const chains = await openBundledCatalog().chains()
  const families = [...new Set<string>(chains.map(({ addressFamily }) => addressFamily))]
  if (name === 'contact') {
    if (families.some((family) => checkAddress(family, value).ok)) return undefined
    return value.startsWith('0x') ? reason('evm', value) : 'This is not an address on any known chain: copy it again'
  }
  const place = key.slice(name.length + 1)
  const family = chains.find((chain) => chain.key === place)?.addressFamily ?? place
  // A chain that only a refresh of the catalog, or a server, knows: quotes check it.
  if (!families.includes(family)) return undefined
  if (name === 'recipient' && (contactName(value) !== undefined || (await isWalletName(family, value))))
    return undefined
  return reason(family, value)
}

function reason(family: string, value: string): string | undefined {
  const check = checkAddress(family, value)
  return check.ok ? undefined : check.reason
}

/** A name of a wallet is looked up when it is used. */
async function isWalletName(family: string, value: string): Promise<boolean> {
  return isFamilyKey(family) && (await loadFamily(family)).names?.isName(value) === true
}
