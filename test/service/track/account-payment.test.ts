import { expect, test } from 'vitest'
import { ACCOUNT_EVENTS } from '../../../src/core/evm/events.ts'
import type { StatusReport } from '../../../src/providers/index.ts'
import {
  AWAITING,
  DEPOSITOR,
  eachHashWorld,
  hashOf,
  IS_KEPT,
  IS_OTHER,
  IS_SEEN,
  IS_TAKEN,
  openHashService,
  ROUTER,
  type Sent,
  STRANGER,
  waiting,
} from '../../support/hash-world.ts'

const [FIRST, SECOND, THIRD] = [hashOf('a1'), hashOf('b2'), hashOf('c3')]
const NOBODY = `0x${'de'.repeat(20)}`
const executed = { address: DEPOSITOR, topics: [ACCOUNT_EVENTS.safeExecution.topic], data: `0x${'00'.repeat(64)}` }

/** Touches nothing of the swap. */
const FOREIGN: Sent = { from: STRANGER, to: NOBODY, input: '0x' }
/** A call of the account, which anyone may make. */
const TOUCH: Sent = { from: STRANGER, to: DEPOSITOR, input: '0xfeed' }
/** What the owners of the account signed. */
const ACT: Sent = { ...TOUCH, logs: [executed] }
/** That, with what was handed out. */
const CARRIED: Sent = { ...ACT, input: `0x6a761202${ROUTER.slice(2).padStart(64, '0')}aa01` }

const world = eachHashWorld()

/** A service whose swap has a contract as its depositor. */
async function openForAccount(reportOf?: (hash: string) => StatusReport | undefined) {
  world.code = '0x6001'
  return openHashService(world, reportOf)
}

test('what touches neither the account nor what was to be called is no payment of it', async () => {
  const { track, stateOf } = await openForAccount()
  world.mined.set(FIRST, FOREIGN)
  await expect(track(FIRST)).rejects.toMatchObject(IS_OTHER)
  expect(await stateOf()).toEqual(AWAITING)
  world.mined.set(SECOND, TOUCH)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('what ties a transaction to the account more strongly wins, in whatever order they are reported', async () => {
  const { track, stateOf } = await openForAccount()
  world.mined.set(FIRST, TOUCH).set(SECOND, ACT).set(THIRD, CARRIED)
  for (const hash of [FIRST, SECOND, THIRD]) {
    await track(hash)
    expect(await stateOf()).toEqual(waiting(hash))
  }
  for (const hash of [SECOND, FIRST]) await expect(track(hash)).rejects.toMatchObject(IS_SEEN)
  world.mined.set(hashOf('d4'), { from: DEPOSITOR, input: '0xaa01' })
  await track(hashOf('d4'))
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual(waiting(hashOf('d4')))
})

test('among equals the later report wins, until the provider has seen the payment', async () => {
  const { track, after, stateOf } = await openForAccount((hash) =>
    hash === SECOND ? { status: 'PENDING', stage: 'swapping' } : undefined,
  )
  world.mined.set(FIRST, TOUCH).set(SECOND, TOUCH).set(THIRD, TOUCH)
  await track(FIRST)
  await track(SECOND)
  await after(3_000)
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual({ ...waiting(SECOND), stage: 'swapping' })
})

test('what no block holds when it is reported takes the place of a weaker one by itself, and of none that is as strong', async () => {
  const { add, track, after, stateOf } = await openForAccount()
  world.mined.set(FIRST, TOUCH)
  await track(FIRST)
  await expect(track(SECOND)).rejects.toMatchObject(IS_KEPT)
  world.mined.set(SECOND, ACT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
  await expect(track(THIRD)).rejects.toMatchObject(IS_KEPT)
  world.mined.set(THIRD, ACT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
  await track(THIRD)
  expect(await stateOf()).toEqual(waiting(THIRD))
  await add('tx_2', '0xaa02')
  await track(hashOf('d4'), 'tx_2')
  world.mined.set(hashOf('d4'), FOREIGN)
  await after(60_000)
  expect(await stateOf('tx_2')).toEqual(AWAITING)
})

test('a hash that was reported for another swap of the account goes to the one whose call it carries', async () => {
  const { add, track, stateOf } = await openForAccount()
  await add('tx_2', '0xaa02')
  world.mined.set(FIRST, CARRIED)
  await track(FIRST, 'tx_2')
  await track(FIRST)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(FIRST), AWAITING])
  await expect(track(FIRST, 'tx_2')).rejects.toMatchObject(IS_TAKEN)
  world.mined.set(SECOND, TOUCH)
  await track(SECOND, 'tx_2')
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(FIRST), waiting(SECOND)])
})

test('a swap that ended FAILED by what the account itself sent, and the chain undid, is followed again by what it did later', async () => {
  const { track, stateOf } = await openForAccount((hash) =>
    hash === FIRST ? { status: 'FAILED', stage: 'done' } : undefined,
  )
  world.mined.set(FIRST, { from: DEPOSITOR, input: '0xaa01', status: '0x0' })
  await track(FIRST)
  world.mined.set(SECOND, ACT)
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  world.mined.set(THIRD, CARRIED)
  await track(THIRD)
  expect(await stateOf()).toEqual(waiting(THIRD))
})
