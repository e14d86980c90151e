import { expect, test } from 'vitest'
import { ownNodes } from '../../../../src/core/evm/nodes.ts'
import { checkRpcUrls } from '../../../../src/tui/screens/settings/rpc-check.ts'
import { startFakeNode } from '../../../support/fake-node.ts'

const BASE = { name: 'Base', chainId: 8453 }
const { signal } = new AbortController()

test('nodes of the chain are said to be that', async () => {
  const { url } = await startFakeNode(() => '0x2105')
  expect(await checkRpcUrls(BASE, ownNodes([url, url]), signal)).toBe('a node of Base; new connections use it')
})

test('a node of another chain is refused, whichever of several it is', async () => {
  const [own, other] = [await startFakeNode(() => '0x2105'), await startFakeNode(() => '0x1')]
  await expect(checkRpcUrls(BASE, ownNodes([own.url, other.url]), signal)).rejects.toThrow(
    'URL 2 of 2 is a node of the chain with id 1, not of Base (8453)',
  )
})

test.each([['no such chain'], [undefined], [8453]])('what answers %j is no proof, and is told of', async (answer) => {
  const { url } = await startFakeNode(() => answer)
  expect(await checkRpcUrls(BASE, ownNodes([url]), signal)).toBe(
    'it did not answer; a node of another chain than Base is refused when it is used',
  )
})

test('a wait that is given up ends at once', async () => {
  const { url } = await startFakeNode(() => '0x2105')
  expect(await checkRpcUrls(BASE, ownNodes([url]), AbortSignal.abort())).toContain('did not answer')
})
