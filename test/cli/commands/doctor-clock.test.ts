import { expect, onTestFinished, test } from 'vitest'
import { checkClock } from '../../../src/cli/commands/doctor/clock.ts'
import { toQuantity } from '../../../src/core/evm/json-rpc.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { type CommandPlace, runInSession } from '../../support/command-session.ts'
import { openRpcLab } from '../../support/rpc-lab.ts'

/** What doctor says of a clock that is ahead of the latest block. */
async function checked(aheadMs: number, place: CommandPlace): Promise<string> {
  const clock = createFakeClock()
  const node = await openRpcLab(1)
  onTestFinished(() => node.close())
  const time = toQuantity(BigInt(Math.floor(clock.now() / 1000)))
  node.answer = () => ({ result: { number: '0x10', timestamp: time } })
  clock.set(aheadMs)
  let said = ''
  const ran = await runInSession(
    async (session) => {
      const { result, detail } = await checkClock({ ...session, machineClock: clock })
      said = `${result} ${detail}`
    },
    { settings: { 'rpc.ethereum': node.url }, ...place },
  )
  expect(ran.error).toBeUndefined()
  return said
}

test('doctor compares the clock with the latest block on the live network only', async () => {
  const ahead = '2026-01-25T12:00:00.000Z'
  expect(await checked(30_000, {})).toBe('ok 2026-01-15T12:00:30.000Z, as the latest block of Ethereum says')
  expect(await checked(10 * 24 * 3_600_000, {})).toBe(
    'warn the clock of this machine is 240h ahead of the latest block of Ethereum',
  )
  expect(await checked(-120_000, {})).toBe('warn the clock of this machine is 2m behind the latest block of Ethereum')
  expect(await checked(10 * 24 * 3_600_000, { network: 'sandbox' })).toBe(
    `ok ${ahead}; the sandbox has nothing to compare it with`,
  )
  expect(await checked(0, { settings: { 'rpc.ethereum': 'http://node.example' } })).toBe(
    'ok 2026-01-15T12:00:00.000Z; no node of Ethereum answered, to compare it with',
  )
})
