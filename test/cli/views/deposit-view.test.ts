import { expect, test } from 'vitest'
import { isDepositDue, noteDeposit } from '../../../src/cli/views/deposit-view.ts'
import { runDocument } from '../../../src/cli/views/run-view.ts'
import type { StatedExecution } from '../../../src/core/api/answers.ts'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'
import { captureOutput } from '../../support/captured-output.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'

const AT = '2026-01-15T12:00:00.000Z'
const ALICE = 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55'
const BOB = '0x86d526d6624AbC0178cF7296cD538Ecc080A95F1'
const MESSAGE = { type: '/types.MsgDeposit', asset: 'THOR.RUNE', amount: '2000000000' }
const MEMO = `=:ETH.ETH:${BOB}:0/1/0`
const HOW = 'Broadcast a MsgDeposit of 20 RUNE on THORChain with the memo'
const NO_LIMIT = 'This memo sets no least amount: the network pays out whatever the swap gives'
const ZERO = '0x0000000000000000000000000000000000000000'
const SENT = { formatted: '20', currency: 'RUNE', usd: '' }
const NO_FEES = { total: { usd: '0.00', formatted: '$0.00' }, items: [] }
const SIDE = { symbol: 'RUNE', decimals: 8, amount: 2_000_000_000n }

const EXECUTION: StatedExecution = {
  ...{ provider: 'THORCHAIN', lockId: 'lock_1', providerResult: { depositMemo: MEMO } },
  terms: { src: SIDE, dst: SIDE, steps: [], fees: [], estimatedTimeSec: 1 },
  exec: { meta: { walletExecution: false, message: MESSAGE, memo: MEMO, instructions: HOW } },
}

/** RUNE is paid by a message on its own chain: there is no address. */
const RUN: SwapRun = {
  ...{ id: 'run_1', version: 1, step: 'tracked', createdAt: AT, updatedAt: AT, lockKey: 'key_1', executeKey: 'key_2' },
  ...{ from: 'thorchain:RUNE', to: 'ethereum:ETH', agreed: true },
  request: {
    ...{ srcChain: 'thorchain', srcAddress: 'native', dstChain: 'ethereum', dstAddress: ZERO },
    ...{ amount: '20', provider: 'THORCHAIN', depositor: ALICE, recipient: BOB },
  },
  source: { chainId: 1, isNative: true, symbol: 'RUNE', decimals: 8, units: 2_000_000_000n },
  target: { symbol: 'ETH', decimals: 18 },
  execution: EXECUTION,
}

async function noted(run: SwapRun, json = false): Promise<string> {
  const { output, said } = captureOutput({ json })
  await noteDeposit(output, run, undefined, 0)
  return said.stdout + said.stderr
}

test('a deposit by a message is said with its memo, without which the money may be lost', async () => {
  expect(await noted(RUN)).toBe(
    [`message     ${JSON.stringify(MESSAGE)}`, `  memo      ${MEMO}`, `warning     ${NO_LIMIT}`, `  ${HOW}`, ''].join(
      '\n',
    ),
  )
})

test('a deposit by a message is said to scripts with its memo', async () => {
  expect(JSON.parse(await noted(RUN, true))).toEqual({
    deposit: { memo: MEMO, doubts: [NO_LIMIT], message: MESSAGE },
  })
})

test('an address that only a server names is told with that said', async () => {
  const deposit = '0xBaBaBaBaBaBaBABaBABABaBabAbaBabABabABaBa'.toLowerCase()
  const execution = { ...EXECUTION, exec: undefined, providerResult: { depositAddress: deposit } }
  const source = { ...RUN.source, family: 'evm' } as const
  const told = async (api?: string) =>
    JSON.parse(await noted({ ...RUN, source, execution, ...(api === undefined ? {} : { api }) }, true)) as unknown
  expect(await told('http://localhost:8787')).toMatchObject({
    deposit: { doubts: ["Only the server says that the deposit address is the provider's"] },
  })
  expect(await told()).toMatchObject({ deposit: { doubts: [] } })
})

