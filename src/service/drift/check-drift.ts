import { defined } from '../../core/defined.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Json } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { ObstacleCode } from '../../core/text/availability.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { secretHider, secretsOf } from '../../core/text/secret-hider.ts'
import {
  compareShapes,
  decodeShape,
  type FieldChange,
  mergeShapes,
  type ReplyShape,
  shapeOf,
} from '../../core/text/reply-shape.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import { createCatalog } from '../catalog/catalog.ts'
import { copySignal } from '../catalog/refresh.ts'
import type { ServiceContext } from '../context.ts'
import { connectionProblem } from '../providers/connection-problem.ts'
import { isGateClosed } from '../providers/gate-closed.ts'
import type { ProviderState } from '../providers/states.ts'
import { type Asked, type AskedCall, askPair } from './ask.ts'
import { type AskedPair, type DriftQuestion, type QuestionKind, QUESTIONS } from './questions.ts'

type DriftContext = Pick<ServiceContext, 'clock' | 'providers' | 'catalogData' | 'setting'>

/** Shapes of recorded replies, by provider and call (`POST /quote/v2`), as `encodeShape` writes them. */
export type RecordedShapes = Readonly<Record<string, Readonly<Record<string, Json>>>>

export interface DriftOptions {
  readonly shapes: RecordedShapes
  /** Longest time for one question, in milliseconds. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  /** Called as a provider is through with its questions. */
  onProvider?(key: string): void
}

/** How a provider's answer to one question compares with what this program knows of it. */
export interface DriftCheck {
  readonly key: string
  /** Absent where the provider was asked nothing. */
  readonly kind?: QuestionKind
  /** What was asked for; absent where nothing was. */
  readonly pair?: AskedPair
  /** The same with the addresses of the assets, `chainKey:address`, and `native` for coins. */
  readonly asked?: {
    readonly src: string
    readonly dst: string
    readonly amount: string
    readonly slippageBps: number
  }
  /**
   * `ok`: a route, of replies as they were recorded. `changed`: a route all the same. `lost`: the provider answered, and there is no route
   * because its answer cannot be used. `no_route`: it has none, and says why. `failed`: it gave no answer. `skipped`: it was not asked.
   */
  readonly result: 'ok' | 'changed' | 'lost' | 'no_route' | 'failed' | 'skipped'
  /** Until it was answered, in milliseconds. */
  readonly ms?: number
  /** Why there is no route. */
  readonly code?: string
  readonly message?: string
  /** What the user can do. */
  readonly next?: string
  /** What loses routes first. */
  readonly changes: readonly ReplyChange[]
  /** Calls of which there is no recording to compare with. */
  readonly unrecorded: readonly string[]
  /** What was asked and answered, without headers and without what the settings of the provider hold. */
  readonly calls: readonly KeptCall[]
  readonly outcome?: KeptOutcome
  /** What the adapter took for the time, in epoch milliseconds. */
  readonly nowMs?: number
}

/** A field in which a reply differs from the recordings. */
export interface ReplyChange extends FieldChange {
  /** `POST /quote/v2`. */
  readonly call: string
  /** `lost`: it is read, and there is no route. `stands`: it is read, and there is a route all the same. `unread`: nobody reads it. */
  readonly effect: 'lost' | 'stands' | 'unread'
}

export interface KeptCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Json
  readonly status: number
  /** The reply. */
  readonly text: string
}

/** What an answer came to, for who reads its replies again. */
export type KeptOutcome =
  | { readonly routes: readonly { readonly routeId: string; readonly amountOut: string }[] }
  | { readonly noRoute: string }
  | { readonly error: string }

/**
 * Asks providers for one real price of each kind that they take, without wallets, and compares the replies with the
 * recordings. Providers are asked at once, the questions of each one after the other. Budgets and breakers are kept.
 * @throws INTERRUPTED when the signal aborts
 */
export async function checkDrift(
  context: DriftContext,
  asked: readonly (readonly [ProviderManifest, Pick<ProviderState, 'reason'>])[],
  options: DriftOptions,
): Promise<readonly DriftCheck[]> {
  const found = await Promise.all(
    asked.map(async ([manifest, state]) => {
      const checks = await checkProviderDrift(context, manifest, state, options)
      if (options.signal?.aborted !== true) options.onProvider?.(manifest.key)
      return checks
    }),
  )
  if (options.signal?.aborted === true) throw new SwapError('INTERRUPTED', 'Interrupted: no reply was kept')
  return found.flat()
}

