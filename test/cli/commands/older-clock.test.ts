import { expect, test } from 'vitest'
import { acceptFound } from '../../../src/cli/commands/doctor/accept.ts'
import { resume } from '../../../src/cli/commands/resume.ts'
import { swap } from '../../../src/cli/commands/swap.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { type CommandPlace, runCommand, runInSession } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

/*
 * A clock that was wrong once made what an older copy had open "nothing was sent", and it was paid twice.
 */

const PERHAPS = 'perhaps paid by another copy of this home'
const HOUR_MS = 3_600_000
/** Less than a lock holds. */
const AHEAD_MS = 45_000
const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const PAID_HERE = { words: ['100', 'ethereum:USDC', 'base:USDC'], values: { provider: 'SANDBOX_BRIDGE' } }
const DEPOSIT = {
  words: ['20', 'ethereum:USDC', 'bitcoin:BTC'],
  values: { provider: 'SANDBOX_DEPOSIT', recipient, pay: false, accept: ['deposit'] },
}

/** This machine with its clock ahead. */
function ahead(ms: number): Pick<CommandPlace, 'clock'> {
  return { clock: { ...systemClock, now: () => systemClock.now() + ms } }
}

test.each([
  ['behind when a copy was accepted', PAID_HERE, 0, -24 * HOUR_MS],
  ['ahead when the swap was begun', PAID_HERE, AHEAD_MS, 0],
  ['behind when a copy was accepted', DEPOSIT, 0, -HOUR_MS],
  ['ahead when the swap was begun', DEPOSIT, AHEAD_MS, 0],
])(
  'what an older copy had open stays open to doubt where the clock was %s',
  async (_when, { words, values }, begunMs, acceptedMs) => {
    const home = await newHome()
    const stop = new Error('stopped')
    const begun = await runCommand(
      swap,
      words,
      { yes: true, ...values },
      {
        ...{ home, network: 'sandbox', json: true, ...ahead(begunMs) },
        checkpoint: (point) => {
          if (point === 'executed') throw stop
        },
      },
    )
    expect(begun.error).toBe(stop)
    const copy = await newHome()
    await copyHome(home, copy)
    const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
    const other = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--no-wait']
    expect((await cli(other, { home, env })).code).toBe(0)
    const inCopy: CommandPlace = { home: copy, network: 'sandbox', stateHome: stateOf(home), json: true }
    await runInSession(async (session) => void (await acceptFound(session, ['older-home'])), {
      ...inCopy,
      ...ahead(acceptedMs),
    })
    const listed = await runCommand(resume, [], { list: true }, inCopy)
    expect(json(listed.stdout)).toEqual({ data: [expect.objectContaining({ money: PERHAPS })] })
    const resumed = await runCommand(resume, [], { wait: false }, inCopy)
    expect(resumed.error).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      reason: 'older-home',
      funds: 'unknown',
      exitCode: 7,
    })
    expect(resumed.stderr).not.toContain('address')
  },
)
