import { type Address, getAddress, type Hex, parseEther } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { orderUid, readOrder } from '../../../src/core/evm/gpv2/order.ts'
import { cowAdapter } from '../../../src/providers/cow/adapter.ts'
import { type ProviderContext, ProviderError, type ProviderLock } from '../../../src/providers/contract.ts'
import { readReceipt } from '../../../src/service/track/receipts.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { balances, type DevChain, type Devnet, fund, NATIVE, openDevnet, tokens } from '../../devnet/world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createProviderContext, createQuoteRequest, jsonReply } from '../../support/provider-context.ts'
import { openRpcWorld, type RpcWorld } from '../../support/rpc-world.ts'
import { allowance, openNodes, payAll, payer, walletOn } from '../../wallet/evm/pay-world.ts'
import { installSettlement, settlementAbi as abi, settleOrder, solver } from './local-settlement.ts'
import { RELAYER, SETTLEMENT, type StatedOrder, uidByViem } from './orders.ts'

/*
 * Whole swaps on a local chain that holds CoW Protocol's own settlement and relayer, at their real addresses. The order book is
 * local, and anybody may be a solver.
 */

const BOB = getAddress(`0x${'b0'.repeat(20)}`)
const AMOUNT = 100_000_000n
/** 0.05 ETH, of which half a percent may be missing. */
const PRICE = parseEther('0.05')
const LEAST = (PRICE * 9950n) / 10_000n