async function checkProviderDrift(
  context: DriftContext,
  manifest: ProviderManifest,
  { reason }: Pick<ProviderState, 'reason'>,
  options: DriftOptions,
): Promise<readonly DriftCheck[]> {
  const { key, baseUrl, asksNodes = false } = manifest
  if (reason !== undefined) {
    const until = reason.until === undefined ? '' : `, until ${reason.until}`
    return [skipCheck(key, `${reason.message}${until}`, reason.code)]
  }
  if (baseUrl === undefined && !asksNodes) return [skipCheck(key, 'It has no API')]
  const nowMs = context.clock.now()
  const checks: DriftCheck[] = []
  for (const question of QUESTIONS) {
    if (options.signal?.aborted === true) break
    const check = await checkQuestion(context, manifest, question, nowMs, options)
    if (check !== undefined) checks.push(check)
    // Whoever wants a key, or did not answer in time, would say so to each of them.
    if (check?.result === 'skipped' || check?.result === 'failed') break
  }
  return checks.length === 0 ? [skipCheck(key, 'It takes none of the pairs that are asked for')] : checks
}

/** Undefined where the provider does not take such pairs. */
async function checkQuestion(
  context: DriftContext,
  manifest: ProviderManifest,
  { kind, pairs }: DriftQuestion,
  nowMs: number,
  options: DriftOptions,
): Promise<DriftCheck | undefined> {
  const bundled = createCatalog({ data: context.catalogData })
  let refused: DriftCheck | undefined
  for (const pair of pairs) {
    const startMs = monotonicMs(context.clock)
    const signal = copySignal(options.signal)
    const asked = await askPair({ ...context, bundled }, manifest.key, pair, nowMs, options.deadlineMs, signal)
    const isRefused = asked.end.is === 'no_route' && asked.end.code === 'pair_unsupported'
    // Its adapter alone refused.
    if (isRefused && asked.calls.length === 0) continue
    const ms = Math.round(monotonicMs(context.clock) - startMs)
    const check = judge(context, manifest, { kind, pair, ms, nowMs }, asked, options.shapes)
    if (!isRefused) return check
    // The first pair is the one that most providers take.
    refused ??= check
  }
  return refused
}

function judge(
  context: DriftContext,
  manifest: ProviderManifest,
  { pair, ...facts }: Required<Pick<DriftCheck, 'kind' | 'pair' | 'ms' | 'nowMs'>>,
  { request, calls, end }: Asked,
  shapes: RecordedShapes,
): DriftCheck {
  const { key } = manifest
  const hide = secretHider(settingsOf(context, manifest).flatMap(secretsOf))
  const base = {
    key,
    ...facts,
    pair: { ...pair, amount: request.amountText },
    asked: {
      src: namedAsset(request.src),
      dst: namedAsset(request.dst),
      amount: request.amountText,
      slippageBps: request.slippageBps,
    },
    changes: [],
    unrecorded: [],
    calls: calls.map((call) => keptCall(call, hide)),
  }
  const compare = (isLost: boolean) => compareCalls(calls, shapes[key] ?? {}, isLost, hide)
  switch (end.is) {
    case 'routes': {
      const compared = compare(false)
      const routes = end.routes.map(({ routeId, amountOut }) => ({ routeId, amountOut: String(amountOut) }))
      return { ...base, ...compared, result: compared.changes.length === 0 ? 'ok' : 'changed', outcome: { routes } }
    }
    case 'no_route': {
      const said = { code: end.code, message: cleanText(hide(end.message)), outcome: { noRoute: end.code } }
      if (end.code === 'needs_key' || end.code === 'needs_wallet') return { ...base, ...said, result: 'skipped' }
      // By the adapter's own tables the provider takes the pair: where a list that says otherwise has changed, it was not understood.
      const compared = end.code === 'pair_unsupported' ? compare(true) : { changes: [] }
      const isLost = compared.changes.some(({ effect, change }) => effect === 'lost' && change !== 'added')
      return { ...base, ...said, ...(isLost ? compared : {}), result: isLost ? 'lost' : 'no_route' }
    }
    case 'error': {
      const outcome = { error: end.code }
      if (end.isUnread) {
        const message = cleanText(hide(end.message))
        return { ...base, ...compare(true), result: 'lost', code: end.code, message, outcome }
      }
      if (isGateClosed(end.cause)) {
        const { code, message, retryAfterSec = 0 } = end.cause
        const obstacle: ObstacleCode = code === 'rate_limited' ? 'rate_limited' : 'breaker_open'
        return { ...base, result: 'skipped', code: obstacle, message: `${message}, for ${retryAfterSec} s` }
      }
      const { code, message, next } = connectionProblem(end.cause, manifest)
      return { ...base, result: 'failed', code, message: cleanText(hide(message)), next, outcome }
    }
  }
}

