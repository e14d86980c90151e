import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatUsd, parseUsd } from '../../../src/core/money/usd.ts'
import { openSwapService } from '../../../src/open.ts'
import { flipStoredBit, rawSql } from '../../store/raw.ts'
import { asList, asObject } from '../../support/contract-fields.ts'
import { BASE_ETH, BRIDGE, ETH, evmHash, INTENTS, LOCKABLE, pair } from '../../support/contract-world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST } from '../run-here.ts'
import { serveProgram } from '../served-program.ts'

type Answer = Readonly<Record<string, unknown>>

/** Another pair than LOCKABLE: what is quoted for one replaces no route of the other. */
const OTHER_PAIR = { ...LOCKABLE, ...pair(ETH, BASE_ETH), amount: '1' }

/** Under which a lock was asked for, whose kept answer is damaged. */
const DAMAGED_KEY = 'damaged-key'

/**
 * A home with two finished swaps, two open ones, two unused locks and the routes of a quote, one of each damaged, an event and
 * the answer that is kept under a key.
 */
async function damagedHome() {
  const home = await newHome()
  for (let made = 0; made < 2; made += 1) {
    const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', BRIDGE, '--yes']
    expect((await cli(swap, { home, env: FAST })).code).toBe(0)
  }
  // A minute ago: what is open is due when the server begins.
  const service = await openSwapService({ home, lockTtlMs: 3_600_000, clock: createFakeClock(Date.now() - 60_000) })
  const lock = async (provider = BRIDGE) => (await service.lock({ ...LOCKABLE, provider })).lockId
  const execute = async (provider: string) =>
    (await service.execute({ lockId: await lock(provider) })).transaction?.id ?? ''
  const [open, damagedOpen] = [await execute(BRIDGE), await execute(INTENTS)]
  const [unused, damagedUnused] = [await lock(), await lock()]
  await service.lock({ ...LOCKABLE, provider: BRIDGE }, { idempotencyKey: DAMAGED_KEY })
  const routes = (await service.quote(OTHER_PAIR)).data
  const damagedRoute = routes.find(({ provider }) => provider === BRIDGE)?.routeId ?? ''
  const history = (await service.history()).data.filter(({ status }) => status === 'SUCCESS')
  const [finished, damagedFinished] = [history[0], history[1]]
  if (finished === undefined || damagedFinished === undefined) throw new Error('two swaps were finished')
  const stats = await service.stats()
  await service.close()

  const store = join(home, 'sandbox.db')
  for (const id of [damagedFinished.id, damagedOpen])
    flipStoredBit(store, 'transactions', `id = '${id}'`, '"depositor":"')
  flipStoredBit(store, 'locks', `id = '${damagedUnused}'`, '"depositor":"')
  flipStoredBit(store, 'routes', `route_id = '${damagedRoute}'`, '"routeId":"')
  flipStoredBit(store, 'events', 'seq = 2', '"type":"')
  rawSql(store, `UPDATE meta SET sum = 'flipped'`, `UPDATE idempotency SET outcome = x'0107'`)
  return { home, stats, open, damagedOpen, unused, damagedUnused, damagedRoute, finished, damagedFinished }
}

