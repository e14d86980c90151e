import { expect, test } from 'vitest'
import type { StatusReport } from '../../../src/providers/index.ts'
import {
  eachHashWorld,
  hashOf,
  IS_KEPT,
  IS_OTHER,
  IS_SEEN,
  IS_TAKEN,
  openHashService,
  PAYMENT,
  type Sent,
  STRANGER,
  UNRELATED,
  waiting,
} from '../../support/hash-world.ts'

const [FIRST, SECOND, THIRD] = [hashOf('a1'), hashOf('b2'), hashOf('c3')]
const UNDONE: Sent = { ...PAYMENT, status: '0x0' }
const FAILED: StatusReport = { status: 'FAILED', stage: 'done', reason: 'It was reverted' }
const ended = (hash: string, status: string) => ({ hash, inboundHash: hash, status, stage: 'done' })
const world = eachHashWorld()

test('a payment that the chain undid gives way to the one that its wallet sent again, in either order of their reports', async () => {
  const { add, track, stateOf, journalOf } = await openHashService(world)
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  expect(await stateOf()).toEqual(waiting(FIRST))
  world.mined.set(SECOND, PAYMENT)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
  expect(await journalOf()).toEqual([{ hash: FIRST }, { hash: SECOND, replaced: FIRST }])
  await expect(track(FIRST)).rejects.toMatchObject(IS_SEEN)
  await add('tx_2', '0xaa02')
  world.mined.set(THIRD, { ...PAYMENT, input: '0xaa02' })
  await track(THIRD, 'tx_2')
  world.mined.set(hashOf('d4'), { ...UNDONE, input: '0xaa02' })
  await expect(track(hashOf('d4'), 'tx_2')).rejects.toMatchObject(IS_SEEN)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(SECOND), waiting(THIRD)])
})

