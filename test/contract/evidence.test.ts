import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedSwapService, openSwapService, ProviderError, type StatusReport } from '../../src/index.ts'
import { evmHash, LOCKABLE } from '../support/contract-world.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { createTestProvider, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'

/*
 * Providers contradict themselves, claim without proof and name foreign hashes. What the service made final stays.
 */

const HOUR_MS = 60 * 60 * 1000
const SUCCESS: StatusReport = { status: 'SUCCESS', stage: 'done', outboundHash: evmHash(1) }
const FAILED: StatusReport = { status: 'FAILED', stage: 'done', reason: 'It did not work' }
const REFUND: StatusReport = { status: 'REFUND', stage: 'done', refundHash: evmHash(2) }

let home: string
let clock: FakeClock
let service: EmbeddedSwapService
let answer: StatusReport | Error
/** How often the provider was polled. */
let polls: number

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-evidence-'))
  clock = createFakeClock()
  answer = STILL_PENDING
  polls = 0
  const provider = createTestProvider(() => {
    polls += 1
    if (answer instanceof Error) throw answer
    return answer
  })
  service = await openSwapService({ home, clock, providers: [provider] })
})
afterEach(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true })
})

async function swap(): Promise<string> {
  const { lockId } = await service.lock({ ...LOCKABLE, amount: '100', provider: TEST_PROVIDER })
  return (await service.execute({ lockId })).transaction?.id ?? ''
}

/** The status after a poll that was due brought this. */
async function afterPoll(id: string, report: StatusReport | Error): Promise<string> {
  answer = report
  await clock.advance(HOUR_MS)
  return (await service.status({ transactionId: id })).transaction.status
}

/** The status after a call of track brought this. */
async function afterRefresh(id: string, report: StatusReport): Promise<string> {
  answer = report
  return (await service.track({ transactionId: id })).transaction.status
}

describe('a final status', () => {
  test('SUCCESS stays, whatever the provider says later and however it is asked', async () => {
    const id = await swap()
    expect(await afterPoll(id, SUCCESS)).toBe('SUCCESS')
    const before = await service.status({ transactionId: id })
    for (const report of [FAILED, REFUND, STILL_PENDING]) {
      expect(await afterPoll(id, report)).toBe('SUCCESS')
      expect(await afterRefresh(id, report)).toBe('SUCCESS')
    }
    expect(await service.status({ transactionId: id })).toEqual(before)
  })

  test('SUCCESS stays after a reorganisation, which is an event when a refresh finds it', async () => {
    const id = await swap()
    expect(await afterPoll(id, SUCCESS)).toBe('SUCCESS')
    expect(await afterRefresh(id, { status: 'PENDING', stage: 'confirming' })).toBe('SUCCESS')
    const leave = new AbortController()
    const events: string[] = []
    for await (const event of service.events(0, leave.signal)) {
      events.push(JSON.stringify(event))
      if (event.type === 'transaction.evidence') break
    }
    leave.abort()
    expect(events.at(-1)).toContain('The source chain no longer holds the transaction deep enough')
  })

  test('REFUND stays', async () => {
    const id = await swap()
    expect(await afterPoll(id, REFUND)).toBe('REFUND')
    for (const report of [SUCCESS, FAILED, STILL_PENDING]) expect(await afterRefresh(id, report)).toBe('REFUND')
  })

  test('FAILED becomes REFUND when a refresh that was asked for finds the refund, and nothing else', async () => {
    const id = await swap()
    expect(await afterPoll(id, FAILED)).toBe('FAILED')
    expect(await afterPoll(id, REFUND)).toBe('FAILED')
    expect(await afterRefresh(id, SUCCESS)).toBe('FAILED')
    expect(await afterRefresh(id, STILL_PENDING)).toBe('FAILED')
    expect(await afterRefresh(id, REFUND)).toBe('REFUND')
    expect((await service.status({ transactionId: id })).transaction.refundHash).toBe(evmHash(2))
    expect(await afterRefresh(id, FAILED)).toBe('REFUND')
  })
})

