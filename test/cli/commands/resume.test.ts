import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { defined } from '../../../src/core/defined.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { createPaperWallet } from '../../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { createRunJournal } from '../../../src/wallet/run/journal.ts'
import { RUN_POINTS } from '../../../src/wallet/run/swap-run.ts'
import { cli, FAST, failure, json, stopCliAt } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'
import { PATIENT } from '../../support/patience.ts'

/** Points that a wallet of paper passes: it has nothing to review, and sending settles. */
const POINTS = RUN_POINTS.filter((point) => !['payment-agreed', 'payment-settled', 'payment-noted'].includes(point))

async function runIds(home: string): Promise<readonly string[]> {
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  try {
    return (await createRunJournal(documents, systemClock, randomIds).all()).map(({ id }) => id)
  } finally {
    await documents.close()
  }
}

async function payments(home: string) {
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  try {
    return (await createPaperWallet({ ledger: documents }).transactions()).filter(({ kind }) => kind !== 'approve')
  } finally {
    await documents.close()
  }
}

const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']

test('--min-receive of a run replaces its own, and holds', async () => {
  const home = await newHome()
  await stopCliAt([...SWAP, '--min-receive', '90'], 'locked', { home })
  const listed = json((await cli(['resume', '--list', '--json'], { home })).stdout) as {
    data: readonly { id: string }[]
  }
  const id = listed.data[0]?.id ?? ''
  const refused = await cli(['resume', id, '--yes', '--min-receive', '101', '--json'], { home })
  expect([refused.code, failure(refused)['details']]).toEqual([6, { reason: 'below-floor', runId: id }])
  expect(failure(refused)['hint']).toMatch(new RegExp(`swapcli resume ${id} --yes --min-receive [0-9.]+$`))
  expect(await payments(home)).toEqual([])
  // Somebody who was refused may have swapped otherwise: only its own name pays it.
  const all = await cli(['resume', '--yes', '--json'], { home })
  expect([all.code, json(all.stdout), all.stderr.includes(`resume ${id} --forget`)]).toEqual([0, { data: [] }, true])
  const elsewhere = await cli(['resume', id, '--network', 'live', '--json'], { home })
  expect(failure(elsewhere)['hint']).toBe(`It is a run of the sandbox network: swapcli resume ${id} --network sandbox`)
  const paid = await cli(['resume', id, '--yes', '--min-receive', '90'], { home, env: FAST })
  expect([paid.code, (await payments(home)).length]).toEqual([0, 1])
})

interface Listed {
  readonly data: readonly { readonly id: string; readonly lapsed?: boolean }[]
  readonly ended?: readonly string[]
}

const list = async (home: string) =>
  json((await cli(['resume', '--list', '--json'], { home, env: FAST })).stdout) as Listed

test('a swap that ended while nobody followed it is not left open, and resume still says how it ended', async () => {
  const home = await newHome()
  await stopCliAt(SWAP, 'tracked', { home, env: FAST })
  const [id = ''] = await runIds(home)
  await vi.waitFor(async () => expect(await list(home)).toEqual({ data: [], ended: [id] }), PATIENT)
  const told = await cli(['resume', '--list'], { home, env: FAST })
  expect(told.stderr).toContain('1 swap has ended meanwhile; see how, and what arrived: swapcli resume')
  const doctor = await cli(['doctor', '--json'], { home, env: FAST })
  const wallet = { name: 'wallet', result: 'ok', detail: `no unfinished swaps (${join(home, 'wallet-sandbox.db')})` }
  expect(json(doctor.stdout)).toMatchObject({ data: expect.arrayContaining([wallet]) as unknown })
  const resumed = await cli(['resume', '--json'], { home, env: FAST })
  expect([resumed.code, json(resumed.stdout)]).toEqual([
    0,
    { data: [expect.objectContaining({ runId: id, final: true })] },
  ])
  expect(await list(home)).toEqual({ data: [] })
})

