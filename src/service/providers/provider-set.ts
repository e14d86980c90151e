import { RpcError } from '../../core/evm/rpc-error.ts'
import { abortReason, type Deadline, type TimeLimit, untilAborted } from '../../core/deadline.ts'
import type { StopSignal } from '../../core/ending.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import { providerVariable } from '../../core/provider-variable.ts'
import type { ReceiptReport } from '../../core/evm/receipt.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { HOST_SHARE, ROUTES_DEADLINE_MS } from '../../core/swap/defaults.ts'
import {
  type AgreedRead,
  type AgreedValue,
  type NodeAnswer,
  type Provider,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderHttp,
  type ProviderManifest,
} from '../../providers/index.ts'
import { memoize } from '../memoize.ts'
import { runWithin } from './deadline.ts'
import { isSwitchedOn } from './switched-on.ts'

/** What adapters can use. */
interface ProviderWorld {
  readonly clock: Clock
  price(chainKey: string, address: string): Promise<MicroUsd | undefined>
  /** A declared setting, or one that every provider has: `URL` (another base URL), `ENABLED` (`false` disables it). */
  setting(providerKey: string, name: string): string | undefined
  /** HTTP for one provider. */
  http(
    manifest: ProviderManifest,
    signal: AbortSignal,
    options: {
      readonly hold: Deadline['hold']
      readonly begunAtMs: number | undefined
      /** The longest time for a call that another host can answer too, in milliseconds. */
      readonly hostMs: () => number
    },
  ): ProviderHttp
  /** The receipt of a transaction on an EVM chain. */
  receipt(chainKey: string, hash: string, usd: MicroUsd | undefined, signal: AbortSignal): Promise<ReceiptReport>
  /** One JSON-RPC call to a node of an EVM chain. @throws RpcError ProviderError */
  rpc(chainKey: string, method: string, params: readonly Json[], signal: AbortSignal): Promise<unknown>
  /** One JSON-RPC call to nodes of several operators: the results of those that gave one. */
  rpcOfOperators(
    chainKey: string,
    method: string,
    params: readonly Json[],
    signal: AbortSignal,
  ): Promise<readonly unknown[]>
  /** One JSON-RPC call to nodes of several operators: what they say alike. */
  rpcAgreed<T extends AgreedValue>(
    chainKey: string,
    method: string,
    params: readonly Json[],
    read: (answer: NodeAnswer) => T,
    signal: AbortSignal,
  ): Promise<AgreedRead<T>>
  /** Called with anything but a ProviderError that an adapter throws: a bug. */
  onError(error: unknown): void
}

/** The providers of a service; adapters are loaded on first use. */
export interface ProviderSet {
  /** In the given order. */
  readonly manifests: readonly ProviderManifest[]
  /** Those that are not disabled: they quote and lock. */
  readonly active: readonly ProviderManifest[]
  /** Why the provider cannot be used until a setting that it requires is set, in one sentence; undefined when it can. */
  missingKey(key: string): string | undefined
  manifest(key: string): ProviderManifest | undefined
  /**
   * Runs `work` with the provider's adapter under a deadline. Every failure inside, including a bug of the adapter,
   * becomes a ProviderError.
   * @param limit longest time, in milliseconds, or what may become shorter
   * @param begunAtMs when what it is for was begun, in epoch milliseconds: failures of one burst are one. @default each request counts for itself
   */
  run<T>(
    key: string,
    limit: number | TimeLimit,
    signal: StopSignal | undefined,
    work: (adapter: ProviderAdapter, context: ProviderContext) => Promise<T>,
    begunAtMs?: number,
  ): Promise<T>
}

