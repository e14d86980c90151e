import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import {
  assetSchema,
  chainSchema,
  executionSchema,
  historyTransactionSchema,
  lockSchema,
  routeSchema,
  sourceSchema,
  statsSchema,
  statusResultSchema,
  trackResultSchema,
  verdictDocumentSchema,
} from '../../src/core/api/document-schemas.ts'
import type { LockRequest } from '../../src/core/api/service.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { openContractService } from '../support/contract-service.ts'
import { ALICE, BASE_USDC, BOB, ETH, evmHash, USDC } from '../support/contract-world.ts'

/*
 * What is declared of an answer is published and typed by that alone. Here every declared field of every answer is seen
 * in what the service makes, and nothing else is: a field that is declared and not filled in fails, as does one that is
 * filled in and not declared.
 */

const XRP = { chain: 'xrpl', address: 'native' }
const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'

const SCHEMAS = {
  chain: chainSchema,
  asset: assetSchema,
  source: sourceSchema,
  route: routeSchema,
  verdict: verdictDocumentSchema,
  lock: lockSchema,
  execution: executionSchema,
  track: trackResultSchema,
  status: statusResultSchema,
  history: historyTransactionSchema,
  stats: statsSchema,
}
type Document = keyof typeof SCHEMAS

/** How far a swap has come: live providers say it. Named by hand, not by the shape: a field that is declared must be noticed. */
const progressAt = (path: string) =>
  [
    ...['', '.srcReceived', '.srcRefunded', '.dstPaid', '.partsDone', '.partsTotal', '.note'],
    ...['.claim', '.claim.chainId', '.claim.to', '.claim.data'],
  ].map((name) => `${path}${name}`)

/** Fields that the sandbox does not make, by why: tests of the rooms that make them hold them. */
const NOT_IN_THE_SANDBOX: Readonly<Partial<Record<Document, readonly string[]>>> = {
  // Tokens that the catalog lacks exist on the live network only.
  asset: ['unlisted'],
  status: ['transaction.srcAsset.unlisted', 'transaction.dstAsset.unlisted', ...progressAt('transaction.progress')],
  // The same; and every swap of this test has ended when the history is read.
  history: ['srcAsset.unlisted', 'dstAsset.unlisted', 'late', ...progressAt('progress'), 'unvalued'],
  // The sandbox knows what everything is worth.
  stats: ['unvalued', 'byProvider[].unvalued', 'byPair[].unvalued', 'byDay[].unvalued'],
  // Live providers state these, or the service compares their routes.
  route: ['priceImpactBps', 'expiresAt', 'warnings', 'duplicateOf'],
  lock: ['priceImpactBps', 'warnings'],
  // Memos belong to chains without contracts, deadlines to one live provider; the contract names txHash.
  execution: ['providerResult.txHash', 'providerResult.depositMemo', 'providerResult.depositBefore'],
}

/** Fields that a provider of the sandbox adds to what is declared, as the contract lets it. */
const ADDED_BY_PROVIDERS: Readonly<Partial<Record<Document, readonly string[]>>> = { route: ['sandbox'] }

const answers = new Map<Document, unknown[]>()
const keep = (document: Document, ...values: readonly unknown[]) =>
  answers.set(document, [...(answers.get(document) ?? []), ...values])

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'swapcli-answers-'))
  const clock = createFakeClock()
  await using service = await openContractService({ clock, directory })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const pair = (src: typeof USDC, dst: typeof USDC) => ({
    srcChain: src.chain,
    srcAddress: src.address,
    dstChain: dst.chain,
    dstAddress: dst.address,
  })
  keep('chain', ...(await service.chains()).data)
  keep('asset', ...(await service.assets({ perPage: 1000 })).data)
  keep('source', ...(await service.sources()).data)
  const requests = [
    { ...pair(USDC, BASE_USDC), amount: '1000' },
    { ...pair(USDC, BASE_USDC), amount: '1000.0060' },
    { ...pair(USDC, BASE_USDC), amount: '1000.0070' },
    { ...pair(ETH, USDC), amount: '1.25' },
    { ...pair(USDC, BASE_USDC), amount: '0.01' },
    { ...pair(USDC, BASE_USDC), amount: '90000000' },
    { ...pair(USDC, BASE_USDC), amount: '1000.0429' },
    { ...pair(USDC, XRP), amount: '1000', recipient: XRP_WALLET, recipientMemo: '12345' },
  ]
  let hash = 0
  for (const request of requests) {
    const { data, verdicts } = await service.quote({ depositor: ALICE, recipient: BOB, ...request })
    keep('route', ...data)
    keep('verdict', ...verdicts)
    for (const { provider, routeId } of data) {
      const chosen: LockRequest = { depositor: ALICE, recipient: BOB, ...request, provider, routeId }
      const lock = await service.lock(chosen)
      keep('lock', lock)
      const execution = await service.execute({ lockId: lock.lockId })
      keep('execution', execution)
      const transactionId = execution.transaction?.id ?? ''
      hash += 1
      if (execution.providerResult.execution === 'client') {
        keep('track', await service.track({ transactionId, txHash: evmHash(hash) }))
      }
      keep('status', await service.status({ transactionId }))
      // What nobody looked at for longer is not valued when its end is found.
      await clock.advance(300_000)
      await service.status({ transactionId })
      await clock.advance(3_600_000)
      keep('status', await service.status({ transactionId }))
    }
  }
  keep('history', ...(await service.history({ perPage: 50 })).data)
  keep('stats', await service.stats())
}, 120_000)

test.each(Object.keys(SCHEMAS) as Document[])('%s', (document) => {
  const declared = declaredPaths(SCHEMAS[document])
  const made = new Set((answers.get(document) ?? []).flatMap((value) => madePaths(value, declared)))
  expect({
    declaredOnly: [...declared].filter((path) => !made.has(path)),
    madeOnly: [...made].filter((path) => !declared.has(path)),
  }).toEqual({ declaredOnly: NOT_IN_THE_SANDBOX[document] ?? [], madeOnly: ADDED_BY_PROVIDERS[document] ?? [] })
})

/** Paths of all fields of a schema: `fees.items[].type`. */
function declaredPaths(schema: unknown, path = ''): Set<string> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return declaredPaths(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return declaredPaths(schema.element, `${path}[]`)
  if (!(schema instanceof z.ZodObject)) return new Set()
  return new Set(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const inner = path === '' ? name : `${path}.${name}`
      return [inner, ...declaredPaths(field, inner)]
    }),
  )
}

/** Paths of all fields of a value, below those that are declared to have fields. */
function madePaths(value: unknown, declared: ReadonlySet<string>, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => madePaths(item, declared, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  const isDeclaredObject = path === '' || [...declared].some((name) => name.startsWith(`${path}.`))
  if (!isDeclaredObject) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const inner = path === '' ? name : `${path}.${name}`
    return [inner, ...madePaths(item, declared, inner)]
  })
}