test('a lock that ran out before it was executed is listed as that, and leaves nothing open', async () => {
  const home = await newHome()
  await stopCliAt(SWAP, 'locked', { home })
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  const journal = createRunJournal(documents, systemClock, randomIds)
  const [run] = await journal.all()
  if (run?.lock === undefined) throw new Error('no lock was kept')
  expect((await list(home)).data).toEqual([expect.not.objectContaining({ lapsed: true })])
  await journal.save(run, { lock: { ...run.lock, expiresAt: new Date(0).toISOString() } })
  await documents.close()
  // It would be locked anew while what was agreed to by --yes holds.
  expect((await list(home)).data).toEqual([expect.not.objectContaining({ lapsed: true })])
  await cli(['config', 'set', 'resume-within', '0'], { home })
  expect((await list(home)).data).toEqual([expect.objectContaining({ id: run.id, lapsed: true })])
  const told = await cli(['resume', '--list'], { home })
  expect([
    told.stdout.includes('lock ran out, nothing was sent'),
    told.stderr.includes('no swap is left open'),
  ]).toEqual([true, true])
  const doctor = await cli(['doctor', '--quick'], { home })
  expect(doctor.stdout).toContain('no unfinished swaps')
})

test('a rehearsal of a run needs no yes and ends nothing; what it says to do next goes on rehearsing', async () => {
  const home = await newHome()
  await stopCliAt([...SWAP, '--min-receive', '90'], 'locked', { home })
  const [id = ''] = await runIds(home)
  const refused = await cli(['resume', id, '--dry-run', '--min-receive', '101', '--json'], { home })
  expect([refused.code, failure(refused)['hint']]).toEqual([
    6,
    expect.stringMatching(new RegExp(`swapcli resume ${id} --dry-run`)),
  ])
  expect(failure(refused)['hint']).not.toMatch(new RegExp(`swapcli resume ${id}(?! --(?:dry-run|forget))`))
  const looked = await cli(['resume', id, '--dry-run', '--min-receive', '90'], { home })
  expect([looked.code, looked.stderr.includes(`Pay it: swapcli resume ${id}, or give it up:`)]).toEqual([0, true])
  const { data } = json((await cli(['resume', '--list', '--json'], { home })).stdout) as { readonly data: unknown }
  expect([data, await payments(home)]).toEqual([[expect.objectContaining({ id, step: 'executed' })], []])
  const paid = await cli(['resume', id], { home, env: FAST })
  expect([paid.code, (await payments(home)).length]).toEqual([0, 1])
})

test('where one run is paid and another one fails, it is not said that nothing was sent', async () => {
  const home = await newHome()
  await stopCliAt(SWAP, 'locked', { home })
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  const journal = createRunJournal(documents, systemClock, randomIds)
  const [run] = await journal.all()
  if (run === undefined) throw new Error('no run was kept')
  const { from, to, request, source, target } = run
  const second = { from, to, request, source, ...defined({ target }), agreed: true, unattended: true }
  await journal.create({ ...second, minReceive: 10n ** 12n })
  await documents.close()
  const resumed = await cli(['resume', '--yes', '--json'], { home, env: FAST })
  expect(failure(resumed)['message']).toMatch(/^Of one run: .*; another one is paid$/)
  expect([resumed.code, failure(resumed)['funds'], (await payments(home)).length]).toEqual([6, 'unknown', 1])
})

test('what --yes refused is over: its hint begins a new run, and resume pays no other', async () => {
  const home = await newHome()
  const env = FAST
  expect((await cli([...SWAP, '--max-cost', '0.001usd'], { home, env })).code).toBe(6)
  const [over = ''] = await runIds(home)
  const named = await cli(['resume', over, '--yes', '--json'], { home, env })
  expect([named.code, failure(named)]).toEqual([
    6,
    expect.objectContaining({
      details: { reason: 'run' },
      message: expect.stringMatching(
        new RegExp(
          `^The run ${over} was refused and is over \\(nothing was sent\\): Refused, nothing was signed: The network`,
        ),
      ) as unknown,
      hint: expect.stringMatching(/^Swap anew: swapcli swap [0-9.]+ ethereum:USDC base:USDC$/) as unknown,
    }),
  ])
  const paid = await cli(SWAP, { home, env })
  const resumed = await cli(['resume', '--yes', '--json'], { home, env })
  expect([paid.code, json(resumed.stdout), (await payments(home)).length]).toEqual([0, { data: [] }, 1])
  const { data } = json((await cli(['resume', '--list', '--json'], { home })).stdout) as { readonly data: unknown }
  expect(data).toEqual([])
})

