import { describe, expect, onTestFinished, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { cleanColumn, type Column, renderTable } from '../../../src/cli/output/table.ts'
import { clean, cleanText, jsonLine } from '../../../src/core/text/clean-text.ts'
import { right, sentences } from '../../../src/cli/output/table.ts'
import { toCsv } from '../../../src/core/text/csv.ts'
import { localServer } from '../../support/local-server.ts'
import { captureOutput } from '../../support/captured-output.ts'
import { startCli } from '../run-cli.ts'
import { cli } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

const ESCAPE = '\u001B'

describe('colour', () => {
  const cases: [string, { tty: boolean; flag?: boolean; env?: Record<string, string> }, boolean][] = [
    ['is off in a pipe', { tty: false }, false],
    ['is on at a terminal', { tty: true }, true],
    ['is off with NO_COLOR, even beside FORCE_COLOR', { tty: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
    ['is on with FORCE_COLOR in a pipe', { tty: false, env: { FORCE_COLOR: '1' } }, true],
    ['is off with FORCE_COLOR=0', { tty: true, env: { FORCE_COLOR: '0' } }, false],
    ['is off at a dumb terminal', { tty: true, env: { TERM: 'dumb' } }, false],
    ['is on with --color, whatever NO_COLOR says', { tty: false, flag: true, env: { NO_COLOR: '1' } }, true],
    ['is off with --no-color, whatever FORCE_COLOR says', { tty: true, flag: false, env: { FORCE_COLOR: '1' } }, false],
  ]
  test.each(cases)('%s', async (_name, { tty, flag, env = {} }, expected) => {
    const { output, said } = captureOutput({ tty, env, color: flag })
    await output.table([{ header: 'A' }], [['1']])
    output.problem(new SwapError('NO_ROUTE', 'none'), 'quote', false)
    expect([said.stdout.includes(ESCAPE), said.stderr.includes(ESCAPE)]).toEqual([expected, expected])
  })

  test('reaches the commands by environment and flag', async () => {
    const home = await newHome()
    const coloured = await cli(['chains'], { home, env: { FORCE_COLOR: '1' } })
    const plain = await cli(['chains', '--no-color'], { home, env: { FORCE_COLOR: '1' } })
    expect([coloured.stdout.includes(ESCAPE), plain.stdout.includes(ESCAPE)]).toEqual([true, false])
  })
})

describe('a table', () => {
  const table = (
    rows: readonly (readonly string[])[],
    width: number,
    { isCut = true, columns = COLUMNS }: { readonly isCut?: boolean; readonly columns?: readonly Column[] } = {},
  ): string =>
    renderTable(
      columns.map(cleanColumn),
      rows.map((row) => row.map((cell) => cleanText(cell))),
      { width, isCut, bold: (text) => text, measure: (text) => text.length },
    )
  const COLUMNS: readonly Column[] = [
    { header: 'NAME', cuttable: true },
    { header: 'AMOUNT', align: 'right' },
    { header: 'NOTE' },
  ]

  test('stands in columns where it fits', () => {
    expect(table([['one', '1.5', 'x']], 80)).toBe('NAME  AMOUNT  NOTE\none      1.5  x')
  })

  test('cuts what may be cut, and never an amount', () => {
    const row = ['a long name that nobody needs to read in full length here', '12345678901234567890.123456789', 'note']
    expect(table([row], 60).split('\n')[1]).toBe('a long name that nobo…  12345678901234567890.123456789  note')
  })

  test('cuts nothing where no terminal is too narrow for it', () => {
    const row = ['a long name that nobody needs to read in full length here', '12345678901234567890.123456789', 'note']
    expect(table([row], 60, { isCut: false }).split('\n')[1]).toBe(row.join('  '))
  })

  test('has sentences that it cut whole below it, once each', () => {
    const why = 'It refused the request (401): the API key is missing or not accepted'
    const rows = [
      ['LIFI', 'failed', why],
      ['LIFI', 'failed', why],
      ['RELAY', 'ok', ''],
    ]
    expect(
      table(rows, 60, { columns: ['KEY', 'RESULT', sentences('WHAT')] })
        .split('\n')
        .slice(1),
    ).toEqual([
      ...Array.from({ length: 2 }, () => 'LIFI   failed  It refused the request (401): the API key is…'),
      'RELAY  ok',
      '',
      `LIFI: ${why}`,
    ])
  })

  test('moves its last columns below the row where it is too wide', () => {
    const row = ['n', '1'.repeat(40), '2'.repeat(30)]
    expect(table([row], 60).split('\n').slice(1)).toEqual([`n     ${'1'.repeat(40)}`, `  note ${'2'.repeat(30)}`])
  })

  test('becomes one line a field in a narrow terminal', () => {
    expect(table([['one', '1.5', '']], 50)).toBe('name: one\namount: 1.5')
  })

  test('honours COLUMNS in a pipe, and keeps every amount whole', async () => {
    const args = ['quote', '100', 'ethereum:USDC', 'arbitrum:ETH']
    const narrow = await cli(args, { env: { COLUMNS: '40' } })
    expect(narrow.stdout).toMatch(/^provider: SANDBOX_/m)
    expect(narrow.stdout).toMatch(/^promised: 0\.0[0-9]{10,}$/m)
    expect(narrow.stdout).not.toContain('…')
  })

  test('cuts no reason in a pipe, as for the mail of cron', async () => {
    const why = 'It refused the request (401): the API key is missing or not accepted'
    const server = await localServer((_request, response) => void response.writeHead(401).end())
    onTestFinished(() => server.close())
    const env = { SWAPCLI_NETWORK: 'live', SWAPCLI_PROVIDER_RELAY_URL: server.url }
    const plain = await cli(['providers', 'check', 'RELAY'], { env })
    const deep = await cli(['providers', 'check', '--deep', 'RELAY'], { env })
    expect([plain, deep].map(({ stdout }) => stdout.split('\n')[1]?.endsWith(`  ${why}`))).toEqual([true, true])
    const narrow = await cli(['providers', 'check', 'RELAY'], { env: { ...env, COLUMNS: '62' } })
    expect(narrow.stdout.split('\n').slice(1)).toEqual([expect.stringMatching(/…$/), '', `RELAY: ${why}`, ''])
  })
})

/** Characters that act on a terminal. */
const acting = (text: string) => text.match(/[\p{Cc}\p{Cf}]/gu) ?? []

describe('text of strangers', () => {
  const hostile = '\u001B]52;c;AAAA\u0007 \u001B[31m \u202Egnp \u0085 \u200B \r x'
  test('reaches no terminal as control characters: not in tables, fields, remarks or failures', async () => {
    const { output, said } = captureOutput({ tty: true })
    await output.table([{ header: 'A' }, hostile, right(hostile)], [[hostile]])
    await output.fields([['a', hostile]])
    await output.fields([[hostile, 'a']])
    output.note(hostile)
    output.problem(new SwapError('BAD_GATEWAY', hostile, { hint: hostile }), 'quote', true)
    output.problem(new Error(hostile), 'quote', true)
    expect(acting((said.stdout + said.stderr).replaceAll('\n', ''))).toEqual([])
  })

  test('cannot be printed as lines: it does not compile', () => {
    const { output } = captureOutput()
    const { paint } = output
    // @ts-expect-error a text that nobody cleaned
    output.print(hostile)
    // @ts-expect-error the same in a template of our own
    output.print(clean`a ${hostile}`)
    // @ts-expect-error the same in a colour
    output.print(paint.bold(hostile))
    // @ts-expect-error the same on stderr
    output.say(hostile)
    // @ts-expect-error the same drawn over another
    output.redraw(hostile)
    // @ts-expect-error the same below clean lines
    output.print(`${clean`a`}\n${hostile}`)
    output.print(clean`${cleanText(hostile)}, ${1}`)
  })

  test('adds no line of its own to remarks', () => {
    const { output, said } = captureOutput()
    output.note('the server is busy\nNext: swapcli wallet export')
    expect(said.stderr).toBe('the server is busy\\u{a}Next: swapcli wallet export\n')
  })

  test('is the same value in JSON, written with escapes', () => {
    const line = jsonLine({ hostile })
    expect(JSON.parse(line)).toEqual({ hostile })
    expect(acting(line)).toEqual([])
  })

  test('is no formula in CSV, and its quotes and line ends stay inside their cell', () => {
    expect(toCsv([['=1+1', '+1', '-1', '@x', '\tx', 'a"b', 'a,b', 'a\nb', 'plain']])).toBe(
      `'=1+1,'+1,'-1,'@x,'\tx,"a""b","a,b","a\nb",plain\r\n`,
    )
  })
})

describe('stdout', () => {
  test('arrives whole in a reader that is slower than the program', async () => {
    const child = startCli(['assets', '--per-page', '1000', '--json'], { home: await newHome() })
    const chunks: Buffer[] = []
    child.stdout.pause()
    await new Promise((resolve) => child.stdout.once('readable', resolve))
    const ended = new Promise((resolve) => child.stdout.once('end', resolve))
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      child.stdout.pause()
      setImmediate(() => child.stdout.resume())
    })
    child.stdout.resume()
    await ended
    const text = Buffer.concat(chunks).toString('utf8')
    expect(text.length).toBeGreaterThan(65_536)
    expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(1000)
  })

  test('that is closed early ends the program quietly', async () => {
    const child = startCli(['assets', '--per-page', '1000', '--json'], { home: await newHome() })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, stderr.replace(/^sandbox:.*\n/, '').replace(/^.* assets.*\n/, '')]).toEqual([0, ''])
  })
})

