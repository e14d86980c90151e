import { expect, test } from 'vitest'
import type { Network } from '../../../src/core/api/enums.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { ofOtherServer, verifyLosingServer } from '../../../src/wallet/terms/other-server.ts'
import { ANSWERS } from '../../server/fake-service.ts'
import { lockedRun } from '../../tui/screens/review/sample-run.ts'

/*
 * That a server does not know a swap says nothing of it where the server is not the one that it was begun with.
 */

const API = 'http://swap.example/api/v1'
const RUN = lockedRun({ api: API, step: 'tracked', transactionId: 'tx_1' })
const PAID = { ...RUN, payment: { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' as const } }

const listing = (...keys: readonly string[]): Pick<SwapService, 'sources'> => ({
  sources: async () => ({
    data: keys.map((key) => ({ key, name: key, image: '', type: 'EXCHANGE', active: true })),
    pagination: ANSWERS.sources.pagination,
  }),
})
const away: Pick<SwapService, 'sources'> = {
  sources: () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'gone')),
}

const unknown = new SwapError('NOT_FOUND', 'There is no transaction tx_1')
const lost = new SwapError('OUTCOME_UNKNOWN', 'Its status cannot be read', {
  funds: 'moved',
  hint: 'Put the store back, or end the run: swapcli resume run_1 --forget',
  cause: unknown,
})
const HINT = `Do not begin the swap again. Go on once the server that it was begun with answers at ${API}: swapcli resume run_1`

test.each<[string, Network, Pick<SwapService, 'sources'>, string]>([
  ['live', 'sandbox', listing('RELAY'), 'This server is LIVE (real money), and the network here is the sandbox'],
  ['a sandbox', 'live', listing('SANDBOX_DEX'), 'This server is a sandbox (paper money), and the network here is live'],
  ['of both', 'live', listing('RELAY', 'SANDBOX_DEX'), 'This server does not say whether it is live or a sandbox'],
  ['away', 'live', away, 'This server does not say whether it is live or a sandbox'],
])(
  'a server that is %s where the network is %s invites nobody to give a run up',
  async (_is, network, service, what) => {
    expect(await ofOtherServer(lost, RUN, { service, network })).toMatchObject({
      ...{ code: 'OUTCOME_UNKNOWN', funds: 'moved', hint: HINT },
      message: `${what}. Its status cannot be read`,
    })
    expect(await ofOtherServer(unknown, RUN, { service, network })).toMatchObject({
      ...{ code: 'NOT_FOUND', funds: unknown.funds, hint: HINT },
      message: `${what}. There is no transaction tx_1`,
    })
  },
)

test('another failure, the same network and the service of this machine leave a failure as it is', async () => {
  const other = { service: listing('RELAY'), network: 'sandbox' as const }
  const refused = new SwapError('OUTCOME_UNKNOWN', 'It cannot be read', { cause: new Error('NOT_FOUND') })
  expect(await ofOtherServer(refused, RUN, other)).toBe(refused)
  expect(await ofOtherServer(lost, RUN, { ...other, network: 'live' })).toBe(lost)
  expect(await ofOtherServer(lost, lockedRun(), other)).toBe(lost)
})

test('a run is not given up because a server of the other network does not know it', async () => {
  const other = { service: listing('RELAY'), network: 'sandbox' as const }
  const text = 'Not given up: This server is LIVE (real money), and the network here is the sandbox'
  for (const [run, funds] of [[RUN, 'unknown'] as const, [PAID, 'moved'] as const]) {
    const refused = { code: 'OUTCOME_UNKNOWN', message: text, funds, hint: HINT }
    await expect(verifyLosingServer(run, other)).rejects.toMatchObject(refused)
  }
  // One that lost its store, or does not say what it is, is a person's decision.
  await verifyLosingServer(RUN, { ...other, network: 'live' })
  await verifyLosingServer(RUN, { ...other, service: away })
  await verifyLosingServer(lockedRun(), other)
})
