import { expect, onTestFinished, test } from 'vitest'
import { doctor } from '../../../src/cli/commands/doctor/index.ts'
import { whyOffline } from '../../../src/cli/commands/doctor/online.ts'
import type { Check } from '../../../src/cli/commands/doctor/check.ts'
import { defined } from '../../../src/core/defined.ts'
import { liveProviders } from '../../../src/providers/live.ts'
import { type CommandPlace, runCommand } from '../../support/command-session.ts'
import { localServer } from '../../support/local-server.ts'
import { openRpcLab } from '../../support/rpc-lab.ts'

const DEAD = 'http://127.0.0.1:1'

/** What doctor says of who can be reached, with all providers at one address, and how it ends. */
async function checked(
  providersUrl: string,
  nodeUrl: string,
  quick = false,
  openHttp?: NonNullable<CommandPlace['openHttp']>,
) {
  const urls = liveProviders().map(({ manifest: { key } }) => [`provider.${key}.url`, providersUrl])
  const settings = { ...(Object.fromEntries(urls) as Record<string, string>), 'rpc.ethereum': nodeUrl }
  const place = { settings, json: true, ...defined({ openHttp }) }
  const { stdout, error } = await runCommand(doctor, [], { fix: false, quick, accept: [] }, place)
  const { data } = JSON.parse(stdout) as { readonly data: readonly Check[] }
  return { online: data.filter(({ name }) => name === 'online'), error }
}

test('doctor fails on the live network where neither a provider nor a node answers', async () => {
  const { online, error } = await checked(DEAD, DEAD)
  expect(online).toEqual([
    {
      name: 'online',
      result: 'fail',
      detail: expect.stringMatching(
        /^no provider and no node of Ethereum answered, in more than one way: [A-Z_]+: The connection was refused$/,
      ) as string,
      next: "Check the provider's URL setting, and any firewall or proxy in between",
    },
  ])
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitCode: 5, message: 'Not in order: online' })
})

test('doctor does not fail while a node answers, and asks none where providers do', async () => {
  const node = await openRpcLab(1)
  onTestFinished(() => node.close())
  const { online, error } = await checked(DEAD, node.url)
  expect([online.map(({ result, detail }) => `${result} ${detail}`), error]).toEqual([
    ['warn no provider answered, though a node of Ethereum did'],
    undefined,
  ])
  const server = await localServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  onTestFinished(() => server.close())
  const reached = await checked(server.url, DEAD)
  expect(reached.online.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^\d+ providers answered$/) as string,
  ])
})

test.each([
  ['ENOTFOUND', 'ENOTFOUND', /^this machine is offline, or has no DNS: no provider and no node of Ethereum could be/],
  ['EAI_AGAIN', 'ENOTFOUND', /^this machine is offline, or has no DNS: /],
  ['ENETUNREACH', 'ENOTFOUND', /^this machine is offline: there is no way to any host, and no provider and no node/],
])('doctor says that a machine without a network is offline: %s of providers, %s of nodes', async (api, node, says) => {
  const openHttp = async () => ({
    fetch: (url: string) => {
      const code = new URL(url).host === 'node.example' ? node : api
      return Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))
    },
    close: async () => undefined,
  })
  const { online, error } = await checked('https://api.example', 'https://node.example', false, openHttp)
  expect(online.map(({ result, detail }) => [result, detail])).toEqual([
    ['fail', expect.stringMatching(says) as string],
  ])
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'Not in order: online' })
})

test('doctor asks no provider with --quick', async () => {
  expect(await checked(DEAD, DEAD, true)).toEqual({ online: [], error: undefined })
})

const failed = (...codes: readonly string[]) =>
  codes.map(
    (systemCode) => ({ key: 'RELAY', result: 'failed', message: 'It failed', next: 'Look', systemCode }) as const,
  )

test.each([
  ['no name is found', failed('ENOTFOUND', 'EAI_AGAIN'), ['ENOTFOUND'], 'this machine is offline, or has no DNS'],
  [
    'nothing leads out',
    failed('ENETUNREACH', 'ENOTFOUND'),
    ['EHOSTUNREACH'],
    'this machine is offline: there is no way',
  ],
  [
    'one is refused',
    failed('ENOTFOUND', 'ECONNREFUSED'),
    ['ENOTFOUND'],
    'no provider and no node of Ethereum answered',
  ],
  ['a node says nothing of its failure', failed('ENOTFOUND'), [''], 'no provider and no node of Ethereum answered'],
  ['no node is known', failed('ENOTFOUND'), [], 'this machine is offline, or has no DNS: no provider could be'],
])('where %s, doctor says what that means', (_name, providers, nodes, expected) => {
  expect(whyOffline(providers, nodes).detail.startsWith(expected)).toBe(true)
})
