import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunPoint } from '../../../src/wallet/index.ts'
import { swap } from '../../../src/cli/commands/swap.ts'
import { runCommand } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

/*
 * What a home says of money that another copy of it may have moved.
 */

const PERHAPS = 'perhaps paid by another copy of this home'
const SEEN = 'This machine has seen this home further on than this copy of it is'
const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']

/** A home with one swap that stopped at a point, the same as a copy, and what speaks to either. */
async function twoCopies(pair: readonly string[], flags: Readonly<Record<string, unknown>>, at: RunPoint) {
  const home = await newHome()
  const stop = new Error('stopped')
  const { error } = await runCommand(
    swap,
    pair,
    { yes: true, ...flags },
    {
      ...{ home, network: 'sandbox', json: true },
      checkpoint: (point) => {
        if (point === at) throw stop
      },
    },
  )
  expect(error).toBe(stop)
  const copy = await newHome()
  await copyHome(home, copy)
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  const inHome = (...words: string[]) => cli(words, { home, env })
  const inCopy = (...words: string[]) => cli(words, { home: copy, env })
  const listed = json((await inHome('resume', '--list', '--json')).stdout) as { data: { id: string }[] }
  return { inHome, inCopy, copy, env, run: listed.data[0]?.id ?? '' }
}

/** The copy of a home that has paid the swap since. */
async function paidElsewhere() {
  const copies = await twoCopies(['100', 'ethereum:USDC', 'base:USDC'], { provider: 'SANDBOX_BRIDGE' }, 'executed')
  expect((await copies.inHome('resume', '--yes', '--json')).code).toBe(0)
  return copies
}

/** Of a failure: exit code, reason and funds. */
function refusalOf(result: Awaited<ReturnType<typeof cli>>) {
  const { code, details, funds } = failure(result) as { code: string; details?: { reason?: string }; funds: string }
  return [result.code, code, details?.reason, funds]
}

test('an older copy of a home lists what the other one may have paid as that, and says why', async () => {
  const { inCopy, run } = await paidElsewhere()
  const { code, stdout, stderr } = await inCopy('resume', '--list', '--json')
  expect([code, json(stdout)]).toEqual([0, { data: [expect.objectContaining({ id: run, money: PERHAPS })] }])
  expect(stderr).toBe(`${SEEN}, so what it has open may be paid already (swapcli doctor)\n`)
  const text = await inCopy('resume', '--list')
  expect([text.code, text.stdout]).toEqual([0, expect.stringContaining(PERHAPS)])
  const resumed = await inCopy('resume', run)
  expect([resumed.code, resumed.stderr.includes('nothing was sent')]).toEqual([7, false])
  const doctor = json((await inCopy('doctor', '--json')).stdout) as { data: { name: string }[] }
  expect(doctor.data.find(({ name }) => name === 'runs')).toMatchObject({
    result: 'warn',
    detail: '1 unfinished run may be paid by another copy of this home',
  })
})

