import { type AddressSetting, checkAddressSetting } from '../../../core/assets/address-setting.ts'
import { isWalletName } from '../../../wallet/index.ts'
import { openBundledCatalog } from '../../quote/bundled-catalog.ts'

/** Checks the address that a setting is to hold. @param key with the name before its first dot */
export async function checkAddressIn(setting: AddressSetting, key: string, value: string) {
  const chains = await openBundledCatalog().chains()
  return checkAddressSetting({ setting, place: key.slice(setting.length + 1), value, chains, isWalletName })
}
