import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPayChains, requireChain } from '../../src/payments/pay-chains.ts'
import { privateSendingText } from '../../src/core/evm/private-sending.ts'
import { requireEvmChain } from '../../src/wallet/evm/evm-chain.ts'
import { openBreakableHttp } from '../../src/io/http/http-fetch.ts'
import { refuseForeignStore } from '../../src/io/index.ts'
import { walletFile } from '../../src/payments/wallet-file.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { newHome } from '../support/new-home.ts'
import { startFakeNode } from '../support/fake-node.ts'
import { sharePayChains } from '../../src/cli/session.ts'
import { runInSession } from '../support/command-session.ts'

/** A node that takes requests and answers none. */
async function startSilentNode(): Promise<{ readonly host: string; readonly asked: Promise<void> }> {
  let tell: () => void = () => undefined
  const asked = new Promise<void>((done) => (tell = done))
  const server = createServer(() => tell())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('signed bytes go to the private endpoint only, and reads to the node', async () => {
  const node = await startFakeNode((method) => (method === 'eth_chainId' ? '0x1' : '0x2a'))
  const endpoint = await startFakeNode(() => '0xbb')
  const { error } = await runInSession(
    async (session) => {
      const { rpc } = requireEvmChain(await requireChain(createPayChains(session), 'ethereum'))
      const sent = await rpc.requestAll({ method: 'eth_sendRawTransaction', params: ['0x02'] })
      expect(sent).toEqual([{ status: 'fulfilled', value: '0xbb' }])
      expect(await rpc.request({ method: 'eth_gasPrice', params: [] })).toBe('0x2a')
      expect(privateSendingText(rpc)).toBe(`only to ${new URL(endpoint.url).host}, never to public nodes`)
    },
    { settings: { 'rpc.ethereum': node.url, 'send-rpc.ethereum': endpoint.url } },
  )
  expect(error).toBeUndefined()
  expect([node.calls.toSorted(), endpoint.calls]).toEqual([['eth_chainId', 'eth_gasPrice'], ['eth_sendRawTransaction']])
})

test('reads that nobody waits for are broken off before the node is given up', async () => {
  const { host, asked } = await startSilentNode()
  const { error } = await runInSession(
    async (session) => {
      const leave = new AbortController()
      const { rpc } = requireEvmChain(await requireChain(createPayChains(session, leave.signal), 'ethereum'))
      const reading = rpc.request({ method: 'eth_chainId', params: [] })
      await asked
      leave.abort()
      await reading
    },
    { settings: { 'rpc.ethereum': `http://${host}` } },
  )
  // A node that was given up "did not answer in time".
  expect(error).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining(`${host} cannot be reached`) as string,
  })
})

test('a read that is broken off as its place is left says nothing about its node to those who come later', async () => {
  const { host, asked } = await startSilentNode()
  const home = await newHome()
  const file = { path: walletFile(home, 'live'), verify: refuseForeignStore }
  await (await openDocuments(file)).close()
  let reading: Promise<unknown> = Promise.resolve()
  const { error } = await runInSession(
    async (session) => {
      const { rpc } = requireEvmChain(await requireChain(createPayChains(session), 'ethereum'))
      reading = rpc.request({ method: 'eth_chainId', params: [] }).catch((broken: unknown) => broken)
      await asked
    },
    { home, openHttp: openBreakableHttp, publicNodes: () => ({ nodes: [`silent http://${host}`] }) },
  )
  expect(error).toBeUndefined()
  expect(await reading).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const documents = await openDocuments(file)
  onTestFinished(() => documents.close())
  expect(await documents.get('nodes:ethereum')).toBeUndefined()
})

test('all of a session share the connections and proofs of a chain, until its nodes are set anew', async () => {
  const [first, second] = await Promise.all([startFakeNode(() => '0x1'), startFakeNode(() => '0x1')])
  const { error } = await runInSession(
    async (session) => {
      const settings = new Map(session.settings)
      const changed: typeof session = { ...session, settings, payChains: sharePayChains(() => changed) }
      const ask = async () => {
        const { rpc } = requireEvmChain(await requireChain(await changed.payChains(), 'ethereum'))
        await rpc.request({ method: 'eth_gasPrice', params: [] })
      }
      await ask()
      await ask()
      settings.set('rpc.ethereum', { key: 'rpc.ethereum', value: second.url, origin: 'here' })
      await ask()
    },
    { settings: { 'rpc.ethereum': first.url } },
  )
  expect(error).toBeUndefined()
  expect(first.calls.toSorted()).toEqual(['eth_chainId', 'eth_gasPrice', 'eth_gasPrice'])
  expect(second.calls.toSorted()).toEqual(['eth_chainId', 'eth_gasPrice'])
})