export function createProviderSet(providers: readonly Provider[], world: ProviderWorld): ProviderSet {
  const byKey = new Map<string, Provider>()
  for (const provider of providers) {
    const key = provider.manifest.key
    if (!/^[A-Z][A-Z0-9_]{0,39}$/.test(key))
      throw new SwapError(
        'CONFIG_INVALID',
        `Provider key ${JSON.stringify(key)} must be upper-case letters, digits and underscores`,
      )
    if (byKey.has(key)) throw new SwapError('CONFIG_INVALID', `Two providers have the key ${key}`)
    byKey.set(key, provider)
  }
  const load = memoize<ProviderAdapter>((key) => find(byKey, key).load())
  const loaded = new Map<string, ProviderAdapter>()
  /** The time that this takes is not the provider's. */
  const loadOnce = async (key: string, hold: Deadline['hold']): Promise<ProviderAdapter> => {
    const release = hold()
    const adapter = await load(key).finally(release)
    loaded.set(key, adapter)
    return adapter
  }
  const manifests = [...byKey.values()].map((provider) => provider.manifest)
  return {
    manifests,
    active: manifests.filter(({ key }) => isSwitchedOn(key, (...names) => world.setting(...names))),
    missingKey: (key) => {
      const settings = byKey.get(key)?.manifest.settings ?? []
      const missing = settings.find(({ name, required }) => required && (world.setting(key, name) ?? '') === '')
      if (missing === undefined) return undefined
      return `It needs the setting ${providerVariable({ provider: key, name: missing.name })}: ${missing.description}`
    },
    manifest: (key) => byKey.get(key)?.manifest,
    run: async (key, limit, signal, work, begunAtMs) => {
      const { manifest } = find(byKey, key)
      const left = 'The caller did not wait for the answer'
      const hostMs = () => HOST_SHARE * Math.min(typeof limit === 'number' ? limit : limit.ms(), ROUTES_DEADLINE_MS)
      try {
        return await runWithin(world.clock, limit, signal, left, async (deadline) => {
          const { hold, signal: stop, stopped } = deadline
          let http: ProviderHttp | undefined
          const own = {
            makeSignal: stop,
            provider: manifest,
            clock: world.clock,
            http: {
              request: async (call) =>
                (http ??= world.http(manifest, stop(), { hold, begunAtMs, hostMs })).request(call),
            },
            price: (chainKey, address) => world.price(chainKey, address),
            setting: (name) => world.setting(key, name),
            receipt: (chainKey, hash, usd) => world.receipt(chainKey, hash, usd, stop()),
            rpc: (chainKey, method, params) => world.rpc(chainKey, method, params, stop()),
            rpcOfOperators: (chainKey, method, params) => world.rpcOfOperators(chainKey, method, params, stop()),
            rpcAgreed: (chainKey, method, params, read) => world.rpcAgreed(chainKey, method, params, read, stop()),
          } satisfies Omit<ProviderContext, 'signal'> & SignalMaker
          const context: ProviderContext = Object.defineProperty<typeof own>(
            own,
            'signal',
            SIGNAL_ON_DEMAND,
          ) as typeof own & Pick<ProviderContext, 'signal'>
          const adapter = loaded.get(key) ?? (await untilAborted(stopped, loadOnce(key, hold)))
          if (stopped.aborted) throw abortReason(stopped)
          return untilAborted(stopped, work(adapter, context))
        })
      } catch (error) {
        if (!(error instanceof ProviderError || error instanceof RpcError)) world.onError(error)
        throw asProviderError(error)
      }
    },
  }
}

interface SignalMaker {
  readonly makeSignal: () => AbortSignal
}

/** The signal of a context, made for an adapter that asks for it. One getter for all: see `createEnding`. */
const SIGNAL_ON_DEMAND: PropertyDescriptor & ThisType<SignalMaker> = {
  enumerable: true,
  get() {
    return this.makeSignal()
  },
}

/** @throws ProviderError unavailable for an unknown key */
function find(providers: ReadonlyMap<string, Provider>, key: string): Provider {
  const provider = providers.get(key)
  if (provider === undefined) throw new ProviderError('unavailable', `Unknown provider ${key}`)
  return provider
}

/** An adapter's own failure keeps its code; anything else it throws, including an RPC error, is a bad response. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof RpcError) {
    return new ProviderError('bad_response', `The RPC of the chain returned an error: ${error.message}`, {
      cause: error,
    })
  }
  return new ProviderError('bad_response', 'The provider returned a response that its adapter could not read', {
    cause: error,
  })
}

/** The API's error for a provider that failed while locking or executing. */
export function providerFailed(providerName: string, error: ProviderError): SwapError {
  switch (error.code) {
    case 'unavailable':
      return providerGone(`${providerName} does not offer this route now: ${error.message}`)
    case 'bad_response':
      return new SwapError('BAD_GATEWAY', `${providerName} returned an unusable response: ${error.message}`, {
        hint: 'Lock again, or take the route of another provider',
        cause: error,
      })
    case 'timeout':
    case 'unreachable':
    case 'rate_limited':
      return new SwapError('PROVIDER_UNAVAILABLE', `${providerName} cannot be used right now: ${error.message}`, {
        httpStatus: 503,
        retryAfterSec: error.retryAfterSec ?? 5,
        hint: 'Try again in a moment, or take the route of another provider',
        cause: error,
      })
  }
}

/** The API's error for a route that is no longer offered: quote again. */
export function providerGone(message: string, field?: string): SwapError {
  return new SwapError('PROVIDER_UNAVAILABLE', message, {
    httpStatus: 409,
    hint: 'Quote again and lock one of the new routes',
    ...defined({ field }),
  })
}
