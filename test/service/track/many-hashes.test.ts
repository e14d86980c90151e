import { expect, test } from 'vitest'
import type { StatusReport } from '../../../src/providers/index.ts'
import {
  AWAITING,
  eachHashWorld,
  hashOf,
  IS_KEPT,
  IS_SEEN,
  IS_TAKEN,
  openHashService,
  PAYMENT,
  waiting,
} from '../../support/hash-world.ts'

const [FIRST, SECOND, THIRD] = [hashOf('a1'), hashOf('b2'), hashOf('c3')]
const DAY_MS = 24 * 60 * 60_000
const SEEN: StatusReport = { status: 'PENDING', stage: 'swapping' }
const FAILED: StatusReport = { status: 'FAILED', stage: 'done', reason: 'It paid someone else' }
const madeUp = (count: number) => Array.from({ length: count }, (_, index) => `0x${String(index).padStart(64, 'e')}`)
const world = eachHashWorld()

/** The hash of a Bitcoin transaction. */
const bitcoinHash = (digits: string) => digits.repeat(32)
const [OWN, JUNK] = [bitcoinHash('aa'), bitcoinHash('bb')]

/** A swap from Bitcoin, whose transactions the service does not read. */
async function openFromBitcoin(reportOf: (hash: string, id: string) => StatusReport | undefined) {
  const opened = await openHashService(world, reportOf)
  const addFromBitcoin = (id: string) => opened.add(id, '', { srcChain: 'bitcoin', srcAddress: 'native' })
  await addFromBitcoin('tx_btc')
  return {
    ...opened,
    addFromBitcoin,
    track: (hash: string, id = 'tx_btc') => opened.track(hash, id),
    stateOf: (id = 'tx_btc') => opened.stateOf(id),
  }
}

test.each<[string, number, number]>([
  ['before it', 70, 0],
  ['after it', 0, 70],
  ['on both sides', 31, 31],
])('a payment that no block holds is not lost by the hashes that a stranger makes up %s', async (_, before, behind) => {
  const { track, after, stateOf } = await openHashService(world)
  const hashes = madeUp(before + behind)
  for (const hash of hashes.slice(0, before)) await track(hash)
  await track(FIRST)
  for (const hash of hashes.slice(before)) await track(hash)
  world.mined.set(FIRST, PAYMENT)
  for (let index = 0; index < 10; index += 1) await after(20_000)
  expect(await stateOf()).toEqual(waiting(FIRST))
})

test('where a stranger has reported many hashes, what a node holds of the depositor is taken at once', async () => {
  const { track, stateOf } = await openHashService(world)
  for (const hash of madeUp(33)) await track(hash)
  world.mined.set(FIRST, { ...PAYMENT, isWaiting: true })
  await track(FIRST)
  expect(await stateOf()).toEqual(waiting(FIRST))
})

test('a payment that a node holds takes the place of one that the chain undid, and goes to its own transaction', async () => {
  const { add, track, stateOf } = await openHashService(world)
  world.mined.set(FIRST, { ...PAYMENT, status: '0x0' })
  await track(FIRST)
  await add('tx_2', '0xaa02')
  await track(SECOND, 'tx_2')
  world.mined.set(SECOND, { ...PAYMENT, isWaiting: true })
  await track(SECOND)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(SECOND), AWAITING])
  world.mined.set(THIRD, { ...PAYMENT, status: '0x0' })
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  // A wallet's speed-up, which its node has not heard of yet.
  await track(hashOf('d4'))
  expect(await stateOf()).toEqual(waiting(hashOf('d4')))
})

test('a hash that was reported first for the swap of a stranger goes to the one that it pays, once a block holds it', async () => {
  const { add, track, after, stateOf } = await openHashService(world)
  await add('tx_2', '0xaa02')
  await track(FIRST, 'tx_2')
  await expect(track(FIRST)).rejects.toMatchObject(IS_TAKEN)
  world.mined.set(FIRST, PAYMENT)
  await after(60_000)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(FIRST), AWAITING])
})

test('on a chain that is not read, the provider is asked by each reported hash in turn until it has seen the payment', async () => {
  let isSeen = false
  const asked: string[] = []
  const { track, after, stateOf } = await openFromBitcoin((hash) => {
    asked.push(hash)
    return isSeen && hash === OWN ? SEEN : undefined
  })
  await track(OWN)
  await track(JUNK)
  await after(10_000)
  expect([await stateOf(), new Set(asked)]).toEqual([waiting(JUNK), new Set([OWN, JUNK])])
  isSeen = true
  await after(60_000)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
  await expect(track(JUNK)).rejects.toMatchObject(IS_KEPT)
})