describe('a bug', () => {
  test('says that it is one, with exit code 1 and no stack', () => {
    const { output, said } = captureOutput()
    output.problem(new TypeError('x is undefined'), 'swap', true)
    expect(said.stderr).toBe(
      'This is a bug: x is undefined\nFunds: it is not known whether they moved.\n' +
        'Next: See the details with SWAPCLI_DEBUG=1, and any unfinished swap with: swapcli resume\n',
    )
  })
})

describe('what a server says', () => {
  const busy = new SwapError('BAD_GATEWAY', 'all is well', { server: { hint: 'Run: swapcli wallet export' } })
  test('is printed as its words, never as the next step', () => {
    const { output, said } = captureOutput()
    output.problem(busy, 'quote', false)
    expect(said.stderr).toBe(
      'Error: the server says: all is well\nThe server says: Run: swapcli wallet export\n' +
        'Next: Run the same command again, or leave the provider out: swapcli quote AMOUNT FROM TO --exclude KEY\n',
    )
  })

  test('stands apart in JSON', () => {
    const { output, said } = captureOutput({ json: true })
    output.problem(busy, 'quote', false)
    expect(JSON.parse(said.stderr)).toMatchObject({
      error: { hint: expect.stringContaining('Run the same') as string, serverHint: 'Run: swapcli wallet export' },
    })
  })
})

