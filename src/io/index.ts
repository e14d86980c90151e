/** The door of io: what other rooms may use of it. */
import type { PooledHttp } from '../core/ports.ts'

export { systemClock } from './clock.ts'
export { machineZone } from './time-zone.ts'
export { webClock } from './web-clock.ts'
export { holdWarnings } from './held-warnings.ts'
export { atExit } from './at-exit.ts'
export { keepUntilExit } from './keep-until-exit.ts'
export { nextTurn } from './next-turn.ts'
export {
  configFile,
  findSettingsDrafts,
  markConfig,
  readConfig,
  type Setting,
  settingsUnwritable,
  writeSetting,
} from './config/config-file.ts'
export { environmentSetting, processEnvironment, unknownVariables } from './config/environment.ts'
export { checkedFolder, configHome, dataHome, stateHome, temporaryFolder, thisPlace } from './config/paths.ts'
export {
  isProviderSettingKey,
  normalKey,
  providerSettingKey,
  providerSettingName,
  type ProviderSettingRow,
  providerSettings,
  unknownProviderSetting,
  readAcceptCodes,
} from './config/provider-settings.ts'
export {
  checkSettings,
  HIDDEN_VALUE,
  type KnownSetting,
  isSecretSetting,
  findSettings,
  type FoundSettings,
  rowOfKey,
  settingProblem,
  type Settings,
} from './config/resolve-settings.ts'
export { defaultText, type SettingGroup, type SettingRow, type SettingValue } from './config/setting-kinds.ts'
export {
  isKeyed,
  isNodeSetting,
  isSettingKey,
  type KeyedSetting,
  type PlainSetting,
  readSetting,
  SETTING_NAMES,
  settingForms,
  type SettingKey,
  type SettingName,
  settingName,
  settingRow,
  SETTINGS,
  type SettingsByKey,
  settingVariable,
} from './config/settings.ts'
export { typedSettingWords } from './config/typed-settings.ts'
export type { RpcProvider } from './rpc/provider-rpc.ts'
export { platformFetch } from './http/platform-fetch.ts'
export { createDataFiles, createNodeFile, readPriceTables, readReplyShapes } from './data-files.ts'
export { fileProblem } from './files/file-problem.ts'
export { writeNewFile } from './files/new-file.ts'
export { makeTemporaryFolder } from './files/temporary-folder.ts'
export {
  type FileFault,
  faultText,
  findFileFaults,
  hasOwners,
  mendFileFault,
  ownerUnderRoot,
  refuseForeignStore,
  refuseForeignStoreFiles,
} from './files/file-faults.ts'
export {
  isOpenToOthers,
  isOwnFolder,
  isPrivateDraft,
  makePrivateFolder,
  placeFile,
  privateFiles,
  readNamedFile,
  readPrivateFile,
  replacePrivateFile,
  verifyFolder,
} from './files/private-folder.ts'
export {
  isRestoreUnfinished,
  isRestoreVerified,
  refuseUnfinishedRestore,
  restoringFolder,
  VERIFIED,
} from './files/unfinished-restore.ts'
export { createPooledIds, randomFraction, randomIds, secretFraction } from './ids.ts'
export { openLedgerDevice } from './ledger-packages.ts'
export { OPENAPI_FILE, readDocsFiles, readOpenapiFile } from './openapi-file.ts'
export {
  openTerminalInput,
  readSecretDescriptor,
  readSecretFile,
  secureRandom,
  verifySecretFile,
} from './terminal/secret-input.ts'
export { openOutput } from './terminal/process-output.ts'
export type { Copied } from './terminal/clipboard.ts'
export { onContinued, onQuitAsked, onStopAsked, suspendProcess } from './terminal/job-control.ts'
export { chartGlyphs, hasColumns, NARROW_COLUMNS, terminalColumns, wantsColor } from './terminal/terminal.ts'
export type { Topic } from './topics.ts'
export { onUncaught } from './uncaught-errors.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
/** Opens a pool of connections. */
export const openPooledHttp = async (): Promise<PooledHttp> => (await import('./http/http-fetch.ts')).openPooledHttp()
/** The same; to close it breaks off what is under way, but for what is sent whole. */
export const openBreakableHttp = async (): Promise<PooledHttp> =>
  (await import('./http/http-fetch.ts')).openBreakableHttp()
export const loadGoneTerminal = () => import('./terminal/gone-terminal.ts')
export const loadClipboard = () => import('./terminal/clipboard.ts')
export const loadHttpTrace = () => import('./http/http-trace.ts')
export const loadJsonRpc = () => import('./rpc/json-rpc.ts')
export const loadProviderRpc = () => import('./rpc/provider-rpc.ts')
export const loadLedgerPackages = () => import('./ledger-packages.ts')
export const loadTopics = () => import('./topics.ts')