describeOnChains('an order of CoW Protocol on a local chain', () => {
  let devnet: Devnet
  let chain: DevChain
  let world: RpcWorld
  let nodes: Awaited<ReturnType<typeof openNodes>>
  /** What the order book keeps, and what it says of it; undefined while it is away. */
  let book: { orders: StatedOrder[]; status: string; paid: bigint; by?: Hex } | undefined
  let context: ProviderContext
  beforeEach(async () => {
    ;[devnet, world, nodes] = await Promise.all([openDevnet(), openRpcWorld(), openNodes()])
    chain = devnet.ethereum
    world.urls.set('ethereum', chain.url)
    await fund(chain, solver.address, { eth: parseEther('10') })
    await installSettlement(chain)
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: 5n * AMOUNT })
    await fund(chain, SETTLEMENT, { eth: parseEther('1') })
    book = { orders: [], status: 'open', paid: 0n }
    const { timestamp } = await chain.client.getBlock()
    const signal = new AbortController().signal
    context = createProviderContext({
      clock: createFakeClock(Number(timestamp) * 1000),
      rpc: (chainKey, method, params) => world.rpc.request(chainKey, method, params, signal),
      receipt: (chainKey, hash, usd = 100_000_000n) => readReceipt(world.rpc, chainKey, hash, usd, signal),
      http: {
        request: ({ path, body }) => {
          if (book === undefined) return Promise.reject(new ProviderError('unreachable', 'It does not answer'))
          if (path.endsWith('/quote')) {
            const { sellToken, buyToken, kind } = body as Record<string, string>
            const amounts = { sellAmount: (AMOUNT - 5n).toString(), feeAmount: '5', buyAmount: PRICE.toString() }
            return Promise.resolve(jsonReply({ quote: { sellToken, buyToken, kind, ...amounts }, id: 1 }))
          }
          if (path.endsWith('/orders')) {
            const { appDataHash, ...order } = body as unknown as StatedOrder & { readonly appDataHash: string }
            const kept = { ...order, appData: appDataHash }
            book.orders.push(kept)
            return Promise.resolve(jsonReply(uidByViem(kept, payer.address, chain.chainId), 201))
          }
          const uid = path.split('/').at(-1) ?? ''
          if (path.endsWith('/trades'))
            return Promise.resolve(jsonReply(book.by === undefined ? [] : [{ txHash: book.by }]))
          return Promise.resolve(jsonReply({ uid, status: book.status, executedBuyAmount: book.paid.toString() }))
        },
      },
    })
  })
  afterEach(() => Promise.all([devnet.close(), world.close(), nodes.close()]))

  /** Quotes and prepares a swap for Bob. */
  async function prepare(dst: string = NATIVE) {
    const target = dst === NATIVE ? 'ethereum:native' : `ethereum:${dst}`
    const request = await createQuoteRequest(`ethereum:${tokens.ethereum.usdc}`, target, {
      amountIn: AMOUNT,
      depositor: payer.address,
      recipient: BOB,
      forLock: true,
    })
    const answer = await cowAdapter.quote(request, context)
    const draft = answer.status === 'routes' ? answer.routes[0] : undefined
    if (draft === undefined) throw new Error('no route')
    const lock: ProviderLock = {
      ...{ ...request, ...draft, minimumOut: LEAST, lockId: 'lock_1' },
      ...{ depositor: payer.address, recipient: BOB },
    }
    const prepared = await cowAdapter.prepare(lock, context)
    const side = ({ chain: { key, chainId }, asset }: typeof request.src) => {
      const { address, symbol, decimals } = asset
      return { chainKey: key, chainId, address, symbol, decimals }
    }
    const stated = { currency: 'X', formatted: '1', usd: '1' }
    const swap = {
      terms: {
        provider: 'COW',
        src: { ...side(request.src), isNative: false, units: AMOUNT },
        dst: { ...side(request.dst), minimumOut: LEAST },
        depositor: payer.address,
        recipient: BOB,
        nativeOnTop: 0n,
      },
      execution: {
        provider: 'COW',
        lockId: 'lock_1',
        providerResult: prepared.providerResult,
        quote: {
          ...{ src: stated, dst: stated, steps: [], estimatedTime: 75 },
          fees: { total: { usd: '0', formatted: '$0' }, items: [] },
        },
        ...(prepared.exec === undefined ? {} : { exec: prepared.exec }),
      },
    }
    const order = book?.orders.at(-1)
    if (order === undefined) throw new Error('no order was placed')
    const status = (hash: string) =>
      cowAdapter.status(
        {
          ...{ transactionId: 'tx_1', hash, executedAtMs: 0, hashKnownAtMs: 0, estimatedTimeSec: 75 },
          ...{ src: request.src, dst: request.dst, tracking: prepared.tracking },
        },
        context,
      )
    const uid = uidByViem(order, payer.address, chain.chainId)
    return { swap, order, uid, status }
  }

  const wallet = () => walletOn(nodes.chain(chain))

  async function sign(swap: Awaited<ReturnType<typeof prepare>>['swap']): Promise<Hex> {
    const { payments, settled } = await payAll(wallet(), swap)
    expect([payments.map(({ kind }) => kind), settled.state]).toEqual([['approve', 'call'], 'mined'])
    await chain.client.mine({ blocks: 2 })
    return (payments.at(-1)?.hash ?? '0x') as Hex
  }

  async function settle(order: StatedOrder, paid: bigint, receiver?: string): Promise<Hex> {
    const hash = await settleOrder(chain, order, payer.address, paid, receiver)
    await chain.client.mine({ blocks: 2 })
    return hash
  }
  const held = async (address: Address) => balances(chain, address)
  const signed = (uid: Hex) =>
    chain.client.readContract({ address: SETTLEMENT, abi, functionName: 'preSignature', args: [uid] })

  it('stands where it does on real chains, with the relayer that it makes', async () => {
    expect(await chain.client.readContract({ address: SETTLEMENT, abi, functionName: 'vaultRelayer' })).toBe(RELAYER)
    expect((await chain.client.getCode({ address: RELAYER }))?.length).toBeGreaterThan(1000)
  })

  it('is reviewed, signed and filled for the recipient, for no less than its limit', async () => {
    const { swap, order, uid, status } = await prepare()
    const review = await wallet().review(swap.execution, swap.terms)
    expect(review).toMatchObject({
      target: SETTLEMENT,
      action: 'setPreSignature',
      recipient: BOB,
      minimumReceived: '0.04975 ETH',
      leastBy: 'calldata',
      approval: { spender: RELAYER, amount: '100 USDC', needed: true },
      changes: [],
      doubts: [],
      transactions: [{ kind: 'approve' }, { kind: 'call' }],
    })
    expect(review.warnings).toContain('Nothing moves in the transaction itself: it signs an order that others fill')
    const hash = await sign(swap)
    expect(await signed(uid)).not.toBe(0n)
    expect((await held(payer.address)).usdc).toBe(5n * AMOUNT)
    expect(await status(hash)).toMatchObject({ status: 'PENDING', stage: 'swapping', inboundHash: hash })

    await expect(settle(order, LEAST - 1n)).rejects.toThrow('limit price not respected')
    await expect(settle(order, PRICE, solver.address)).rejects.toThrow('order not presigned')
    const by = await settle(order, PRICE)
    book = { orders: [], status: 'fulfilled', paid: PRICE, by }
    expect(await status(hash)).toEqual({
      ...{ status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: by, deliveredOut: PRICE },
    })
    expect((await held(BOB)).eth).toBe(PRICE)
    expect((await held(payer.address)).usdc).toBe(4n * AMOUNT)
    expect(await allowance(chain, tokens.ethereum.usdc, RELAYER)).toBe(0n)
    await expect(settle(order, PRICE)).rejects.toThrow('order filled')
  })

  it('pays a token, and is followed on the chain alone where the order book is away', async () => {
    const { dai } = tokens.ethereum
    await fund(chain, SETTLEMENT, { dai: parseEther('1') })
    const { swap, order, status } = await prepare(dai)
    const hash = await sign(swap)
    book = undefined
    await expect(status(hash)).rejects.toMatchObject({ code: 'unreachable' })
    const by = await settle(order, LEAST)
    expect(await status(hash)).toMatchObject({ status: 'SUCCESS', outboundHash: by, deliveredOut: LEAST })
    expect((await held(BOB)).dai).toBe(LEAST)
  })

  it('ends unfilled past its last second, when no solver can fill it any more', async () => {
    const { swap, order, status } = await prepare()
    const hash = await sign(swap)
    book = { orders: [], status: 'expired', paid: 0n }
    expect(await status(hash)).toMatchObject({ status: 'PENDING', stage: 'swapping' })
    await chain.client.increaseTime({ seconds: 1800 + 121 })
    await chain.client.mine({ blocks: 1 })
    await expect(settle(order, PRICE)).rejects.toThrow('order expired')
    expect(await status(hash)).toMatchObject({ status: 'FAILED', inboundHash: hash })
    book = undefined
    expect(await status(hash)).toMatchObject({ status: 'FAILED', inboundHash: hash })
    expect((await held(payer.address)).usdc).toBe(5n * AMOUNT)
    expect(await allowance(chain, tokens.ethereum.usdc, RELAYER)).toBe(AMOUNT)
  })

  it('ends when its owner cancels it on the chain', async () => {
    const { swap, order, uid, status } = await prepare()
    const hash = await sign(swap)
    const call = { address: SETTLEMENT, abi, functionName: 'invalidateOrder', args: [uid] } as const
    const cancelled = await chain.client.writeContract({ ...call, account: payer, chain: null })
    await chain.client.waitForTransactionReceipt({ hash: cancelled })
    // What it counts as sold is the largest number.
    await expect(settle(order, PRICE)).rejects.toThrow('addition overflow')
    book = { orders: [], status: 'cancelled', paid: 0n }
    expect(await status(hash)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('cancelled on the chain') as unknown,
    })
  })

  it('costs no more gas to sign than its route says', async () => {
    const { swap } = await prepare()
    const { gasUsed } = await chain.client.getTransactionReceipt({ hash: await sign(swap) })
    expect(gasUsed).toBeLessThanOrEqual(55_000n)
    expect(gasUsed).toBeGreaterThan(40_000n)
  })

  it('is signed for one order only: another that the payload shows is refused before anything is signed', async () => {
    const { swap, order, uid } = await prepare()
    const forged = readOrder({ ...order, receiver: solver.address }) ?? expect.unreachable()
    const other = orderUid(forged, payer.address, { chainId: chain.chainId, contract: SETTLEMENT })
    const exec = {
      ...swap.execution.exec,
      providerCalldata: swap.execution.exec?.providerCalldata?.replace(uid.slice(2), other.slice(2)) ?? '',
      allSteps: [],
    }
    await expect(wallet().sign({ ...swap.execution, exec }, swap.terms, [])).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
    })
    expect(await chain.client.getTransactionCount({ address: payer.address })).toBe(0)
  })
})