describe('a swap whose process is killed', () => {
  test.each(POINTS)('at the point "%s" is brought to its end by resume, paid once', async (point) => {
    const home = await newHome()
    await stopCliAt(SWAP, point, { home, env: FAST })
    const resumed = await cli(['resume', '--json'], { home, env: FAST })
    expect({ code: resumed.code, stderr: resumed.stderr }).toEqual({ code: 0, stderr: '' })
    const sent = await payments(home)
    expect(sent).toHaveLength(1)
    const history = await cli(['history', '--json'], { home })
    expect(json(history.stdout)).toMatchObject({
      data: [{ status: 'SUCCESS', inboundHash: sent[0]?.hash }],
      pagination: { total: 1 },
    })
    const again = await cli(['resume', '--json'], { home })
    expect({ code: again.code, document: json(again.stdout) }).toEqual({ code: 0, document: { data: [] } })
  })
})

describe('a swap whose agreement is over', () => {
  test.each(['locked', 'executed'])(
    'and that came to "%s" is paid by its name and --yes only, and ends with exit code 7 where nobody can be asked',
    async (point) => {
      const home = await newHome()
      await stopCliAt(SWAP, point, { home, env: FAST })
      const [id = ''] = await runIds(home)
      const env = { ...FAST, SWAPCLI_RESUME_WITHIN: '0' }
      for (const args of [['resume'], ['resume'], ['resume', id]]) {
        const refused = await cli([...args, '--json'], { home, env })
        expect([refused.code, failure(refused)]).toEqual([
          7,
          {
            code: 'OUTCOME_UNKNOWN',
            message: expect.stringMatching(
              `^The run ${id} was agreed to at [0-9TZ:.-]+; that holds no more, `,
            ) as unknown,
            details: { reason: 'agreement-over', runId: id },
            funds: 'untouched',
            hint: `Nothing more was signed. Agree to it again: swapcli resume ${id} --yes; or give it up: swapcli resume ${id} --forget`,
            exitCode: 7,
          },
        ])
      }
      expect(await payments(home)).toEqual([])
      const paid = await cli(['resume', id, '--yes', '--json'], { home, env })
      expect([paid.code, (await payments(home)).length]).toEqual([0, 1])
    },
  )
})

describe('what resume --json prints', () => {
  const statuses = (stdout: string) =>
    (json(stdout) as { data: readonly { runId: string; transaction?: { status: string } }[] }).data.map(
      ({ runId, transaction }) => [runId, transaction?.status],
    )

  test.each([1, 2])('is one list of all that it brought on (%i)', async (count) => {
    const home = await newHome()
    for (let at = 0; at < count; at += 1) await stopCliAt(SWAP, 'locked', { home })
    const ids = await runIds(home)
    const resumed = await cli(['resume', '--json'], { home, env: FAST })
    expect([resumed.code, statuses(resumed.stdout)]).toEqual([0, ids.map((id) => [id, 'SUCCESS'])])
  })

  test('leaves out what stopped before its end', async () => {
    const home = await newHome()
    await stopCliAt([...SWAP, '--min-receive', '90'], 'locked', { home })
    const [refused = ''] = await runIds(home)
    expect((await cli(['resume', refused, '--yes', '--min-receive', '101', '--json'], { home })).code).toBe(6)
    await stopCliAt(SWAP, 'locked', { home })
    const resumed = await cli(['resume', '--json'], { home, env: FAST })
    const paid = (await runIds(home)).filter((id) => id !== refused)
    expect([resumed.code, statuses(resumed.stdout)]).toEqual([6, paid.map((id) => [id, 'SUCCESS'])])
    expect(failure(resumed)).toMatchObject({ code: 'WALLET_REFUSED', funds: 'unknown' })
  })

  test('is the run itself where it is named', async () => {
    const home = await newHome()
    await stopCliAt(SWAP, 'locked', { home })
    const [id = ''] = await runIds(home)
    const { stdout } = await cli(['resume', id, '--json'], { home, env: FAST })
    expect(json(stdout)).toMatchObject({ data: { runId: id, final: true } })
  })
})
