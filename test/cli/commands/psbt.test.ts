import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { psbt } from '../../../src/cli/commands/psbt.ts'
import { placeNamer, readTypedPlace } from '../../../src/cli/command-line/typed-place.ts'
import { openRunFile } from '../../../src/cli/pay/runs.ts'
import { type CommandPlace, runCommand, runInSession } from '../../support/command-session.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createFakeEsplora } from '../../support/fake-esplora.ts'
import { newHome } from '../../support/new-home.ts'
import { depositRun, SHORT_MEMO } from '../../wallet/utxo/deposit-run.ts'

const NOW = Date.parse('2026-01-15T12:00:00.000Z')
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const HEX = Buffer.from(SHORT_MEMO).toString('hex')

describe('swapcli psbt', () => {
  let url: string
  const esplora = createFakeEsplora()
  const server = createServer((request, response) => {
    const reply = esplora.fetch(`https://esplora.test${request.url?.replace('/api', '') ?? ''}`, REQUEST)
    void reply.then(async (found) => response.writeHead(found.status).end(await (found as Response).text()))
  })
  beforeAll(async () => {
    esplora.add('bitcoin', ALICE, 60_000_000n)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  })
  afterAll(() => new Promise((resolve) => void server.close(resolve)))

  /** A home with a swap that waits for its deposit. */
  async function newSwap() {
    const home = await newHome()
    let id = ''
    const { error } = await runInSession(
      async (session) => {
        const { journal } = await openRunFile(session)
        const {
          id: _id,
          version: _version,
          transactionId: _none,
          ...run
        } = depositRun({
          ...{ chain: 'bitcoin', symbol: 'BTC', vault: VAULT, depositor: ALICE, units: 50_000_000n, memo: SHORT_MEMO },
        })
        id = (await journal.create(run)).id
      },
      { home, clock: createFakeClock(NOW) },
    )
    expect(error).toBeUndefined()
    const settings = { 'esplora.bitcoin': url }
    const run = (values: Readonly<Record<string, unknown>> = {}, json = false, nowMs = NOW, more: CommandPlace = {}) =>
      runCommand(psbt, [id], values, { home, json, clock: createFakeClock(nowMs), settings, ...more })
    return { home, id, run }
  }

  test('prints base64 on stdout, and for a person what it pays, to whom and until when', async () => {
    const { id, run } = await newSwap()
    const said = await run()
    expect(said.error).toBeUndefined()
    expect(said.stdout).toMatch(/^cHNidP8B[A-Za-z0-9+/=]+\n$/)
    expect(said.stderr.replaceAll(/[0-9a-f]{64}:0/g, 'COIN')).toBe(
      [
        `from        ${ALICE}, which gets the change and refunds`,
        '  input     0.6 BTC of COIN',
        `  output 1  0.5 BTC deposit: ${VAULT}`,
        `  output 2  0.0998614 BTC change: ${ALICE}`,
        `  output 3  0 BTC memo: ${HEX}`,
        'fee         0.0001386 BTC: 66 base units a byte (66 to 500), 210 bytes',
        'until       2026-01-15T12:15:00.000Z, in 15m: send nothing after',
        `then        sign and send it with your wallet, and report its hash: swapcli track ${id} HASH`,
        '',
      ].join('\n'),
    )
  })

  test('says which recommended fee it does not believe', async () => {
    const { run } = await newSwap()
    const usual = esplora.feeRate
    esplora.feeRate = 1e9
    const [said, { stdout }] = [await run(), await run({}, true)]
    esplora.feeRate = usual
    expect(said.stderr).toContain('66 base units a byte (66 to 500)')
    expect(said.stderr).toContain('the esplora recommends 1000000000, which is not believed')
    expect(JSON.parse(stdout)).toMatchObject({ data: { ignoredFeeRates: [{ by: 'esplora', feeRate: 1e9 }] } })
  })

  test('says that an earlier one spends what is gone', async () => {
    const home = await newSwap()
    const first = JSON.parse((await home.run({}, true)).stdout) as { data: { inputs: { txid: string }[] } }
    esplora.spendAll({ family: 'bitcoin', address: ALICE })
    esplora.add('bitcoin', ALICE, 60_000_000n)
    const { txid } = first.data.inputs[0] ?? { txid: '' }
    expect((await home.run()).stderr).toContain(
      `never sign  an earlier PSBT of this swap: ${txid}:0, which it spends, is spent elsewhere or on no chain`,
    )
  })

  test('writes the same as bytes into a new file', async () => {
    const { home, run } = await newSwap()
    const printed = await run()
    const out = join(home, 'deposit.psbt')
    const written = await run({ out })
    expect(written.stdout).toBe('')
    expect(written.stderr).toMatch(/^file {8}.*deposit\.psbt\n/)
    expect((await readFile(out)).toString('base64')).toBe(printed.stdout.trim())
  })

  test('the command that reports the payment names the place that was typed', async () => {
    const { id, run } = await newSwap()
    const place = readTypedPlace({ network: 'live' })
    const said = await run({}, false, NOW, { namePlace: placeNamer(['track'], () => place) })
    expect(said.stderr).toContain(`report its hash: swapcli --network live track ${id} HASH\n`)
  })

  test('a file that cannot be written leaves no doubt about the money', async () => {
    const { home, run } = await newSwap()
    const said = await run({ out: join(home, 'nodir', 'deposit.psbt') })
    expect(said.error).toMatchObject({
      code: 'OUTPUT_FAILED',
      funds: 'untouched',
      hint: 'Name a file in a folder that is there and that you may write in; made again, it spends the same coins',
    })
  })

  test('gives scripts the amounts as text', async () => {
    const { run } = await newSwap()
    const said = await run({}, true)
    expect(JSON.parse(said.stdout)).toMatchObject({
      data: { chainKey: 'bitcoin', from: ALICE, fee: '13860', feeRate: 66, outputs: [{ units: '50000000' }, {}, {}] },
    })
  })

  test('makes none after the deadline, nor for a swap that is not known here', async () => {
    const { home, run } = await newSwap()
    expect((await run({}, false, NOW + 900_000)).error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'terms' })
    const unknown = await runCommand(psbt, ['tx_none'], {}, { home })
    expect(unknown.error).toMatchObject({ code: 'NOT_FOUND', message: 'No swap of this machine is tx_none' })
  })
})

const REQUEST = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal } as const
