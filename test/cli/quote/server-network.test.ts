import { describe, expect, onTestFinished, test } from 'vitest'
import type { Command } from '../../../src/cli/command.ts'
import { doctor } from '../../../src/cli/commands/doctor/index.ts'
import { execute } from '../../../src/cli/commands/execute.ts'
import { lock } from '../../../src/cli/commands/lock.ts'
import { quote } from '../../../src/cli/commands/quote.ts'
import { resume } from '../../../src/cli/commands/resume.ts'
import { swap } from '../../../src/cli/commands/swap.ts'
import { openRunFile } from '../../../src/cli/pay/runs.ts'
import { ANSWERS } from '../../server/fake-service.ts'
import { localServer } from '../../support/local-server.ts'
import { type CommandPlace, runCommand, runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { lockedRun } from '../../tui/screens/review/sample-run.ts'

/*
 * Whose money a server moves is told by its providers: where that is not what its user takes it for, nothing is locked.
 */

const PAIR = ['1', 'ethereum:ETH', 'base:USDC']
const SANDBOX = ['SANDBOX_DEX', 'SANDBOX_INTENTS']
const LIVE = ['RELAY', 'LIFI']

/** A server with these providers, which answers nothing else, and the paths that were asked of it. */
async function serverOf(keys: readonly string[]) {
  const asked: string[] = []
  const server = await localServer((request, response) => {
    const path = request.url?.replace(/\?.*/, '') ?? ''
    asked.push(path)
    const isSources = path.endsWith('/swap/sources')
    const data = keys.map((key) => ({ ...ANSWERS.sources.data[0], key }))
    const found = isSources ? { ...ANSWERS.sources, data } : path.endsWith('/chains') ? ANSWERS.chains : undefined
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(found ?? { error: { code: 'NOT_FOUND', message: 'no', requestId: 'req' } }))
  })
  onTestFinished(() => server.close())
  return { api: `${server.url}/api/v1`, asked }
}

const PIPED = (provider: string) => {
  const [route] = ANSWERS.quote.data
  return JSON.stringify({
    request: { srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' },
    data: [{ ...route, provider }],
  })
}

describe('a server of the other network', () => {
  const refused = (network: 'live' | 'sandbox', api: string) => ({
    code: 'WALLET_REFUSED',
    reason: 'network',
    hint: `If you mean this server: swapcli --network ${network === 'live' ? 'sandbox' : 'live'} --api ${api}`,
  })

  test.each<[string, 'live' | 'sandbox', readonly string[], Command, readonly string[]]>([
    ['swap', 'live', SANDBOX, swap, PAIR],
    ['swap', 'sandbox', LIVE, swap, PAIR],
    ['quote', 'sandbox', LIVE, quote, PAIR],
    ['execute', 'live', SANDBOX, execute, ['lock_1']],
    ['execute', 'sandbox', LIVE, execute, ['lock_1']],
    ['lock', 'live', SANDBOX, lock, ['-']],
    ['lock', 'sandbox', LIVE, lock, ['-']],
  ])(
    'is refused by %s with the network %s, before anything else is asked of it',
    async (_name, network, keys, ...rest) => {
      const [command, words] = rest
      const { api, asked } = await serverOf(keys)
      const place: CommandPlace = { network, settings: { api }, stdin: PIPED(keys[0] ?? '') }
      const said = await runCommand(command, words, command === swap ? { yes: true } : {}, place)
      expect(said).toMatchObject({ error: refused(network, api), stdout: '' })
      expect(new Set(asked)).toEqual(new Set(['/api/v1/swap/sources']))
    },
  )

  test('that is a sandbox where the network is live shows its prices, with a warning', async () => {
    const { api, asked } = await serverOf(SANDBOX)
    const said = await runCommand(quote, PAIR, {}, { network: 'live', settings: { api } })
    expect(said.stderr).toContain('warning: This server is a sandbox (paper money)')
    expect(asked.some((path) => path.includes('/quote'))).toBe(true)
  })

  test('begins no run, whatever it lists', async () => {
    for (const [network, provider] of [
      ['live', 'SANDBOX_DEX'],
      ['sandbox', 'RELAY'],
    ] as const) {
      const { request, ...run } = lockedRun()
      const begin = (api: string | undefined) =>
        runInSession(
          async (session) => {
            const { journal } = await openRunFile(session)
            const fields = { ...run, version: 0, request: { ...request, provider } }
            await journal.create(api === undefined ? fields : { ...fields, api })
          },
          { network },
        )
      expect(await begin('http://swap.example')).toMatchObject({ error: refused(network, 'http://swap.example') })
      // The service of this machine is of one network only.
      expect(await begin(undefined)).toMatchObject({ error: undefined })
    }
  })

  test.each<['live' | 'sandbox', readonly string[], string]>([
    ['sandbox', LIVE, 'This server is LIVE (real money), and the network here is the sandbox'],
    ['live', SANDBOX, 'This server is a sandbox (paper money), and the network here is live'],
  ])('at the URL of a run of %s has nobody give that up', async (network, keys, what) => {
    const { api } = await serverOf(keys)
    const home = await newHome()
    const { id: _id, version: _version, step: _step, ...fields } = lockedRun({ api, agreed: true })
    const request = { ...fields.request, provider: network === 'live' ? 'RELAY' : 'SANDBOX_DEX' }
    let id = ''
    await runInSession(
      async (session) => {
        const { journal } = await openRunFile(session)
        const begun = await journal.create({ ...fields, request })
        const payment = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' } as const
        id = (await journal.save(begun, { step: 'tracked', transactionId: 'tx_1', payment })).id
      },
      { network, home },
    )
    const place = { network, home, settings: { api } }
    const hint = `Do not begin the swap again. Go on once the server that it was begun with answers at ${api}: swapcli resume ${id}`
    const followed = await runCommand(resume, [id], { yes: true }, place)
    expect(followed.error).toMatchObject({ code: 'OUTCOME_UNKNOWN', funds: 'moved', hint })
    expect(followed.error).toHaveProperty('message', expect.stringContaining(`${what}. The swap is on its way`))
    const kept = await runCommand(resume, [id], { forget: true, accept: ['lost-record'] }, place)
    const refused = { code: 'OUTCOME_UNKNOWN', funds: 'moved', message: `Not given up: ${what}`, hint }
    expect(kept.error).toMatchObject(refused)
  })

  test('is found by doctor', async () => {
    const { api } = await serverOf(SANDBOX)
    const said = await runCommand(doctor, [], {}, { network: 'live', settings: { api } })
    expect(said.stdout).toMatch(/network +.*This server is a sandbox/)
  })
})

test('a server that is what it is taken for is said to be a sandbox', async () => {
  const { api, asked } = await serverOf(SANDBOX)
  const said = await runCommand(swap, PAIR, { yes: true }, { network: 'sandbox', settings: { api } })
  expect(said.stderr).toContain('sandbox: the server simulates a network with paper money; nothing here is real')
  expect(asked.length).toBeGreaterThan(1)
})
