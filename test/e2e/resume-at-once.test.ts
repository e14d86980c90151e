import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRunTurn } from '../../src/payments/turns.ts'
import { systemClock } from '../../src/io/clock.ts'
import { createPaperWallet } from '../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { cli, type CliResult, json, startCli } from '../cli/run-cli.ts'
import { cli as cliHere, stopCliAt } from '../cli/run-here.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { newHome } from '../support/new-home.ts'

/*
 * Several processes that bring one run on: one of them pays it, and each ends with what became of it.
 */

const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']
/** A swap takes about half a second. */
const SPEED = { SWAPCLI_SANDBOX_SPEED: '100' }

/** Hashes of what the paper wallet has paid, approvals left out. */
async function payments(home: string): Promise<readonly string[]> {
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  try {
    const sent = await createPaperWallet({ ledger: documents }).transactions()
    return sent.flatMap(({ kind, hash }) => (kind === 'approve' ? [] : [hash]))
  } finally {
    await documents.close()
  }
}

/** A home with one run that was killed at a point. @returns the home, and the id of the run */
async function killedAt(point: string): Promise<readonly [home: string, run: string]> {
  const home = await newHome()
  await stopCliAt(SWAP, point, { home, env: SPEED })
  const listed = await cliHere(['resume', '--list', '--json'], { home })
  const [run] = asList(asObject(json(listed.stdout))['data'])
  return [home, String(asObject(run)['id'])]
}

/** What a process printed of the one run: its end, and nothing of what only that process looked at. */
function endOf({ code, stdout, stderr }: CliResult) {
  if (stdout === '') throw new Error(`nothing was printed, but: ${stderr}`)
  const { data } = asObject(json(stdout))
  if (Array.isArray(data) && data.length !== 1) return { code, late: data }
  const { runId, step, transactionId, hash, transaction } = asObject(Array.isArray(data) ? data[0] : data)
  return { code, runId, step, transactionId, hash, transaction }
}

/** Each told the same end, or came when nothing was left; the swap was paid once. */
async function expectOneEnd(home: string, run: string, results: readonly CliResult[]): Promise<void> {
  const ends = results.map(endOf)
  const [last] = ends.filter(({ late }) => late === undefined)
  const [hash, ...others] = await payments(home)
  expect(others).toEqual([])
  expect(last).toMatchObject({ code: 0, runId: run, step: 'final', hash, transaction: { status: 'SUCCESS' } })
  for (const end of ends) expect([last, { code: 0, late: [] }]).toContainEqual(end)
}

/** Starts the program: what it says that fits a text, and its exit code. */
function start(args: readonly string[], home: string) {
  const child = startCli(args, { home, env: SPEED })
  child.stdin.end()
  child.stdout.resume()
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const said = (wanted: RegExp) =>
    new Promise<string>((resolve, reject) => {
      let text = ''
      child.stderr.setEncoding('utf8').on('data', (more: string) => {
        text += more
        const [, found] = wanted.exec(text) ?? []
        if (found !== undefined) resolve(found)
      })
      child.on('close', () => reject(new Error(`it ended without saying that: ${text}`)))
    })
  return { said, ended }
}

test.each(['locking', 'locked', 'execute-answered', 'executed', 'signed', 'tracked'])(
  'of four resumes at once of all that was left at %s, one pays and all tell its end',
  async (point) => {
    const [home, run] = await killedAt(point)
    const resume = () => cli(['resume', '--yes', '--json'], { home, env: SPEED })
    await expectOneEnd(home, run, await Promise.all([resume(), resume(), resume(), resume()]))
  },
)

test.each(['quoted', 'executing', 'sent'])(
  'of four resumes at once of one run that was left at %s, one pays and all tell its end',
  async (point) => {
    const [home, run] = await killedAt(point)
    const resume = () => cli(['resume', run, '--yes', '--json'], { home, env: SPEED })
    await expectOneEnd(home, run, await Promise.all([resume(), resume(), resume(), resume()]))
  },
)

test('resumes beside the swap that began the run follow it, and it is paid once', async () => {
  const home = await newHome()
  const { said, ended } = start(
    SWAP.filter((word) => word !== '--json'),
    home,
  )
  const run = await said(/^run +(run_\w+)$/m)
  const resume = () => cli(['resume', run, '--yes', '--json'], { home, env: SPEED })
  const results = await Promise.all([resume(), resume()])
  expect(await ended).toBe(0)
  await expectOneEnd(home, run, results)
})

test('a run that another process has in hand keeps no other from going on, and is waited for at the end', async () => {
  const [home, first] = await killedAt('locked')
  const second = await cli(SWAP, { home, env: { ...SPEED, SWAPCLI_TEST_KILL_AT: 'locked' } })
  expect(second.signal).toBe('SIGKILL')
  const turn = openRunTurn({ home, clock: systemClock }, first, () => undefined)
  expect(await turn.take()).toBe(true)
  const { said, ended } = start(['resume', '--yes'], home)
  await said(new RegExp(`^waiting: another swapcli is continuing the run (${first})$`, 'm'))
  expect(await payments(home)).toHaveLength(1)
  turn.release()
  expect([await ended, (await payments(home)).length]).toEqual([0, 2])
})