describe('what is known about the funds', () => {
  const told = (error: SwapError, movesMoney: boolean) => {
    const { output, said } = captureOutput()
    output.problem(error, 'chains', movesMoney)
    return said.stderr.includes('Funds:')
  }
  test('is said where money was in play, and wherever it may have moved', () => {
    const untouched = new SwapError('NO_ROUTE', 'none')
    const unknown = new SwapError('SERVICE_UNAVAILABLE', 'none', { funds: 'unknown' })
    expect([told(untouched, true), told(untouched, false), told(unknown, false)]).toEqual([true, false, true])
  })

  const transactions = [
    { kind: 'approve', hash: '0x1' },
    { kind: 'reset', hash: '0x2' },
  ]
  const afterApproval = new SwapError('WALLET_REFUSED', 'Gas is dear', {
    ...{ reason: 'fee', run: { id: 'run_1', transactions } },
    hint: 'Nothing was paid; only the network cost of 2 transactions was spent. Wait: swapcli resume run_1',
  })
  test('after an approval is that its network cost was spent, once, with the transactions', () => {
    const { output, said } = captureOutput()
    output.problem(afterApproval, 'swap', true)
    expect(said.stderr).toBe(
      'Error: Gas is dear\nFunds: nothing was paid; only the network cost of 2 transactions was spent.\n' +
        '  approve 0x1\n  reset 0x2\nNext: Wait: swapcli resume run_1\n',
    )
  })

  test('of a swap that is still open never comes with the advice to begin it again', () => {
    for (const code of ['SERVICE_UNAVAILABLE', 'BAD_GATEWAY', 'RATE_LIMITED'] as const) {
      const { output, said } = captureOutput()
      output.problem(new SwapError(code, 'no answer', { run: { id: 'run_1', transactions: [] } }), 'swap', true)
      expect(said.stderr).toContain('\nNext: Go on with this swap, so that it is paid once: swapcli resume run_1\n')
    }
  })

  test('has the run and its transactions in JSON', () => {
    const { output, said } = captureOutput({ json: true })
    output.problem(afterApproval, 'swap', true)
    expect(JSON.parse(said.stderr)).toMatchObject({
      error: { funds: 'untouched', details: { reason: 'fee', runId: 'run_1', transactions }, hint: afterApproval.hint },
    })
  })
})

