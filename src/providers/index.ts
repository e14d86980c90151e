/** The door of providers: what other rooms may use of it. */
export {
  type AgreedRead,
  type AgreedValue,
  type ClientExecution,
  defineProvider,
  type ListedAsset,
  type NodeAnswer,
  type NoRoute,
  type PollTimes,
  type Prepared,
  type Provider,
  type ProviderAdapter,
  type ProviderCall,
  type ProviderContext,
  ProviderError,
  type ProviderHttp,
  type ProviderLabel,
  type ProviderLock,
  type ProviderManifest,
  type ProviderPing,
  type ProviderQuoteRequest,
  type ProviderReply,
  type ProviderSetting,
  type QuoteAnswer,
  type RateBudget,
  type RouteDraft,
  type RoutesAnswer,
  type ServerExecution,
  type StatusReport,
  type StatusRequest,
} from './contract.ts'

export type { NetworkVault } from './thorchain-family/vaults.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
export const loadLiveProviders = () => import('./live.ts')
/** Reads the vaults of a network that takes deposits with a memo. */
export const loadNetworkVaults = () => import('./network-vaults.ts')
