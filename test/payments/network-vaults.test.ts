import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openNetworkVaults } from '../../src/payments/network-vaults.ts'
import { providerSettingKey } from '../../src/io/index.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { createSilentHttp } from '../support/silent-http.ts'

const VAULT = '0xb9ac6d689a18be4588f348301208e40f57a868d4'
const ROUTER = '0xe3985e6b61b814f7cdb188766562ba71b446b46d'

let stop: () => void = () => undefined
afterEach(() => stop())

/** Asks the user's own node of Maya, which answers as told, at these times in milliseconds. */
async function askAt(times: readonly number[], status: number, body: unknown) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => server.close()
  const key = providerSettingKey('MAYA', 'URL')
  const value = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = createFakeClock(0)
  const list = openNetworkVaults({
    clock,
    settings: new Map([[key, { key, value, origin: '--set' as const }]]),
    signal: new AbortController().signal,
  })
  const answers = []
  for (const time of times) {
    await clock.advance(time - clock.now())
    answers.push(await list('MAYA', 'ethereum'))
  }
  return { asked, answers }
}

it("asks the user's own node, and not again within half a minute", async () => {
  const rows = [{ chain: 'ETH', address: VAULT, router: ROUTER, halted: false }]
  const named = [{ vault: VAULT, router: ROUTER }]
  expect(await askAt([0, 29_000, 31_000], 200, rows)).toEqual({
    asked: ['/mayachain/inbound_addresses', '/mayachain/inbound_addresses'],
    answers: [named, named, named],
  })
})

it('knows no vault of a node that fails, and asks it again', async () => {
  expect(await askAt([0, 1], 500, {})).toEqual({
    asked: ['/mayachain/inbound_addresses', '/mayachain/inbound_addresses'],
    answers: [[], []],
  })
})

it('gives a node that says nothing up after 4 s', async () => {
  const clock = createFakeClock()
  const http = createSilentHttp()
  const { signal } = new AbortController()
  const list = openNetworkVaults({ clock, signal, settings: new Map(), openHttp: () => Promise.resolve(http) })
  let vaults: unknown
  const listed = list('MAYA', 'ethereum').then((found) => {
    vaults = found
  })
  await http.asked
  await clock.advance(4_000)
  expect(vaults).toEqual([])
  await listed
})