test('a payment that the chain undid gives way to nothing that no block holds, and by itself to what one holds later', async () => {
  const { track, after, stateOf } = await openHashService(world)
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  await expect(track(SECOND)).rejects.toMatchObject(IS_KEPT)
  world.mined.set(THIRD, UNRELATED)
  await expect(track(THIRD)).rejects.toMatchObject(IS_OTHER)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(FIRST))
  world.mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('of two payments of which no block held one, the one that the chain undid gives way to the one that moved money', async () => {
  const { track, after, stateOf } = await openHashService(world)
  await track(FIRST)
  await track(SECOND)
  world.mined.set(FIRST, UNDONE)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(FIRST))
  world.mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('a swap that ended FAILED by a payment that the chain undid is followed again by the one that moved money', async () => {
  const { store, track, after, stateOf } = await openHashService(world, (hash) =>
    hash === FIRST ? FAILED : { status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: THIRD },
  )
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  expect(await stateOf()).toEqual(ended(FIRST, 'FAILED'))
  world.mined.set(SECOND, PAYMENT)
  expect(await track(SECOND)).toMatchObject({ transaction: { hash: SECOND, status: 'SUCCESS' }, final: true })
  await after(60_000)
  const { reason, outboundHash } = (await store.transactions.get('tx_1'))?.doc ?? {}
  expect({ ...(await stateOf()), reason, outboundHash }).toEqual({
    ...{ ...ended(SECOND, 'SUCCESS'), reason: undefined, outboundHash: THIRD },
  })
  const events = (await store.events.ofTransaction('tx_1')).map(({ type, data }) => ({ type, data }))
  expect(events.filter(({ type }) => type !== 'transaction.created')).toEqual([
    { type: 'transaction.hash', data: { hash: FIRST } },
    { type: 'transaction.final', data: { status: 'FAILED', stage: 'done', provider: 'ANY' } },
    { type: 'transaction.hash', data: { hash: SECOND, replaced: FIRST } },
    { type: 'transaction.updated', data: { status: 'PENDING', stage: 'confirming', provider: 'ANY' } },
    { type: 'transaction.final', data: { status: 'SUCCESS', stage: 'done', provider: 'ANY' } },
  ])
})

test('a swap that ended FAILED so is followed again by nothing less, also where a stranger reports it', async () => {
  const { track, stateOf } = await openHashService(world, (hash) => (hash === FIRST ? FAILED : undefined))
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  world.mined.set(THIRD, { ...PAYMENT, from: STRANGER })
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  world.mined.set(SECOND, UNDONE)
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  world.isKnown = false
  await expect(track(hashOf('d4'))).rejects.toMatchObject(IS_KEPT)
  expect(await stateOf()).toEqual(ended(FIRST, 'FAILED'))
})

test('a swap that ended FAILED so looks for an hour at a payment that no block held when it was reported', async () => {
  const asked: string[] = []
  const { store, add, track, after, stateOf } = await openHashService(world, (hash) => {
    asked.push(hash)
    return hash === FIRST || hash === THIRD ? FAILED : undefined
  })
  const nextLookAt = async (id: string) => (await store.transactions.get(id))?.doc.nextPollAtMs
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  expect(await nextLookAt('tx_1')).toBeNull()
  await expect(track(SECOND)).rejects.toMatchObject(IS_KEPT)
  await after(60_000)
  expect([await stateOf(), asked]).toEqual([ended(FIRST, 'FAILED'), [FIRST]])
  world.mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect([await stateOf(), asked]).toEqual([waiting(SECOND), [FIRST, SECOND]])

  await add('tx_2', '0xaa02')
  world.mined.set(THIRD, { ...UNDONE, input: '0xaa02' })
  await track(THIRD, 'tx_2')
  await expect(track(hashOf('d4'), 'tx_2')).rejects.toMatchObject(IS_KEPT)
  await after(30 * 60_000)
  expect(await nextLookAt('tx_2')).toBe(world.clock.now() + 5 * 60_000)
  await after(31 * 60_000)
  expect([await stateOf('tx_2'), await nextLookAt('tx_2')]).toEqual([ended(THIRD, 'FAILED'), null])
})

test('a swap whose undone payment fails while another one was reported is followed again once a block holds that', async () => {
  let isTold = false
  const { track, after, stateOf } = await openHashService(world, (hash) =>
    isTold && hash === FIRST ? FAILED : undefined,
  )
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  await expect(track(SECOND)).rejects.toMatchObject(IS_KEPT)
  isTold = true
  await after(60_000)
  expect(await stateOf()).toEqual(ended(FIRST, 'FAILED'))
  world.mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('what a provider says late of a hash that was replaced meanwhile ends nothing', async () => {
  let answer: (report: StatusReport) => void = () => undefined
  const { track, after, stateOf } = await openHashService(world, (hash) =>
    hash === FIRST ? new Promise((resolve) => (answer = resolve)) : undefined,
  )
  world.mined.set(FIRST, UNDONE)
  const slow = track(FIRST)
  await expect.poll(stateOf).toEqual(waiting(FIRST))
  world.mined.set(SECOND, PAYMENT)
  await track(SECOND)
  answer(FAILED)
  await slow
  expect(await stateOf()).toEqual(waiting(SECOND))
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('where no node answers for a while, nobody reports away what the chain has shown to be the payment', async () => {
  const { track, stateOf } = await openHashService(world)
  world.mined.set(FIRST, PAYMENT)
  await track(FIRST)
  world.isKnown = false
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual(waiting(FIRST))
})

test('a payment that the chain undid goes to its own transaction, too, where it was reported for another', async () => {
  const { add, track, stateOf } = await openHashService(world)
  await add('tx_2', '0xaa02')
  await track(FIRST, 'tx_2')
  await expect(track(FIRST)).rejects.toMatchObject(IS_TAKEN)
  world.mined.set(FIRST, UNDONE)
  await track(FIRST)
  expect((await stateOf()).hash).toBe(FIRST)
  expect((await stateOf('tx_2')).hash).toBe('')
})
