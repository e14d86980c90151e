import { expect, test } from 'vitest'
import {
  AWAITING,
  eachHashWorld,
  hashOf,
  IS_KEPT,
  IS_OTHER,
  IS_SEEN,
  IS_TAKEN,
  openHashService,
  PAYMENT,
  UNRELATED,
  waiting,
} from '../../support/hash-world.ts'

const [FIRST, SECOND, THIRD] = [hashOf('a1'), hashOf('b2'), hashOf('c3')]
const DROPPED = 'The source chain shows that the reported hash is another transaction'
const world = eachHashWorld()

test('a payment that its wallet sped up is reported again, until a block holds it', async () => {
  const { track, stateOf, journalOf } = await openHashService(world)
  await track(FIRST)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
  world.mined.set(SECOND, PAYMENT)
  await track(SECOND)
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  world.mined.set(THIRD, UNRELATED)
  await expect(track(THIRD)).rejects.toMatchObject(IS_OTHER)
  expect(await stateOf()).toEqual(waiting(SECOND))
  expect(await journalOf()).toEqual([{ hash: FIRST }, { hash: SECOND, replaced: FIRST }])
})

test('a hash that the chain shows to be none of the payment is refused, and one that it shows later is dropped', async () => {
  const { track, after, stateOf, journalOf } = await openHashService(world, (hash) =>
    hash === FIRST ? { status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: THIRD } : undefined,
  )
  world.mined.set(FIRST, UNRELATED)
  await expect(track(FIRST)).rejects.toMatchObject(IS_OTHER)
  expect(await stateOf()).toEqual(AWAITING)
  await track(SECOND)
  world.mined.set(SECOND, { ...UNRELATED, status: '0x0' })
  await after(3_000)
  expect(await stateOf()).toEqual(AWAITING)
  expect(await journalOf()).toEqual([{ hash: SECOND }, { dropped: SECOND, note: DROPPED }])
  world.mined.set(THIRD, PAYMENT)
  await track(THIRD)
  expect(await stateOf()).toEqual(waiting(THIRD))
})

test('a payment that a stranger reported away is found by itself once a block holds it', async () => {
  const { track, after, stateOf, journalOf } = await openHashService(world)
  await track(FIRST)
  for (let index = 0; index < 5; index += 1) await track(hashOf(`1${index}`))
  expect(await stateOf()).toEqual(waiting(hashOf('14')))
  world.mined.set(FIRST, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(FIRST))
  expect((await journalOf()).at(-1)).toEqual({ hash: FIRST, replaced: hashOf('14') })
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
})

test('a hash goes to the transaction whose payment the chain shows it to be, and the other one waits for its own', async () => {
  const { add, track, stateOf, journalOf } = await openHashService(world)
  await add('tx_2', '0xaa02')
  await track(FIRST)
  await expect(track(FIRST, 'tx_2')).rejects.toMatchObject(IS_TAKEN)
  world.mined.set(FIRST, { ...PAYMENT, input: '0xaa02' })
  await track(FIRST, 'tx_2')
  expect([await stateOf('tx_2'), await stateOf()]).toEqual([waiting(FIRST), AWAITING])
  const note = 'The source chain shows that the reported hash is the payment of another transaction'
  expect([await journalOf('tx_2'), await journalOf()]).toEqual([
    [{ hash: FIRST }],
    [{ hash: FIRST }, { dropped: FIRST, note }],
  ])
  await expect(track(FIRST)).rejects.toMatchObject(IS_OTHER)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('what is the payment of two, by what was handed out, stays with the one that had it first', async () => {
  const { add, track, stateOf } = await openHashService(world)
  await add('tx_2', PAYMENT.input)
  world.mined.set(FIRST, PAYMENT)
  await track(FIRST)
  await expect(track(FIRST, 'tx_2')).rejects.toMatchObject(IS_TAKEN)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(FIRST), AWAITING])
})

test('a contract pays by transactions of others: one in a block gives way to what is surely the payment', async () => {
  const { track, after, stateOf } = await openHashService(world)
  world.code = '0x6001'
  world.mined.set(FIRST, UNRELATED)
  await track(FIRST)
  await expect(track(SECOND)).rejects.toMatchObject(IS_KEPT)
  expect(await stateOf()).toEqual(waiting(FIRST))
  // What was refused while no block held it is looked at again.
  world.mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test.each([
  ['FAILED', { status: 'FAILED', stage: 'done', reason: 'expired' }],
  ['SUCCESS', { status: 'SUCCESS', stage: 'done', outboundHash: THIRD }],
  ['REFUND', { status: 'REFUND', stage: 'done' }],
] as const)('what has ended %s by a payment that moved money keeps its hash', async (status, report) => {
  const { track, stateOf } = await openHashService(world, (hash) => (hash === FIRST ? report : undefined))
  world.mined.set(FIRST, PAYMENT)
  await track(FIRST)
  world.mined.set(SECOND, PAYMENT)
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual({ hash: FIRST, inboundHash: FIRST, status, stage: 'done' })
})

test('where no node is known, a hash is replaced until the provider has seen the payment', async () => {
  const { track, stateOf } = await openHashService(world, (hash) =>
    hash === SECOND ? { status: 'PENDING', stage: 'swapping' } : undefined,
  )
  world.isKnown = false
  await track(FIRST)
  await track(SECOND)
  await expect(track(THIRD)).rejects.toMatchObject(IS_KEPT)
  expect(await stateOf()).toEqual({ ...waiting(SECOND), stage: 'swapping' })
})

test('a hash that a provider tells of its own swap is taken from one that it was only reported for', async () => {
  let told = ''
  const { add, track, after, stateOf } = await openHashService(world, (hash) =>
    hash === '' && told !== '' ? { status: 'PENDING', stage: 'swapping', inboundHash: told } : undefined,
  )
  await track(FIRST)
  await add('tx_2', '0xaa02', { needsHash: false, nextPollAtMs: world.clock.now() })
  told = FIRST
  await after(0)
  expect([await stateOf('tx_2'), await stateOf()]).toEqual([{ ...waiting(FIRST), stage: 'swapping' }, AWAITING])
})