test.each([
  [['--speed-up']],
  [['--cancel']],
  [['--speed-up', '--accept', 'older-home']],
  [['--cancel', '--accept', 'older-home']],
])(
  'a transaction that only the other copy knows is not replaced, and nobody says that it was not sent: %j',
  async (words) => {
    const { inCopy, run } = await paidElsewhere()
    const refused = await inCopy('resume', run, ...words, '--json')
    expect(refusalOf(refused)).toEqual([7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'])
    expect(failure(refused)['message']).toBe(
      `The run ${run} has no transaction here that could be replaced: ${PERHAPS}`,
    )
  },
)

test('a run that another copy may have paid is given up as that, for good', async () => {
  const { inCopy, run } = await paidElsewhere()
  const given = await inCopy('resume', run, '--forget')
  expect([given.code, given.stderr]).toEqual([0, expect.stringContaining(`${run}: Given up; ${PERHAPS}\n`)])
  expect(refusalOf(await inCopy('resume', run, '--forget', '--json'))).toEqual([6, 'WALLET_REFUSED', 'run', 'unknown'])
  const later = await inCopy('resume', run, '--json')
  expect(json(later.stdout)).toMatchObject({ data: { closedAs: 'lost', reason: `Given up; ${PERHAPS}` } })
  expect(refusalOf(later)).toEqual([7, 'OUTCOME_UNKNOWN', undefined, 'unknown'])
  // Also once this copy is the one to go on with.
  expect((await inCopy('doctor', '--accept', 'older-home')).code).toBe(0)
  expect(refusalOf(await inCopy('resume', run, '--forget', '--json'))).toEqual([6, 'WALLET_REFUSED', 'run', 'unknown'])
})

test('what was open when a copy became the one to go on with stays open to doubt', async () => {
  const { inCopy, run } = await paidElsewhere()
  expect((await inCopy('doctor', '--accept', 'older-home')).code).toBe(0)
  const { stdout, stderr } = await inCopy('resume', '--list', '--json')
  expect([json(stdout), stderr]).toEqual([{ data: [expect.objectContaining({ id: run, money: PERHAPS })] }, ''])
  const refused = await inCopy('resume', run, '--cancel', '--json')
  expect(refusalOf(refused)).toEqual([7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'])
})

test('on a machine that has seen nothing of a home, its list says so, and what is known is known of this copy only', async () => {
  const { copy, run } = await paidElsewhere()
  const env = { ...FAST, SWAPCLI_STATE: await newHome() }
  const listed = async () => {
    const { stdout, stderr } = await cli(['resume', '--list', '--json'], { home: copy, env })
    return [(json(stdout) as { data: unknown }).data, stderr]
  }
  const data = [expect.objectContaining({ id: run, money: 'nothing was sent, as far as this home knows' })]
  expect(await listed()).toEqual([
    data,
    'This machine has not seen what this home did before: a copy of it may have gone further, so what it has open may be paid already (swapcli doctor)\n',
  ])
  const refused = await cli(['resume', run, '--cancel', '--json'], { home: copy, env })
  expect(refusalOf(refused)).toEqual([7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'])
  // Its next payment tells this machine of the copy, and nothing of what it did before.
  expect((await cli(SWAP, { home: copy, env })).code).toBe(0)
  expect(await listed()).toEqual([data, ''])
  const given = await cli(['resume', run, '--forget'], { home: copy, env })
  expect(given.stderr).toContain(`${run}: Given up; nothing was sent, as far as this home knows\n`)
})

test('a run and a transaction that only the newer copy has are not said to be unsent', async () => {
  const { inHome, inCopy } = await paidElsewhere()
  const later = json((await inHome(...SWAP)).stdout) as { data: { runId: string; transactionId: string } }
  const { runId, transactionId } = later.data
  for (const words of [
    ['resume', runId],
    ['status', transactionId],
    ['track', transactionId],
  ]) {
    const missing = await inCopy(...words, '--json')
    expect(refusalOf(missing)).toEqual([2, 'NOT_FOUND', undefined, 'unknown'])
    expect(failure(missing)['message']).toContain(SEEN)
  }
  const typo = await inHome('resume', 'run_0', '--json')
  expect(refusalOf(typo)).toEqual([2, 'NOT_FOUND', undefined, 'untouched'])
})

test('a new swap in an older copy is refused before it has a name, and sends nothing', async () => {
  const { inCopy, run } = await paidElsewhere()
  const refused = await inCopy(...SWAP)
  expect(refusalOf(refused)).toEqual([6, 'WALLET_REFUSED', 'older-home', 'untouched'])
  expect(failure(refused)['message']).toBe(`${SEEN}, so what it has open may be paid already`)
  expect(refused.stderr).not.toMatch(/run_/)
  // Of a home that has nothing open, nothing is said of what it has open.
  expect((await inCopy('resume', run, '--forget')).code).toBe(0)
  expect(failure(await inCopy(...SWAP))['message']).toBe(SEEN)
})

test('an older copy tells nobody once more where a deposit goes, unless that is accepted', async () => {
  const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const flags = { provider: 'SANDBOX_DEPOSIT', recipient, pay: false, accept: ['deposit'] }
  const { inHome, inCopy, run } = await twoCopies(['20', 'ethereum:USDC', 'bitcoin:BTC'], flags, 'executed')
  const told = await inHome('resume', '--yes', '--no-wait')
  expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('address')])
  const again = await inCopy('resume', '--yes', '--no-wait', '--json')
  expect([...refusalOf(again), again.stderr.includes('address')]).toEqual([
    ...[7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'],
    false,
  ])
  const accepted = await inCopy('resume', run, '--yes', '--no-wait', '--accept', 'older-home')
  expect([accepted.code, accepted.stderr]).toEqual([0, expect.stringContaining('address')])
})

test.each([
  ['a swap', ['100', 'ethereum:USDC', 'base:USDC'], { provider: 'SANDBOX_BRIDGE' }],
  [
    'a deposit',
    ['20', 'ethereum:USDC', 'bitcoin:BTC'],
    {
      ...{ provider: 'SANDBOX_DEPOSIT', pay: false, accept: ['deposit'] },
      recipient: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    },
  ],
])(
  'a backup of a home that went on leaves %s that it has open as in an older copy, and says so',
  async (_what, pair, flags) => {
    const { inHome, run, env } = await twoCopies(pair, flags, 'executed')
    const backup = join(await newHome(), 'backup.tar')
    expect((await inHome('backup', backup)).code).toBe(0)
    expect((await inHome('resume', '--yes', '--no-wait')).code).toBe(0)
    expect((await inHome(...SWAP)).code).toBe(0)
    const restored = await newHome()
    const inRestored = (...words: string[]) => cli(words, { home: restored, env })
    const { code, stderr } = await inRestored('restore', backup)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^went on {5}the home went on since: .* on sandbox may be paid already$/m),
    ])
    const listed = await inRestored('resume', '--list', '--json')
    expect([json(listed.stdout), listed.stderr]).toEqual([
      { data: [expect.objectContaining({ id: run, money: PERHAPS })] },
      '',
    ])
    const resumed = await inRestored('resume', '--no-wait', '--json')
    expect([...refusalOf(resumed), resumed.stderr.includes('address')]).toEqual([
      ...[7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'],
      false,
    ])
    // What is begun from now on is like any other swap.
    expect((await inRestored(...SWAP)).code).toBe(0)
    expect((await inRestored('resume', run, '--yes', '--no-wait', '--accept', 'older-home')).code).toBe(0)
  },
)

test('a deposit that was told already is not told once more by a backup of a home that went on', async () => {
  const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const flags = { provider: 'SANDBOX_DEPOSIT', recipient, pay: false, accept: ['deposit'] }
  const { inHome, env } = await twoCopies(['20', 'ethereum:USDC', 'bitcoin:BTC'], flags, 'executed')
  expect((await inHome('resume', '--yes', '--no-wait')).code).toBe(0)
  const backup = join(await newHome(), 'backup.tar')
  expect((await inHome('backup', backup)).code).toBe(0)
  expect((await inHome(...SWAP)).code).toBe(0)
  const restored = await newHome()
  expect(json((await cli(['restore', backup, '--json'], { home: restored, env })).stdout)).toMatchObject({
    data: { wentOn: ['sandbox'] },
  })
  const again = await cli(['resume', '--no-wait', '--json'], { home: restored, env })
  expect([...refusalOf(again), again.stderr.includes('address')]).toEqual([
    ...[7, 'OUTCOME_UNKNOWN', 'older-home', 'unknown'],
    false,
  ])
})
