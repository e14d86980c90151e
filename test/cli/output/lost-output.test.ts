import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSink } from '../../../src/cli/output/sink.ts'
import { ERROR_TABLE } from '../../../src/core/api/errors.ts'
import { clean } from '../../../src/core/text/clean-text.ts'
import { PROGRAM } from '../../support/built-program.ts'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

const { OUTPUT_FAILED, OUTCOME_UNKNOWN } = ERROR_TABLE

/** A disk with room for 8 blocks of a file: the write that crosses them ends short, the next one fails. */
const LIMITED = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`

/** Runs the built program with its output in a file. */
async function runInto(path: string, args: readonly string[], { limited = false, home = '' } = {}) {
  const file = openSync(path, 'w')
  const command = limited ? ['sh', '-c', LIMITED] : []
  const [program = '', ...words] = [...command, process.execPath, PROGRAM, ...args]
  const env = { PATH: process.env['PATH'] ?? '', ...homeEnv(home), ...FAST }
  const child = spawn(program, words, { stdio: ['ignore', file, 'pipe'], env })
  closeSync(file)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, stderr }
}

describe.skipIf(process.platform !== 'linux')('data that cannot be written', () => {
  test.each([
    [['chains', '--json']],
    [['chains']],
    [['history', '--csv']],
    [['help', 'errors']],
    [['quote', '--help']],
  ])('ends %j non-zero on a full disk, and says so', async (args) => {
    const { code, stderr } = await runInto('/dev/full', args, { home: await newHome() })
    expect([code, stderr]).toEqual([OUTPUT_FAILED.exitCode, expect.stringContaining('could be written (ENOSPC)')])
  })

  test('ends --version non-zero too', async () => {
    const { code, stderr } = await runInto('/dev/full', ['--version'])
    expect([code, stderr]).toEqual([OUTPUT_FAILED.exitCode, expect.stringContaining('could be written (ENOSPC)')])
  })

  test('of a paid swap names the payment, and the exit code says that money moved', async () => {
    const home = await newHome()
    const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']
    const { code, stderr } = await runInto('/dev/full', swap, { home })
    const [paid] = (json((await cli(['history', '--json'], { home })).stdout) as { data: Record<string, string>[] })
      .data
    expect([code, json(stderr)]).toEqual([
      OUTCOME_UNKNOWN.exitCode,
      {
        error: {
          code: 'OUTCOME_UNKNOWN',
          message: expect.stringMatching(
            new RegExp(`\\(ENOSPC\\)\\. .* was paid: ${paid?.['inboundHash']} \\(run_[^ ]+, ${paid?.['id']}\\)$`),
          ) as string,
          hint: `See what became of it: swapcli status ${paid?.['id']}`,
          funds: 'moved',
          exitCode: OUTCOME_UNKNOWN.exitCode,
        },
      },
    ])
  })

  test.each([[[]], [['--json']]])('of a swap whose deposit others pay names it too %j', async (more) => {
    const home = await newHome()
    const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_DEPOSIT', '--yes', ...more]
    const { code, stderr } = await runInto('/dev/full', swap, { home })
    const [paid] = (json((await cli(['history', '--json'], { home })).stdout) as { data: Record<string, string>[] })
      .data
    expect([code, stderr]).toEqual([OUTCOME_UNKNOWN.exitCode, expect.stringContaining(`status ${paid?.['id']}`)])
    expect(stderr).toContain(`was paid: ${paid?.['inboundHash']} (run_`)
    expect(stderr).not.toMatch(/nothing was sent|untouched|same command again/)
  })

  test('of a swap that failed says both', async () => {
    const home = await newHome()
    const swap = ['swap', '10.0060', 'ethereum:USDC', 'base:USDC', '--yes', '--json']
    const { code, stderr } = await runInto('/dev/full', swap, { home })
    const codes = [...stderr.matchAll(/"error":\{"code":"([A-Z_]+)"/g)].map(([, found]) => found)
    expect([code, codes]).toEqual([7, ['SWAP_FAILED', 'OUTCOME_UNKNOWN']])
  })

  test('is never a success, where a write ends short without an error', async () => {
    const home = await newHome()
    const path = join(home, 'topic.json')
    const { code, stderr } = await runInto(path, ['help', 'errors', '--json'], { limited: true, home })
    expect([code, stderr]).toEqual([OUTPUT_FAILED.exitCode, expect.stringContaining('could be written (')])
    expect(() => json(readFileSync(path, 'utf8'))).toThrow('JSON')
  })

  test('is no matter where there was room for it', async () => {
    const home = await newHome()
    const path = join(home, 'assets.json')
    expect(await runInto(path, ['assets', '--json', '--quiet'], { home })).toEqual({ code: 0, stderr: '' })
    expect(json(readFileSync(path, 'utf8'))).toHaveProperty('data')
  })
})

describe('a sink', () => {
  const failing = (code: string) => {
    const written: string[] = []
    const sink = createSink({
      write: (text, done) => {
        written.push(text)
        done?.(Object.assign(new Error(code), { code }))
      },
      on: () => undefined,
    })
    return { sink, written }
  }

  test('writes nothing after what was lost, and says what was paid', async () => {
    const { sink, written } = failing('EIO')
    sink.write(clean`one`)
    sink.write(clean`two`)
    sink.notePayment({ hash: '0x1', runId: 'run_1', transactionId: undefined })
    sink.notePayment({ hash: '0x1', runId: 'run_1', transactionId: 'tx_1' })
    expect(await sink.end()).toEqual({
      code: 'EIO',
      payments: [{ hash: '0x1', runId: 'run_1', transactionId: 'tx_1' }],
    })
    expect([written, sink.gone.aborted]).toEqual([['one'], true])
  })

  test('takes a closed pipe for a reader who has seen enough', async () => {
    const { sink } = failing('EPIPE')
    sink.write(clean`one`)
    expect([await sink.end(), sink.gone.aborted]).toEqual([undefined, true])
  })
})
