import type { ProviderCall, ProviderContext } from '../contract.ts'

/** The value of a setting; undefined when it is missing or empty. */
export function readSetting(context: ProviderContext, name: string): string | undefined {
  return context.setting(name) || undefined
}

/** The header that carries the setting API_KEY, when it is set. @param prefix text before the key, such as `Bearer ` */
export function keyHeaders(context: ProviderContext, header: string, prefix = ''): Pick<ProviderCall, 'headers'> {
  const key = readSetting(context, 'API_KEY')
  return key === undefined ? {} : { headers: { [header]: `${prefix}${key}` } }
}