describe('a pending status', () => {
  test('becomes SUCCESS only with proof: a hash of the payout or a delivered amount', async () => {
    const id = await swap()
    expect(await afterPoll(id, { status: 'SUCCESS', stage: 'done' })).toBe('PENDING')
    expect(await afterPoll(id, { status: 'SUCCESS', stage: 'done', outboundHash: '' })).toBe('PENDING')
    expect(await afterPoll(id, { status: 'SUCCESS', stage: 'done', deliveredOut: 99_500_000n })).toBe('SUCCESS')
    expect((await service.status({ transactionId: id })).transaction.dstAmount).toBe('99.5')
  })

  test('becomes SUCCESS by the word of a provider that has held it for long, and shows that it is no more than that', async () => {
    const id = await swap()
    const reason = 'It calls it paid, but tells neither transaction nor amount of the payout'
    expect(await afterPoll(id, { status: 'SUCCESS', stage: 'done', restsOnWord: true, reason })).toBe('SUCCESS')
    const { transaction } = await service.status({ transactionId: id })
    expect(transaction).toMatchObject({ outboundHash: null, reason })
  })

  test('shows how far it came: each change once, and after the end what went back', async () => {
    const id = await swap()
    const progressOf = async () => (await service.status({ transactionId: id })).transaction.progress
    const part = (done: number): StatusReport => ({
      ...STILL_PENDING,
      progress: { receivedIn: 100_000_000n, parts: { done, total: 3 }, note: 'Two\u001b[2J to go' },
    })
    for (const done of [1, 1, 2]) expect(await afterPoll(id, part(done))).toBe('PENDING')
    const { note, ...amounts } = (await progressOf()) ?? {}
    expect(amounts).toEqual({ srcReceived: '100', partsDone: 2, partsTotal: 3 })
    expect(note).toMatch(/^Two.*to go$/)
    expect(note).not.toMatch(/\p{Cc}/u)
    const events = await service.store.events.ofTransaction(id, () => undefined)
    const told = events.flatMap(({ type, data }) => (type === 'transaction.updated' ? [data] : []))
    expect(told).toHaveLength(2)
    expect(JSON.stringify(told[1])).toMatch(/"progress":"100 USDC received, 2 of 3 parts swapped\. Two/)
    await afterPoll(id, { ...SUCCESS, progress: { receivedIn: 100_000_000n, refundedIn: 40_000_000n } })
    expect(await progressOf()).toEqual({ srcRefunded: '40' })
    expect((await service.history({})).data.map(({ progress }) => progress)).toEqual([{ srcRefunded: '40' }])
  })

  test('stays while the provider fails, and is followed again afterwards', async () => {
    const id = await swap()
    const failures = [new ProviderError('timeout', 'slow'), new ProviderError('unreachable', 'gone')]
    for (const failure of [...failures, new ProviderError('bad_response', 'html'), new TypeError('a bug')]) {
      expect(await afterPoll(id, failure)).toBe('PENDING')
    }
    expect(await afterPoll(id, SUCCESS)).toBe('SUCCESS')
  })

  test('takes no hash that belongs to another transaction', async () => {
    const first = await swap()
    expect(await afterPoll(first, SUCCESS)).toBe('SUCCESS')
    const second = await swap()
    expect(await afterPoll(second, SUCCESS)).toBe('PENDING')
    expect((await service.status({ hash: evmHash(1) })).transaction.id).toBe(first)
    expect((await service.status({ transactionId: second })).transaction.outboundHash).toBeNull()
    expect(await afterPoll(second, { ...SUCCESS, outboundHash: evmHash(3) })).toBe('SUCCESS')
  })

  test('is asked about at its own pace, also while its provider names a foreign hash', async () => {
    const first = await swap()
    expect(await afterPoll(first, SUCCESS)).toBe('SUCCESS')
    await swap()
    polls = 0
    const stop = service.startTracker()
    await clock.advance(30_000)
    await stop()
    expect(polls).toBeGreaterThan(0)
    // Every 3 s, which is a tenth of its estimate.
    expect(polls).toBeLessThanOrEqual(11)
  })

  test('that cannot be followed does not keep the others from their ends, however many there are', async () => {
    for (let made = 0; made < 20; made += 1) {
      const found = await service.store.transactions.get(await swap())
      if (found === undefined) throw new Error('the transaction was recorded')
      await service.store.transactions.replace({ ...found.doc, srcChain: 'a-chain-that-left' }, found.version, [])
    }
    const other = await swap()
    answer = SUCCESS
    const stop = service.startTracker()
    await clock.advance(30_000)
    await stop()
    const { data } = await service.history({ statuses: 'SUCCESS' })
    expect(data.map(({ id }) => id)).toEqual([other])
  })

  test('shows what a provider writes without its control characters', async () => {
    const id = await swap()
    await afterPoll(id, { ...FAILED, reason: 'No\u001b[2J\u001b]8;;http://evil\u0007 funds\r\n\u202e' })
    const { reason } = (await service.status({ transactionId: id })).transaction
    expect(reason).toMatch(/No.*funds/)
    expect(reason).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