test('a server of a home in which documents are damaged names them in its log, serves all others, and goes on', async () => {
  const { home, stats, ...ids } = await damagedHome()
  const { url, log, stop } = await serveProgram(home)
  const call = async (path: string, body?: object, more?: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...more }
    const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(url + path, post)
    const answer: Answer = asObject(await response.json())
    return { status: response.status, answer }
  }
  const get = async (path: string) => {
    const { status, answer } = await call(path)
    expect([path, status]).toEqual([path, 200])
    return answer
  }
  const logged: string[] = []
  /** Expects the answer that sends its reader to the log, and at the end what it finds there. */
  const expectDamage = async (document: string, path: string, body?: object, headers?: Record<string, string>) => {
    const { status, answer } = await call(path, body, headers)
    const { requestId } = asObject(answer['error'])
    const message = 'The server cannot use what it has stored; see its log for this request id'
    expect([path, status, answer]).toEqual([
      ...[path, 500],
      { error: { code: 'INTERNAL_ERROR', message, requestId, details: { errors: [] }, funds: 'unknown' } },
    ])
    const store = join(home, 'sandbox.db')
    logged.push(`STORE_UNUSABLE in ${String(requestId)}: The store ${store} is damaged: ${document} does not match`)
  }

  const status = '/transaction/status?'
  for (const query of [`transactionId=${ids.damagedFinished.id}`, `hash=${ids.damagedFinished.hash}`]) {
    await expectDamage(`transactions ${ids.damagedFinished.id}`, status + query)
  }
  await expectDamage(`transactions ${ids.damagedOpen}`, `${status}transactionId=${ids.damagedOpen}`)
  for (const path of ['history', 'stats']) {
    await expectDamage(`transactions ${ids.damagedOpen}`, `/transaction/${path}?transactionId=${ids.damagedOpen}`)
  }
  const statusOf = async (query: string) => {
    const { transaction, final } = asObject((await get(status + query))['data'])
    return [asObject(transaction)['id'], asObject(transaction)['status'], final]
  }
  const { id, hash } = ids.finished
  for (const query of [`transactionId=${id}`, `hash=${hash}`])
    expect(await statusOf(query)).toEqual([id, 'SUCCESS', true])
  expect(await statusOf(`transactionId=${ids.open}`)).toEqual([ids.open, 'PENDING', false])

  const history = async (query: string) => {
    const { data, pagination, damaged } = await get(`/transaction/history?${query}`)
    return { ids: asList(data).map((row) => asObject(row)['id']), total: asObject(pagination)['total'], damaged }
  }
  // By a text too; and a server keeps what it has answered.
  for (const query of ['', '', 'query=tx_', 'query=tx_']) {
    expect(await history(query)).toEqual({
      ids: [id, ids.open],
      total: 4,
      damaged: [ids.damagedFinished.id, ids.damagedOpen],
    })
  }
  expect(await history('statuses=SUCCESS&perPage=1')).toEqual({ ids: [id], total: 2 })
  expect(await history('statuses=SUCCESS&perPage=1&page=2')).toEqual({
    ids: [],
    total: 2,
    damaged: [ids.damagedFinished.id],
  })
  expect(await history(`transactionId=${id}`)).toEqual({ ids: [id], total: 1 })
  // Counts do not need the documents; what was delivered does, and the damaged one is left out of it.
  const { deliveries = [], ...counts } = stats
  // Both swaps of the provider are alike.
  const readable = deliveries.map((one) => ({
    ...one,
    ...{ finished: 1, measured: 1, success: 1, spread: one.spread?.map((count) => count / 2) },
    cost: { swaps: 1, usd: formatUsd((parseUsd(one.cost?.usd ?? '') ?? 0n) / 2n) },
  }))
  expect(deliveries.map(({ finished }) => finished)).toEqual([2])
  for (const _again of [1, 2]) {
    expect(await get('/transaction/stats')).toEqual({ data: { ...counts, deliveries: readable } })
  }
  expect(await get('/transaction/stats?query=tx_')).toEqual({ data: counts })

  for (const path of ['/swap/chains', '/swap/assets?chain=base', '/swap/sources']) {
    expect(asList((await get(path))['data']).length).toBeGreaterThan(0)
  }
  const text = async (path: string) => (await fetch(new URL(path, url))).text()
  expect([await text('/healthz'), await text('/readyz')]).toEqual(['ok\n', 'ready\n'])
  expect(await text('/metrics')).toContain('swapcli_transactions{status="PENDING"} 2')
  const [first = '', damagedEvent, third = ''] = await firstEvents(url, '0', 3)
  expect([first, damagedEvent, third]).toEqual([
    expect.stringMatching(/^1-[0-9a-f]{8} lock\.created$/),
    '2 event.damaged',
    expect.stringMatching(/^3-[0-9a-f]{8} /),
  ])
  // A reader that was cut off goes on from any of them.
  const [firstId = ''] = first.split(' ')
  expect(await firstEvents(url, firstId, 2)).toEqual([damagedEvent, third])
  expect(await firstEvents(url, '2', 1)).toEqual([third])

  await expectDamage(`locks ${ids.damagedUnused}`, '/quote/execute', { lockId: ids.damagedUnused })
  await expectDamage(`transactions ${ids.damagedOpen}`, '/transaction/track', { transactionId: ids.damagedOpen })
  const relock = { ...OTHER_PAIR, provider: BRIDGE, routeId: ids.damagedRoute }
  await expectDamage(`routes ${ids.damagedRoute}`, '/quote/lock', relock)
  const sameLock = { ...LOCKABLE, provider: BRIDGE }
  await expectDamage(`idempotency lock:${DAMAGED_KEY}`, '/quote/lock', sameLock, { 'Idempotency-Key': DAMAGED_KEY })

  const executed = await call('/quote/execute', { lockId: ids.unused })
  const tracked = await call('/transaction/track', { transactionId: ids.open, txHash: evmHash(7) })
  const again = await call('/quote', OTHER_PAIR)
  const locked = await call('/quote/lock', relock)
  expect([executed, tracked, again, locked].map((each) => each.status)).toEqual([200, 200, 200, 200])
  expect(await history('statuses=PENDING,SUCCESS')).toMatchObject({ total: 5 })
  expect(await stop()).toBe(0)
  for (const line of logged) expect(log()).toContain(line)
  // The tracker came upon one by itself.
  expect(log()).toMatch(
    new RegExp(`^\\{"log":"failure",.* is damaged: transactions ${ids.damagedOpen} does not match its checksum`, 'm'),
  )
  expect(log()).not.toContain('bug in')
})

/** The first events of the journal after the one with an id, as id and type. */
async function firstEvents(url: string, after: string, count: number): Promise<readonly string[]> {
  const leaving = new AbortController()
  const { body } = await fetch(new URL(`/events?after=${after}`, url), { signal: leaving.signal })
  if (body === null) throw new Error('no journal')
  let text = ''
  for await (const part of body) {
    text += Buffer.from(part as Uint8Array).toString('utf8')
    const found = [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: .*\n\n/gm)]
    if (found.length >= count) return found.slice(0, count).map(([, id = '', type = '']) => `${id} ${type}`)
  }
  throw new Error('the journal ended')
}