function compareCalls(
  calls: readonly AskedCall[],
  recorded: RecordedShapes[string],
  isLost: boolean,
  hide: (text: string) => string,
): Pick<DriftCheck, 'changes' | 'unrecorded'> {
  const changes = new Map<string, ReplyChange>()
  const unrecorded = new Set<string>()
  for (const { method, path, status, text, reply } of calls) {
    if (status < 200 || status >= 300) continue
    const call = callName(method, path)
    const shape = shapeFor(call, recorded)
    if (shape === undefined) {
      unrecorded.add(hide(call))
      continue
    }
    for (const change of compareShapes(shape, shapeOf(JSON.parse(text)))) {
      const effect = reply.wasRead(change.field) ? (isLost ? 'lost' : 'stands') : 'unread'
      const hidden = { ...change, call: hide(call), field: hide(change.field), effect } as const
      changes.set(`${call} ${change.field} ${change.change}`, hidden)
    }
  }
  const order = ['lost', 'stands', 'unread']
  const sorted = [...changes.values()].sort((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))
  return { changes: sorted, unrecorded: [...unrecorded] }
}

/** The recorded shape of a call; where its path begins with the name of another chain, that of those. */
function shapeFor(call: string, recorded: RecordedShapes[string] = {}): ReplyShape | undefined {
  const exact = recorded[call]
  if (exact !== undefined) return decodeShape(exact)
  const isAlike = (other: string) => {
    const [one, two] = [call, other].map((name) => name.replace(/^(\w+) \/[^/]+\//, '$1 /'))
    return one !== call && one === two
  }
  const shapes = Object.entries(recorded).flatMap(([name, coded]) => (isAlike(name) ? [decodeShape(coded)] : []))
  return shapes.length === 0 ? undefined : shapes.reduce(mergeShapes)
}

/** A call by its method and path, without the parts of it that are data: `GET /v2/swaps/*`. */
export function callName(method: string, path: string): string {
  const parts = path.split('/').map((part) => (/^(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(part) ? '*' : part))
  return `${method} ${parts.join('/')}`
}

function keptCall({ method, path, query, body, status, text }: AskedCall, hide: (text: string) => string): KeptCall {
  const hidden = Object.entries(query).map(([name, value]) => [name, hide(value)])
  return {
    method,
    path: hide(path),
    query: Object.fromEntries(hidden) as Record<string, string>,
    ...defined({ body: body === undefined ? undefined : hideIn(body, hide) }),
    status,
    text: hide(text),
  }
}

/** The same value with its texts and names of members hidden: what a number says is left, so that it stays one. */
function hideIn(value: Json, hide: (text: string) => string): Json {
  if (typeof value === 'string') return hide(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => hideIn(item, hide))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [hide(name), member === undefined ? member : hideIn(member, hide)]),
  )
}

function namedAsset({ chain, asset }: PricedAsset): string {
  return `${chain.key}:${asset.isNative ? 'native' : asset.address}`
}

/** What the user set for a provider: keys, names, its address; and the nodes that it may ask. */
function settingsOf(
  { setting, catalogData }: DriftContext,
  { key, settings = [] }: ProviderManifest,
): readonly string[] {
  const own = ['URL', ...settings.map(({ name }) => name)].flatMap((name) => setting(key, name) ?? [])
  return [...own, ...catalogData.chains().flatMap((chain) => setting('RPC', chain.key) ?? [])]
}

function skipCheck(key: string, message: string, code?: string): DriftCheck {
  return { key, result: 'skipped', message, changes: [], unrecorded: [], calls: [], ...defined({ code }) }
}
