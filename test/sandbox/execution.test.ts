import { describe, expect, test } from 'vitest'
import { decodeFunctionData, isAddress, keccak256, parseAbi, toHex } from 'viem'
import { lockWord, SANDBOX_FUNCTIONS } from '../../src/sandbox/calldata.ts'
import { sandboxContract } from '../../src/sandbox/wallet-exec.ts'
import type { Exec } from '../../src/core/api/documents.ts'
import {
  ALICE,
  asset,
  BASE_ETH,
  BASE_USDC,
  BOB,
  BRIDGE,
  DEPOSIT,
  DEX,
  ETH,
  INTENTS,
  lockOf,
  openPaperWorld,
  request,
  routeOf,
  USDC,
} from './paper-world.ts'
import type { PricedAsset } from '../../src/core/assets/catalog.ts'
import type { ExecStep } from '../../src/sandbox/wallet-exec.ts'

const ABI = parseAbi(Object.values(SANDBOX_FUNCTIONS).map((signature) => `function ${signature}`))

async function prepare(key: string, src: PricedAsset, dst: PricedAsset, amount: string, lockId = 'lock_1') {
  const world = openPaperWorld()
  const input = request(src, dst, amount, { depositor: ALICE, recipient: BOB, forLock: true })
  const lock = lockOf(input, await routeOf(world, key, input), lockId)
  const prepared = await (await world.adapter(key)).prepare(lock, world.context)
  return { lock, prepared, exec: prepared.exec ?? {} }
}

function stepsOf(exec: Exec): ExecStep[] {
  return (exec.allSteps ?? []) as ExecStep[]
}

function decoded(data: string | undefined) {
  return decodeFunctionData({ abi: ABI, data: toHexData(data) })
}

function toHexData(data: string | undefined): `0x${string}` {
  if (data?.startsWith('0x') !== true) throw new Error(`no calldata: ${String(data)}`)
  return `0x${data.slice(2)}`
}

describe('what the wallet must send', () => {
  test('for a token over the bridge: an approval of exactly the amount, then one call with the locked terms', async () => {
    const { lock, prepared, exec } = await prepare(BRIDGE, USDC, BASE_ETH, '1000')
    const contract = sandboxContract(BRIDGE, 1)
    expect(prepared).toMatchObject({ needsHash: true, providerResult: { execution: 'client' } })
    expect(exec).toEqual({
      chainId: 1,
      providerTarget: contract,
      providerCalldata: stepsOf(exec)[1]?.data,
      value: '0',
      srcToken: USDC.asset.address,
      srcAmount: '1000000000',
      approvalTarget: contract,
      approvalToken: USDC.asset.address,
      approvalAmount: '1000000000',
      allSteps: stepsOf(exec),
      meta: { sandbox: true, executionMode: 'client', walletExecution: true, providerQuoteId: lock.routeId },
    })
    expect(stepsOf(exec).map(({ type, chainId, to, value }) => ({ type, chainId, to, value }))).toEqual([
      { type: 'approve', chainId: 1, to: USDC.asset.address, value: '0' },
      { type: 'bridge', chainId: 1, to: contract, value: '0' },
    ])
    expect(decoded(stepsOf(exec)[0]?.data)).toEqual({ functionName: 'approve', args: [contract, 1_000_000_000n] })
    expect(decoded(exec.providerCalldata)).toEqual({
      functionName: 'bridge',
      args: [
        USDC.asset.address,
        1_000_000_000n,
        8453n,
        BASE_ETH.asset.address,
        BOB,
        lock.minimumOut,
        keccak256(toHex('lock_1')),
      ],
    })
  })

  test('for a native coin on one chain: one call that carries it, and no approval', async () => {
    const { lock, exec } = await prepare(DEX, ETH, USDC, '1.25')
    const contract = sandboxContract(DEX, 1)
    const units = 1_250_000_000_000_000_000n
    expect(exec).toMatchObject({ providerTarget: contract, value: units.toString(), srcToken: 'native' })
    for (const field of ['approvalTarget', 'approvalToken', 'approvalAmount'] as const)
      expect(exec[field]).toBeUndefined()
    expect(stepsOf(exec).map(({ type, to, value }) => ({ type, to, value }))).toEqual([
      { type: 'swap', to: contract, value: units.toString() },
    ])
    expect(decoded(exec.providerCalldata)).toEqual({
      functionName: 'swap',
      args: [ETH.asset.address, units, USDC.asset.address, BOB, lock.minimumOut, lockWord('lock_1')],
    })
  })

  test('over the DEX to another chain: the swap, then the bridge, in this order', async () => {
    for (const src of [ETH, USDC]) {
      const { lock, exec } = await prepare(DEX, src, BASE_USDC, '1000')
      const token = src === USDC
      const amount = lock.amountIn.toString()
      expect(stepsOf(exec).map(({ type, value }) => ({ type, value }))).toEqual([
        ...(token ? [{ type: 'approve', value: '0' }] : []),
        { type: 'swap', value: token ? '0' : amount },
        { type: 'bridge', value: '0' },
      ])
      const [swap, bridge] = stepsOf(exec).slice(-2)
      expect(exec.providerCalldata).toBe(swap?.data)
      expect(decoded(swap?.data)).toEqual({
        functionName: 'swapAndHold',
        args: [src.asset.address, lock.amountIn, ALICE, lockWord('lock_1')],
      })
      expect(decoded(bridge?.data)).toEqual({
        functionName: 'bridgeHeld',
        args: [lockWord('lock_1'), 8453n, BASE_USDC.asset.address, BOB, lock.minimumOut],
      })
    }
  })

  test('goes to a contract whose address is well-formed and its own on every chain', () => {
    const addresses = [BRIDGE, DEX].flatMap((key) => [1, 8453, 137].map((chainId) => sandboxContract(key, chainId)))
    expect(new Set(addresses).size).toBe(6)
    for (const address of addresses) expect(isAddress(address, { strict: true }), address).toBe(true)
  })
})