test('there, a failure by one hash ends the swap only where the provider says it of all, or for a day', async () => {
  let isOwnSeen = false
  const failed = new Set([JUNK])
  const { track, after, stateOf, store } = await openFromBitcoin((hash) =>
    failed.has(hash) ? FAILED : isOwnSeen && hash === OWN ? SEEN : undefined,
  )
  await track(OWN)
  await track(JUNK)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(JUNK))
  isOwnSeen = true
  await after(10 * 60_000)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
  failed.add(OWN)
  await after(10 * 60_000)
  expect((await stateOf()).status).toBe('FAILED')
  expect((await store.transactions.get('tx_btc'))?.doc.reason).toBe('It paid someone else')
})

test('there, it ends the swap where none of them was seen for a day', async () => {
  const { track, after, stateOf } = await openFromBitcoin((hash) => (hash === JUNK ? FAILED : undefined))
  await track(OWN)
  await track(JUNK)
  await after(DAY_MS / 2)
  expect(await stateOf()).toEqual(waiting(JUNK))
  await after(DAY_MS / 2 + 10 * 60_000)
  await after(10 * 60_000)
  expect(await stateOf()).toEqual({ ...waiting(JUNK), status: 'FAILED', stage: 'done' })
})

test('there, a swap that ended FAILED by a hash that was only reported is followed again by one that the provider knows', async () => {
  let isSeen = false
  const { track, after, stateOf } = await openFromBitcoin((hash) =>
    hash === JUNK ? FAILED : isSeen && hash === OWN ? SEEN : undefined,
  )
  const over = { ...waiting(JUNK), status: 'FAILED', stage: 'done' }
  await track(JUNK)
  await expect(track(OWN)).rejects.toMatchObject(IS_KEPT)
  await after(60_000)
  expect(await stateOf()).toEqual(over)
  isSeen = true
  await after(60_000)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
})

test('there, the owner of a swap that ended FAILED so is heard at once, where the provider knows the payment', async () => {
  const { track, stateOf } = await openFromBitcoin((hash) => (hash === OWN ? SEEN : FAILED))
  await track(JUNK)
  expect((await stateOf()).status).toBe('FAILED')
  await track(OWN)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
})

test.each(['PENDING', 'FAILED'])(
  'there, a hash that was reported first for another swap, now %s, goes to the one of which the provider says it',
  async (status) => {
    let isSeen = false
    const { addFromBitcoin, track, after, stateOf } = await openFromBitcoin((hash, id) => {
      if (!isSeen || hash !== OWN) return undefined
      return id === 'tx_btc' ? SEEN : status === 'FAILED' ? FAILED : undefined
    })
    await addFromBitcoin('tx_other')
    await track(OWN, 'tx_other')
    await expect(track(OWN)).rejects.toMatchObject(IS_TAKEN)
    isSeen = true
    await after(60_000)
    const other = status === 'FAILED' ? { ...AWAITING, status, stage: 'done' } : AWAITING
    expect([await stateOf(), await stateOf('tx_other')]).toEqual([{ ...waiting(OWN), stage: 'swapping' }, other])
  },
)

test('there, one that the provider knows is found, however many others were reported before', async () => {
  let isSeen = false
  const { track, after, stateOf } = await openFromBitcoin((hash) => (isSeen && hash === OWN ? SEEN : undefined))
  for (const hash of madeUp(70)) await track(hash.slice(2))
  await track(OWN)
  isSeen = true
  await after(60_000)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
})

test('there, one that the provider knows already is taken at once, also where no later one is', async () => {
  const { track, stateOf } = await openFromBitcoin((hash) => (hash === OWN ? SEEN : undefined))
  for (const hash of madeUp(33)) await track(hash.slice(2))
  await track(OWN)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
  await expect(track(JUNK)).rejects.toMatchObject(IS_KEPT)
})

test('there, a payment that was reported after the seen one of a stranger is followed once the provider says that this was none', async () => {
  let isStrangersOver = false
  const { track, after, stateOf } = await openFromBitcoin((hash) => (hash === OWN || !isStrangersOver ? SEEN : FAILED))
  await track(JUNK)
  await after(10_000)
  await expect(track(OWN)).rejects.toMatchObject(IS_KEPT)
  expect(await stateOf()).toEqual({ ...waiting(JUNK), stage: 'swapping' })
  isStrangersOver = true
  for (let index = 0; index < 4; index += 1) await after(60_000)
  expect(await stateOf()).toEqual({ ...waiting(OWN), stage: 'swapping' })
})
