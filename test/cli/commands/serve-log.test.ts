import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRequest } from '../../proof/run-request.ts'
import { alterPacked } from '../../store/raw.ts'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'
import { serveProgram } from '../served-program.ts'

test('serve --json logs what it cannot answer, and names the damaged document: it sent its reader to an empty log', async () => {
  const home = await newHome()
  const swap = ['swap', '0.5', 'ethereum:ETH', 'ethereum:USDC', '--provider', 'SANDBOX_DEX', '--yes', '--json']
  const { stdout } = await cli(swap, { home, env: FAST })
  const { id } = (json(stdout) as { data: { transaction: { id: string } } }).data.transaction
  alterPacked(join(home, 'sandbox.db'), 'transactions', 'true', 'SUCCESS', 'REFUND')
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

test('a store that was moved while it is served is 503 with what to do, and works again once it is back', async () => {
  const home = await newHome()
  const { url, log, stop } = await serveProgram(home)
  const file = join(home, 'sandbox.db')
  const ready = new URL('/readyz', url)
  const execute = async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'key' }
    const body = JSON.stringify({ lockId: 'lock_1' })
    const answer = await fetch(`${url}/quote/execute`, { method: 'POST', headers, body })
    return { status: answer.status, error: ((await answer.json()) as { error: Record<string, string> }).error }
  }
  const readAll = () =>
    Promise.all(
      ['history', 'stats', 'status?transactionId=tx_1', 'history?query=x'].map(
        async (path) => (await fetch(`${url}/transaction/${path}`)).status,
      ),
    )
  expect([(await fetch(ready)).status, (await execute()).status, await readAll()]).toEqual([
    200,
    409,
    [200, 200, 404, 200],
  ])
  renameSync(file, `${file}.moved`)
  const refused = await execute()
  expect([refused.status, refused.error['code'], (await fetch(ready)).status]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    503,
  ])
  expect(await readAll()).toEqual([503, 503, 503, 503])
  expect(refused.error['hint']).toContain('put it back where it was')
  expect(JSON.stringify(refused.error)).not.toContain(home)
  renameSync(`${file}.moved`, file)
  expect([(await execute()).status, (await fetch(ready)).status, await readAll()]).toEqual([
    409,
    200,
    [200, 200, 404, 200],
  ])
  expect(await stop()).toBe(0)
  expect(log()).toContain(`STORE_UNUSABLE in ${refused.error['requestId']}: The store ${file} was moved`)
})

test('--log has a line for each request, without what it asked for', async () => {
  const { url, log, stop } = await serveProgram(await newHome(), '--log')
  await (await fetch(`${url}/swap/chains?query=secret`)).text()
  expect(await stop()).toBe(0)
  const line = log()
    .split('\n')
    .find((text) => text.includes('"access"'))
  expect(JSON.parse(line ?? '')).toMatchObject({ method: 'GET', route: '/api/v1/swap/chains', status: 200 })
  expect(log()).not.toContain('secret')
})