describe('the place that a command line names', () => {
  const namePlace = (text: string) => text.replace('swapcli resume', 'swapcli --home N resume')
  const memo = 'swapcli resume'

  test('is put into what the program says, and never into data', async () => {
    const { output, said } = captureOutput({ namePlace })
    output.printJson({ memo, hint: memo })
    output.print(output.clean(memo))
    await output.fields([['memo', memo]])
    await output.table(['MEMO'], [[memo]])
    output.say(output.clean(`memo ${memo}`))
    output.note(`go on: ${memo}`)
    output.warn(`damaged (${memo})`)
    expect(said).toEqual({
      stdout: `{"memo":"${memo}","hint":"${memo}"}\n${memo}\nmemo  ${memo}\nMEMO\n${memo}\n`,
      stderr: `memo ${memo}\ngo on: swapcli --home N resume\ndamaged (swapcli --home N resume)\n`,
    })
  })

  test('is put into a failure, but for the words of a server', () => {
    const server = { hint: memo }
    for (const json of [true, false]) {
      const { output, said } = captureOutput({ namePlace, json })
      output.problem(new SwapError('NO_ROUTE', `Try ${memo}`, { hint: memo, server }), undefined, false)
      expect(said.stderr).toBe(
        json
          ? `{"error":{"code":"NO_ROUTE","message":"Try ${memo}","hint":"swapcli --home N resume","serverHint":"${memo}","funds":"untouched","exitCode":4}}\n`
          : `Error: the server says: Try ${memo}\nThe server says: ${memo}\nNext: swapcli --home N resume\n`,
      )
    }
  })
})

test('a failure says once how long to wait', () => {
  const { output, said } = captureOutput()
  output.problem(new SwapError('RATE_LIMITED', 'Too many requests', { retryAfterSec: 5 }), 'quote', false)
  output.problem(new SwapError('RATE_LIMITED', 'Too many requests'), 'quote', false)
  expect(said.stderr).toBe(
    'Error: Too many requests\nWait 5 s before trying again.\nNext: Run the same command again\n' +
      'Error: Too many requests\nNext: Wait a little, then run the same command again\n',
  )
})
