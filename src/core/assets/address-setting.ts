import { checkAddress } from './address.ts'
import type { CatalogChain } from './catalog.ts'
import { contactName, splitPayee } from './contacts.ts'
import { checkRecipientMemo } from './recipient-memo.ts'

/** Settings that hold addresses. */
export type AddressSetting = 'contact' | 'recipient' | 'depositor'

/** An address that is to be kept. */
interface KeptAddress {
  readonly setting: AddressSetting
  /** Key of a chain or of an address family; a contact's name. */
  readonly place: string
  readonly value: string
  readonly chains: readonly Pick<CatalogChain, 'key' | 'addressFamily'>[]
  /** True for a name that wallets of a family go by: it is looked up when it is used. */
  readonly isWalletName: (family: string, text: string) => Promise<boolean>
}

/** The verdict on what a setting is to hold: what to know of it ('' for nothing), or why it, or the memo behind it, is none. */
type AddressSettingCheck =
  | { readonly ok: true; readonly note: string }
  | { readonly ok: false; readonly reason: string; readonly wrong: 'address' | 'memo' }

/** Families that a contact's note names. */
const MOST_NAMED = 4

/** Checks what a setting that holds an address is to hold. */
export async function checkAddressSetting(kept: KeptAddress): Promise<AddressSettingCheck> {
  const { setting, place, value, chains } = kept
  const families = [...new Set<string>(chains.map(({ addressFamily }) => addressFamily))]
  const { address, memo } = setting === 'depositor' ? { address: value, memo: undefined } : splitPayee(value)
  if (setting === 'contact') return checkContact(address, memo, families)
  const family = chains.find(({ key }) => key === place)?.addressFamily ?? place
  // A chain that only a refresh of the catalog, or a server, knows: quotes check it.
  if (!families.includes(family)) return { ok: true, note: '' }
  if (setting === 'recipient') {
    const checked = memo === undefined ? undefined : checkRecipientMemo(family, memo)
    if (checked?.ok === false) return { ...checked, wrong: 'memo' }
    if (contactName(address) !== undefined) return { ok: true, note: 'the contact is looked up when it is used' }
    if (await kept.isWalletName(family, address))
      return { ok: true, note: 'the name is looked up when it is used, on the live network' }
  }
  const check = checkAddress(family, address)
  return check.ok ? { ok: true, note: check.warning ?? '' } : { ...check, wrong: 'address' }
}

function checkContact(value: string, memo: string | undefined, families: readonly string[]): AddressSettingCheck {
  const owning = families.filter((family) => checkAddress(family, value).ok)
  const fitting = owning.filter((family) => memo === undefined || checkRecipientMemo(family, memo).ok)
  const [refused] = owning.map((family) => checkRecipientMemo(family, memo ?? ''))
  if (owning.length > 0 && fitting.length === 0 && refused?.ok === false) return { ...refused, wrong: 'memo' }
  if (fitting.length > 0) {
    const others = fitting.length > MOST_NAMED ? ' and others' : ''
    return { ok: true, note: `an address of ${fitting.slice(0, MOST_NAMED).join(', ')}${others}` }
  }
  const check = value.startsWith('0x') ? checkAddress('evm', value) : undefined
  const reason = check?.ok === false ? check.reason : 'This is not an address on any known chain: copy it again'
  return { ok: false, reason, wrong: 'address' }
}
