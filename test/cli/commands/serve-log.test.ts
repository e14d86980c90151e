import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runRequest } from '../../proof/run-request.ts'
import { alterPacked } from '../../store/raw.ts'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { PATIENT } from '../../support/patience.ts'
import { cli, FAST, json } from '../run-here.ts'
import { serveForPerson, serveProgram } from '../served-program.ts'

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

test('--log json makes all that is logged JSON, also without --json: failures stood between its documents as prose', async () => {
  const home = await newHome()
  const { url, line, log, stop } = await serveForPerson(home, '--log', 'json')
  const stream = await fetch(new URL('/events', url))
  const file = join(home, 'sandbox.db')
  renameSync(file, `${file}.moved`)
  expect([(await fetch(`${url}/transaction/stats`)).status, await stream.text()]).toEqual([503, expect.any(String)])
  // The tracker's turn comes once a second.
  await vi.waitFor(() => expect(log()).toContain('"failure"'), PATIENT)
  expect(await stop()).toBe(0)
  expect(line).toBe(`Serving the sandbox network on ${url} (stop with Ctrl-C)\n`)
  const entries = log()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>)
  expect(new Set(entries.map((entry) => entry['log']))).toEqual(new Set(['access', 'request', 'failure']))
  const ofStream = entries.filter((entry) => entry['requestId'] === stream.headers.get('x-request-id'))
  expect(ofStream.map((entry) => entry['log']).sort()).toEqual(['access', 'request'])
})

test.each([['--log', 'json'], ['--log=json']])('serve %s that does not start says so in JSON too', async (...log) => {
  const refused = await cli(['serve', ...log, '--port', '70000'])
  expect([refused.code, refused.stdout, json(refused.stderr)]).toMatchObject([2, '', { error: { code: 'USAGE' } }])
  const plain = await cli(['serve', '--log', '--port', '70000'])
  expect(plain.stderr).toMatch(/^Error: --port must be/)
})
