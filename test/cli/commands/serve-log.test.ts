import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRequest } from '../../proof/run-request.ts'
import { rawSql } from '../../store/raw.ts'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

test('serve --json logs what it cannot answer, and names the damaged document: it sent its reader to an empty log', async () => {
  const home = await newHome()
  const swap = ['swap', '0.5', 'ethereum:ETH', 'ethereum:USDC', '--provider', 'SANDBOX_DEX', '--yes', '--json']
  const { stdout } = await cli(swap, { home, env: FAST })
  const { id } = (json(stdout) as { data: { transaction: { id: string } } }).data.transaction
  rawSql(join(home, 'sandbox.db'), `UPDATE transactions SET doc = replace(doc, 'SUCCESS', 'REFUND')`)
  const { code, stderr, answers } = await runRequest({
    args: ['serve', '--port', '0', '--json'],
    env: { ...homeEnv(home), ...FAST },
    gets: [`/api/v1/transaction/status?transactionId=${id}`],
  })
  const { error } = JSON.parse(answers[0]?.body ?? '') as { error: { code: string; requestId: string } }
  expect([code, answers[0]?.status, error.code]).toEqual([0, 500, 'INTERNAL_ERROR'])
  expect(stderr).toContain(`STORE_UNUSABLE in ${error.requestId}: The store ${join(home, 'sandbox.db')} is damaged`)
  expect(stderr).toContain(id)
})