describe('where the deposit goes', () => {
  test.each([DEPOSIT, INTENTS])('with %s: an address, one for every lock, and nothing to sign', async (key) => {
    const { lock, prepared, exec } = await prepare(key, USDC, BASE_USDC, '1000')
    const { requestId, channelId, depositAddress } = prepared.providerResult
    expect(prepared).toMatchObject({ needsHash: false })
    expect(prepared.providerResult).toEqual({
      requestId,
      channelId,
      depositAddress,
      execution: 'server',
      status: 'awaiting_deposit',
    })
    expect(depositAddress).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(exec).toEqual({
      chainId: 1,
      providerTarget: depositAddress,
      srcToken: USDC.asset.address,
      srcAmount: '1000000000',
      meta: {
        sandbox: true,
        executionMode: 'server',
        walletExecution: false,
        providerQuoteId: lock.routeId,
        depositAddress,
        channelId,
      },
    })
    const same = await prepare(key, USDC, BASE_USDC, '1000')
    expect(same.prepared).toEqual(prepared)
    const other = await prepare(key, USDC, BASE_USDC, '1000', 'lock_2')
    for (const field of ['requestId', 'channelId', 'depositAddress'] as const) {
      expect(other.prepared.providerResult[field]).not.toBe(prepared.providerResult[field])
    }
  })

  test.each([
    ['xrpl', 'XRP', 6, /^[0-9]{1,10}$/],
    ['stellar', 'XLM', 7, /^[0-9]{1,10}$/],
    ['cosmos', 'ATOM', 6, /^sbx-[0-9a-f]{16}$/],
    ['ton', 'GRAM', 9, /^sbx-[0-9a-f]{16}$/],
    ['bitcoin', 'BTC', 8, undefined],
    ['solana', 'SOL', 9, undefined],
    ['tron', 'TRX', 6, undefined],
  ] as const)('on %s, with a memo where the chain needs one', async (chain, symbol, decimals, memo) => {
    const { prepared, exec } = await prepare(DEPOSIT, asset(chain, symbol, decimals), ETH, '100')
    const { depositMemo } = prepared.providerResult
    if (memo === undefined) expect(depositMemo).toBeUndefined()
    else expect(depositMemo).toMatch(memo)
    expect(exec.meta?.['depositMemo']).toBe(depositMemo)
  })
})
