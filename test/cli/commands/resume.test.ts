import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPaperWallet } from '../../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { RUN_POINTS } from '../../../src/wallet/run/swap-run.ts'
import { cli, json } from '../run-cli.ts'
import { newHome } from '../../support/new-home.ts'

/** Points that a wallet of paper passes: it has nothing to review, and sending settles. */
const POINTS = RUN_POINTS.filter((point) => !['payment-agreed', 'payment-settled', 'payment-noted'].includes(point))

async function payments(home: string) {
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  try {
    return (await createPaperWallet({ ledger: documents }).transactions()).filter(({ kind }) => kind !== 'approve')
  } finally {
    await documents.close()
  }
}

const SWAP = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']

describe('a swap whose process is killed', () => {
  test.each(POINTS)('at the point "%s" is brought to its end by resume, paid once', async (point) => {
    const home = await newHome()
    const env = { SWAPCLI_TEST_KILL_AT: point, SWAPCLI_SANDBOX_SPEED: '100000' }
    const killed = await cli(SWAP, { home, env })
    expect(killed.signal).toBe('SIGKILL')
    const resumed = await cli(['resume', '--json'], { home, env: { SWAPCLI_SANDBOX_SPEED: '100000' } })
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
