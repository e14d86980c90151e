/** The door of io: what other rooms may use of it. */
export { systemClock } from './clock.ts'
export { CONFIG_KEYS, configKey, envName } from './config/config-keys.ts'
export { valueProblem } from './config/config-values.ts'
export { checkSettings, configFile, readConfig, resolveSettings, type Setting, writeSetting } from './config/config.ts'
export { environmentSetting } from './config/environment.ts'
export { configHome, dataHome, thisPlace } from './config/paths.ts'
export {
  normalKey,
  PROVIDER_PREFIX,
  providerSettingKey,
  type ProviderSettingKey,
  providerSettingKeys,
  providerVariable,
  unknownProviderSetting,
} from './config/provider-keys.ts'
export { createDataFiles } from './data-files.ts'
export { writeNewFile } from './files/new-file.ts'
export { isOpenToOthers, privateFiles } from './files/private-folder.ts'
export { type HttpFetch, type HttpReply, openPooledHttp, type PooledHttp } from './http/http-fetch.ts'
export { randomFraction, randomIds } from './ids.ts'
export { openLedgerDevice } from './ledger-packages.ts'
export { OPENAPI_FILE, readOpenapiFile } from './openapi-file.ts'
export { createPooledIds } from './pooled-ids.ts'
export { createJsonRpc } from './rpc/json-rpc.ts'
export { openTerminalInput, readSecretDescriptor, readSecretFile, secureRandom } from './terminal/secret-input.ts'
export { onContinued, suspendProcess } from './terminal/suspend.ts'
export { NARROW_COLUMNS, terminalColumns, wantsColor } from './terminal/terminal.ts'
export { onUncaught } from './uncaught.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
export const loadHttpFetch = () => import('./http/http-fetch.ts')
export const loadJsonRpc = () => import('./rpc/json-rpc.ts')
export const loadLedgerPackages = () => import('./ledger-packages.ts')
