import { isProviderSettingKey } from './provider-settings.ts'
import { isSecretSetting, type Settings } from './resolve-settings.ts'
import type { PlainSetting } from './settings.ts'

/** Settings that options of every command name, but for the network, the server and the store. */
export const GLOBAL_SETTINGS = ['sandbox-speed', 'sandbox-seed'] as const satisfies readonly PlainSetting[]

/**
 * The words that give the settings of a command line again, such as the speed of the sandbox: not those of its place, and no
 * secrets. Those of providers are refused where they are typed.
 */
export function typedSettingWords(settings: Settings): string[] {
  return [...settings.values()].flatMap(({ key, value, origin }) => {
    if (key === 'network' || key === 'api' || key === 'store' || (!isProviderSettingKey(key) && isSecretSetting(key)))
      return []
    if (origin === '--set') return [origin, `${key}=${value}`]
    return GLOBAL_SETTINGS.some((name) => name === key) && origin === `--${key}` ? [origin, value] : []
  })
}
