import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { RpcError } from '../../../../src/core/evm/rpc-error.ts'
import { findLeft } from '../../../../src/wallet/evm/approvals/approvals.ts'
import { encodeApprove } from '../../../../src/wallet/evm/payload/payload.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const OWNER = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const SPENDER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const APPROVAL = { chainId: 1, owner: OWNER.address, token: USDC, spender: SPENDER, keeper: 'token' }

/** What is left of an approval of 100 units, by what the nodes say stands: a number, or `fails`, or `dead`. */
async function leftBy(
  stands: readonly (number | 'fails' | 'dead')[],
  { isOwn = false, granted = 100n, isPending = false } = {},
) {
  const raw = await OWNER.signTransaction({
    ...{ type: 'eip1559', chainId: 1, nonce: 0, to: USDC, gas: 50_000n, value: 0n },
    ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n, data: encodeApprove(SPENDER, granted) as `0x${string}` },
  })
  const nodes = stands.map((units) => async () => {
    if (units === 'dead') throw new Error('offline')
    if (units === 'fails') throw new RpcError('header not found', -32000)
    return `0x${units.toString(16).padStart(64, '0')}`
  })
  const rpc = fakeRpc(nodes, { isOwn })
  const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH', rpc } as const
  const payment = { hash: keccak256(raw), raw, last: false }
  const signed = isPending ? { earlier: [], pending: payment } : { earlier: [payment], pending: undefined }
  return findLeft({ ...chain, confirmations: 2 }, OWNER.address, signed, 100n, 0)
}

test('an approval is none where two operators say so, the only one there is, or a node of the user', async () => {
  expect(await leftBy([0, 0, 100])).toEqual([])
  expect(await leftBy([0])).toEqual([])
  expect(await leftBy([0, 'dead'], { isOwn: true })).toEqual([])
  expect(await leftBy([60, 60])).toEqual([{ ...APPROVAL, units: 60n }])
})

test.each([
  ['one operator alone calls it none', [0, 'dead', 'dead']],
  ['two differ', [0, 100]],
  ['no node can read it', ['fails', 'fails', 'fails']],
] as const)('an approval may still stand where %s', async (_name, stands) => {
  expect(await leftBy(stands)).toEqual([{ ...APPROVAL, units: 100n, isUnread: true }])
})

test('a revocation, and an approval for more than is spent, are not named where they cannot be read', async () => {
  expect(await leftBy(['fails'], { granted: 0n })).toEqual([])
  expect(await leftBy(['fails'], { granted: 101n })).toEqual([])
})

test('an approval that is on its way may be used once it is in a block, unless it gives nothing', async () => {
  const isPending = true
  expect(await leftBy([0, 0], { isPending })).toEqual([{ ...APPROVAL, units: 100n, isPending }])
  expect(await leftBy([100, 100], { isPending })).toEqual([{ ...APPROVAL, units: 100n }])
  expect(await leftBy([60, 60], { isPending })).toEqual([{ ...APPROVAL, units: 100n, isPending }])
  expect(await leftBy([0, 100], { isPending })).toEqual([{ ...APPROVAL, units: 100n, isUnread: true }])
  expect(await leftBy([0, 0], { isPending, granted: 0n })).toEqual([])
  expect(await leftBy([60, 60], { isPending, granted: 0n })).toEqual([])
})
