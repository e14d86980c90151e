import { type Address, encodeFunctionData, parseAbi, parseEther, parseUnits } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChainRpc, RpcCall } from '../../../../src/core/ports.ts'
import { planApprovals } from '../../../../src/wallet/evm/approvals/approval-calls.ts'
import type { EvmChain } from '../../../../src/wallet/evm/evm-chain.ts'
import type { Payload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PlannedCall } from '../../../../src/wallet/evm/planned-call.ts'
import { readSigned } from '../../../../src/wallet/evm/signed-transaction.ts'
import { describeOnChains } from '../../../devnet/describe-on-chains.ts'
import { account, type DevChain, type Devnet, fund, openDevnet } from '../../../devnet/world.ts'
import { hex, openNodes, payAll, payer, refusalOf, swapOn, walletOn } from '../pay-world.ts'

const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const SPENDER = account(8).address
const AMOUNT = parseUnits('100', 6)

describeOnChains('what stands between a payload and its spend', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  beforeEach(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
    nodes = await openNodes()
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: AMOUNT })
  })
  afterEach(async () => {
    await nodes.close()
    await devnet.close()
  })

  async function sendAs(calls: readonly PlannedCall[]): Promise<void> {
    await chain.client.impersonateAccount({ address: payer.address })
    for (const { to, data } of calls) {
      const transaction = { account: payer.address, to: hex(to), data: hex(data), gas: 200_000n }
      const hash = await chain.client.sendTransaction(transaction)
      await chain.client.waitForTransactionReceipt({ hash })
    }
  }

  async function plan(expirySec: number, token: Address = chain.tokens.usdc) {
    const { timestamp } = await chain.client.getBlock()
    const { terms } = await swapOn(chain, 'usdc', 'eth', '100')
    const permit2: PlannedCall = {
      kind: 'permit2',
      to: chain.contracts.permit2,
      data: encodeFunctionData({
        abi: permit2Abi,
        functionName: 'approve',
        args: [chain.tokens.usdc, SPENDER, AMOUNT, Number(timestamp) + expirySec],
      }),
      value: 0n,
      description: 'Allow the contract to take USDC for a day',
    }
    const payload: Payload = {
      chainId: 1,
      spend: { kind: 'call', to: SPENDER, data: '0x12345678', value: 0n, description: '' },
      approval: { token, spender: chain.contracts.permit2, amount: AMOUNT },
      permit2,
      functionName: 'execute',
      recipient: undefined,
      minimumReceived: undefined,
      deadlineSec: undefined,
      doubts: [],
      warnings: [],
    }
    return planApprovals(nodes.chain(chain), payer.address, payload, terms, 'exact', timestamp)
  }

  it('is the approval of Permit2 and what Permit2 itself allows, and nothing once both suffice', async () => {
    const before = await plan(3600)
    expect(before.calls.map(({ kind }) => kind)).toEqual(['approve', 'permit2'])
    await sendAs(before.calls.slice(0, 1))
    expect((await plan(3600)).calls.map(({ kind }) => kind)).toEqual(['permit2'])
    await sendAs(before.calls.slice(1))
    const after = await plan(3600)
    expect([after.calls, after.review?.needed]).toEqual([[], false])
  })

  it('holds what Permit2 allows again when it is about to expire', async () => {
    await sendAs((await plan(60)).calls)
    expect((await plan(3600)).calls.map(({ kind }) => kind)).toEqual(['permit2'])
  })

  it('cannot be told for a token that does not report its allowances', async () => {
    expect(await refusalOf(plan(3600, account(9).address))).toEqual([
      'WALLET_REFUSED',
      `The token ${account(9).address} on Ethereum does not report its allowances`,
      'untouched',
    ])
  })

  it('is not signed twice when the node shows a mined approval late', async () => {
    let stale = 0
    const swap = await swapOn(chain, 'usdc', 'eth', '100')
    const place = nodes.chain(chain)
    const lagging: EvmChain = {
      ...place,
      rpc: withAnswer(place.rpc, (data) => {
        if (!data.startsWith('0xdd62ed3e') || stale === 0) return undefined
        stale -= 1
        return `0x${'0'.repeat(64)}`
      }),
    }
    const wallet = walletOn(lagging)
    const approve = await wallet.sign(swap.execution, swap.terms, [])
    await wallet.broadcast(approve)
    await wallet.settle(approve, new AbortController().signal)
    stale = 3
    const spend = await wallet.sign(swap.execution, swap.terms, [approve])
    expect([approve.kind, spend.kind, (await readSigned(spend)).nonce, stale]).toEqual(['approve', 'call', 1, 0])
  })

  it('ends when a payment still cannot be made after many transactions', async () => {
    const swap = await swapOn(chain, 'usdc', 'eth', '100')
    const { payments } = await payAll(walletOn(nodes.chain(chain)), swap)
    const [first] = payments
    if (first === undefined) throw new Error('no payment')
    const many = Array.from({ length: 9 }, () => first)
    expect((await refusalOf(walletOn(nodes.chain(chain)).sign(swap.execution, swap.terms, many)))[1]).toBe(
      '9 transactions were sent for this payment, and it still cannot be paid',
    )
  })
})

/** A node whose calls of contracts are answered by `answer` where it gives one. */
function withAnswer(rpc: ChainRpc, answer: (data: string) => string | undefined): ChainRpc {
  const changed = ({ method, params: [asked] }: RpcCall): string | undefined => {
    const data = typeof asked === 'object' && asked !== null && 'data' in asked ? asked.data : undefined
    return method === 'eth_call' && typeof data === 'string' ? answer(data) : undefined
  }
  return {
    ...rpc,
    request: async (call) => changed(call) ?? rpc.request(call),
    requestOperators: async (call, count) => {
      const value = changed(call)
      return value === undefined ? rpc.requestOperators(call, count) : [{ operator: 'late', value }]
    },
  }
}