test('a deposit whose memo goes into an output is told step by step, and has no code that leaves the memo out', async () => {
  const address = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
  const meta = { walletExecution: false, memo: MEMO, dustThreshold: '10000', feeRate: 21 }
  const execution = { ...EXECUTION, providerResult: { depositAddress: address, depositMemo: MEMO }, exec: { meta } }
  const source = { ...RUN.source, family: 'bitcoin', symbol: 'BTC' } as const
  const payer = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const request = { ...RUN.request, srcChain: 'bitcoin', depositor: payer }
  const { output, said } = captureOutput()
  await noteDeposit(output, { ...RUN, source, request, execution }, { columns: 200, rows: 24 }, 0)
  const lines = said.stderr.split('\n')
  expect(lines.filter((line) => /^ {2}[1-9]\. /.test(line)).map((line) => line.slice(0, 60))).toEqual([
    '  1. One transaction with coins of one address only: bc1qar0',
    '  2. First output: exactly 20 BTC to bc1qt9723ak9t7lu7a97lt9',
    '  3. Second output: the change, back to bc1qar0srrr7xfkvy5l6',
    '  4. Third output: 0 as OP_RETURN with these 58 bytes (hex):',
    '  5. Keep this order, and add no output: a wallet that sorts',
    '  6. Pay a fee of 21 base units a byte, or more: it should b',
    '  7. No input of a Taproot address (bc1p, ltc1p), and none o',
  ])
  expect(said.stderr).not.toMatch(/[▀▄█]|link/)
})

test('address and amount stand below a code that takes them off the terminal', async () => {
  const deposit = '0xbabababababababababababababababababababa'
  const execution = { ...EXECUTION, exec: undefined, providerResult: { depositAddress: deposit } }
  const source = { ...RUN.source, family: 'evm' } as const
  const below = async (rows: number) => {
    const { output, said } = captureOutput()
    await noteDeposit(output, { ...RUN, source, execution }, { columns: 80, rows }, 0)
    const lines = said.stderr.trimEnd().split('\n')
    return lines.slice(lines.findLastIndex((line) => /[▀▄█]/.test(line)) + 1)
  }
  expect(await below(24)).toEqual(['deposit     20 RUNE', expect.stringMatching(/^ {2}address {3}0xbabababa/i)])
  expect(await below(60)).toEqual([])
})

test('a memo for somebody else is never said', async () => {
  const request = { ...RUN.request, recipient: '0xbABABABABABAbabABabABabABAbABABABaBABAbA' }
  await expect(noted({ ...RUN, request })).rejects.toThrow('its memo pays another recipient')
})

test('what was refused is in no document, while what others are to pay is', () => {
  const closed: SwapRun = { ...RUN, step: 'closed', reason: 'It is another one' }
  const { terms: _terms, ...facts } = EXECUTION
  const execution = { ...facts, quote: { src: SENT, dst: SENT, fees: NO_FEES, steps: [], estimatedTime: 1 } }
  const about = { runId: 'run_1', step: 'closed', provider: 'THORCHAIN', reason: 'It is another one', final: false }
  expect(runDocument({ ...closed, closedAs: 'unpaid' })).toEqual({ data: { ...about, execution, closedAs: 'unpaid' } })
  expect(runDocument({ ...closed, closedAs: 'refused' })).toEqual({ data: { ...about, closedAs: 'refused' } })
})

test('a deposit of which a part has arrived is not told as a whole again', () => {
  const isDue = (progress: StatusTransaction['progress'], inboundHash = '') => {
    const waiting = { status: 'PENDING', stage: 'awaiting_deposit', progress, inboundHash } as const
    return isDepositDue({ json: false, quiet: false }, { ...RUN, transaction: statusOf('tx_1', waiting) })
  }
  expect([isDue(undefined), isDue({ note: 'Waits for it' })]).toEqual([true, true])
  expect(isDue({ srcReceived: '8', note: 'Send the missing 12 RUNE' })).toBe(false)
  expect(isDepositDue({ json: false, quiet: false }, RUN)).toBe(true)
  // Nor is one whose payment was reported.
  expect(isDue(undefined, '0xab')).toBe(false)
})

test('a deposit of the sandbox asks for nothing, also over a server, and has no code to scan', async () => {
  const address = '0xBAbAbabABABABABAbaBaBABAbabAbABABABaBABA'
  const execution = { ...EXECUTION, exec: undefined, providerResult: { depositAddress: address.toLowerCase() } }
  const through = (provider: string) => {
    const run = { ...RUN, api: 'http://swap.example', request: { ...RUN.request, provider }, execution }
    return noted({ ...run, source: { ...RUN.source, family: 'evm' } })
  }
  const [paper, real] = [await through('SANDBOX_DEPOSIT'), await through('RELAY')]
  expect(paper.split('\n').slice(0, 2)).toEqual([
    'deposit     20 RUNE of paper arrives by itself',
    '            the sandbox sends it, and you send nothing',
  ])
  expect(paper).toMatch(/it belongs to nobody: never send real money there\n$/)
  // A terminal would break a longer line within a word.
  expect(paper.split('\n').filter((line) => line.length > 79)).toEqual([])
  expect(real).toMatch(/^deposit {5}20 RUNE\n/)
  expect(real).not.toContain('paper')
})
