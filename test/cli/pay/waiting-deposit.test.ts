import { expect, onTestFinished, test } from 'vitest'
import { history } from '../../../src/cli/commands/history.ts'
import { ANSWERS } from '../../server/fake-service.ts'
import { runCommand, runInSession } from '../../support/command-session.ts'
import { localServer } from '../../support/local-server.ts'
import { openRunFile } from '../../../src/cli/pay/runs.ts'
import { tellWaitingDeposit } from '../../../src/cli/pay/waiting-deposit.ts'
import { placeNamer, readTypedPlace } from '../../../src/cli/command-line/typed-place.ts'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'
import { depositRun, SHORT_MEMO } from '../../wallet/utxo/deposit-run.ts'
import { cli } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

const NOW = Date.parse('2026-01-15T12:00:00.000Z')
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const WAITING = { status: 'PENDING', stage: 'awaiting_deposit', inboundHash: '' } as const
const live = readTypedPlace({ network: 'live' })

interface Told {
  readonly run?: Partial<SwapRun>
  readonly transaction?: Partial<StatusTransaction>
  readonly json?: boolean
}

/** What is said of a transaction of which this machine has the run. */
async function told({ run: changes = {}, transaction = WAITING, json = false }: Told): Promise<string> {
  const said = await runInSession(
    async (session) => {
      const { journal } = await openRunFile(session)
      const {
        id: _id,
        version: _version,
        ...run
      } = depositRun({
        ...{ chain: 'bitcoin', symbol: 'BTC', vault: VAULT, depositor: ALICE, units: 50_000_000n, memo: SHORT_MEMO },
      })
      await journal.create({ ...run, ...changes })
      await tellWaitingDeposit(session, statusOf('tx_1', transaction))
    },
    { clock: createFakeClock(NOW), json, namePlace: placeNamer(['psbt'], () => live) },
  )
  expect(said.error).toBeUndefined()
  return said.stderr
}

test('the status of a deposit that is waited for says where it goes, until when, and what makes a transaction of it', async () => {
  const lines = (await told({})).split('\n')
  expect(lines.slice(0, 5)).toEqual([
    'deposit     0.5 BTC',
    `  address   ${VAULT}`,
    expect.stringMatching(/^ {12}fingerprint /),
    `  memo      ${SHORT_MEMO}`,
    expect.stringContaining('warning'),
  ])
  expect(lines).toContain('  until     2026-01-15 12:15:00 UTC, in 15m')
  expect(lines).toContain('  psbt      the same for your wallet to sign: swapcli --network live psbt tx_1')
})

test('scripts get the same as one line', async () => {
  expect(JSON.parse(await told({ json: true }))).toMatchObject({
    deposit: {
      address: VAULT,
      amount: '0.5 BTC',
      memo: SHORT_MEMO,
      until: '2026-01-15T12:15:00.000Z',
      psbt: 'swapcli --network live psbt tx_1',
    },
  })
})

test.each<readonly [string, Told]>([
  ['was reported', { transaction: { ...WAITING, inboundHash: '0xab' } }],
  ['was seen', { transaction: { status: 'PENDING', stage: 'confirming' } }],
  ['is over', { transaction: { status: 'SUCCESS' } }],
  ['came in part', { transaction: { ...WAITING, progress: { srcReceived: '0.1' } } }],
  ['was refused', { run: { step: 'closed', closedAs: 'refused' } }],
  ['is of another swap', { run: { transactionId: 'tx_2' } }],
])('nothing is to be paid for a deposit that %s', async (_name, case_) => {
  expect(await told(case_)).toBe('')
})

test('of paper, status says beside the transaction that nobody has to send it, and history asks for nothing', async () => {
  const home = await newHome()
  const slow = ['--sandbox-speed', '0.001']
  const words = ['100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_DEPOSIT', '--yes', '--no-wait', ...slow]
  const swap = await cli(['swap', ...words], { home })
  const [id = ''] = /tx_[a-z0-9]+/.exec(swap.stderr) ?? []
  const status = await cli(['status', id, ...slow], { home })
  expect(status.stdout).toContain('waiting for the payment')
  expect(status.stderr).toMatch(/deposit {5}100 USDC of paper arrives by itself\n.*\n {2}address {3}0x/)
  expect(status.stderr).toContain(`follow it: swapcli status ${id} --watch`)
  const history = await cli(['history', ...slow], { home })
  expect(history.stderr).not.toContain('for the payment')
})

test('history names the command for what somebody has to pay, and for nothing else', async () => {
  const [row] = ANSWERS.history.data
  const waiting = {
    ...row,
    status: 'PENDING',
    stage: 'awaiting_deposit',
    hash: '',
    inboundHash: '',
    outboundHash: null,
  }
  const noted = async (change: object) => {
    const page = { ...ANSWERS.history, data: [{ ...waiting, id: 'tx_1', provider: 'RELAY', ...change }] }
    const server = await localServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(page))
    })
    onTestFinished(() => server.close())
    return (await runCommand(history, [], {}, { settings: { api: `${server.url}/api/v1` } })).stderr
  }
  expect(await noted({})).toContain('1 waits for the payment; where it goes: swapcli status tx_1')
  expect(await noted({ inboundHash: '0xab' })).not.toContain('for the payment')
  expect(await noted({ provider: 'SANDBOX_DEPOSIT' })).not.toContain('for the payment')
})
