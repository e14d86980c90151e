import { encodeFunctionData, formatUnits, type Hash, parseEther, parseUnits } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSigned } from '../../../src/wallet/evm/signed-transaction.ts'
import type { Payment } from '../../../src/wallet/payment.ts'
import { erc20Abi } from '../../devnet/abi.ts'
import { startAnvil } from '../../devnet/anvil.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { rpcProxy, type RpcFaults, type RpcProxy } from '../../devnet/rpc-proxy.ts'
import { account, balances, type DevChain, type Devnet, fund, openDevnet, tokens } from '../../devnet/world.ts'
import { depositOn, hex, openNodes, payAll, payer, refusalOf, swapOn, walletOn } from './pay-world.ts'
import { PATIENT } from '../../support/patience.ts'

const GWEI = 1_000_000_000n
/** How long a condition is polled for, in milliseconds. */
const patient = () => new AbortController().signal

describeOnChains('a payment on its way', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  let proxies: RpcProxy[]
  beforeEach(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
    nodes = await openNodes()
    proxies = []
    await fund(chain, payer.address, { eth: parseEther('5'), usdc: parseUnits('1000', 6) })
  })
  afterEach(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await nodes.close()
    await devnet.close()
  })

  async function broken(faults?: RpcFaults): Promise<RpcProxy> {
    const proxy = await rpcProxy(chain.url, faults)
    proxies.push(proxy)
    return proxy
  }

  const wallet = (urls?: readonly string[], confirmations?: number, options: { maxFeeRate?: bigint } = {}) =>
    walletOn(nodes.chain(chain, urls, confirmations), options)

  const signedSwap = async (over = wallet()): Promise<Payment> => {
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
    return over.sign(execution, terms, [])
  }

  const minedNonce = () => chain.client.getTransactionCount({ address: payer.address })

  /** Waits for the block: the node mines by itself, but after it has answered. */
  async function mined(sending: Promise<Hash>): Promise<Hash> {
    const hash = await sending
    await chain.client.waitForTransactionReceipt({ hash })
    return hash
  }

  /** Another program with the same key sends something with the next nonce. */
  async function spendElsewhere(nonce: number): Promise<Hash> {
    const transaction = {
      chainId: chain.chainId,
      nonce,
      to: account(4).address,
      value: 1n,
      gas: 21_000n,
      type: 'eip1559',
      maxFeePerGas: 50n * GWEI,
      maxPriorityFeePerGas: 2n * GWEI,
    } as const
    return chain.client.sendRawTransaction({ serializedTransaction: await payer.signTransaction(transaction) })
  }

  describe('that is sent', () => {
    it('may be sent any number of times, before and after it is mined', async () => {
      const payment = await signedSwap()
      await chain.client.setAutomine(false)
      await wallet().broadcast(payment)
      await wallet().broadcast(payment)
      await chain.client.mine({ blocks: 1 })
      await wallet().broadcast(payment)
      expect(await wallet().settle(payment, patient())).toEqual({ state: 'mined', hash: payment.hash })
      expect(await minedNonce()).toBe(1)
    })

    it('counts as sent when the node took it and its answer was lost', async () => {
      const payment = await signedSwap()
      const proxy = await broken({ onSend: 'lose_answer' })
      await chain.client.setAutomine(false)
      await wallet([proxy.url]).broadcast(payment)
      await chain.client.mine({ blocks: 1 })
      expect(await wallet().settle(payment, patient())).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('reaches the chain when only one of its nodes works', async () => {
      const dead = await broken()
      await dead.refuse()
      const payment = await signedSwap()
      const urls = [dead.url, chain.url]
      await wallet(urls).broadcast(payment)
      expect(await wallet(urls).settle(payment, patient())).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('is unknown, not untouched, when no node can be reached or its request was lost', async () => {
      const payment = await signedSwap()
      const proxy = await broken({ onSend: 'lose_request' })
      const lost = await refusalOf(wallet([proxy.url]).broadcast(payment))
      expect([lost[0], lost[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
      await proxy.refuse()
      const down = await refusalOf(wallet([proxy.url]).broadcast(payment))
      expect([down[0], down[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
      await proxy.accept()
      proxy.fail()
      await wallet([proxy.url]).broadcast(payment)
      expect(await wallet().settle(payment, patient())).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('stays valid when the base fee has risen above its cap, and may be replaced by a dearer one', async () => {
      const payment = await signedSwap()
      const { maxFeePerGas } = { maxFeePerGas: 0n, ...(await readSigned(payment)) }
      await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 2n * maxFeePerGas })
      await chain.client.mine({ blocks: 1 })
      await expect(wallet().broadcast(payment)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'No node of Ethereum took the transaction: its fees are below the base fee now',
        funds: 'unknown',
        hint: expect.stringMatching(/ or pay more by --speed-up: swapcli resume$/) as string,
      })
      const faster = await wallet().replace(payment, 'speed-up')
      await wallet().broadcast(faster)
      expect(await wallet().settle(faster, patient())).toEqual({ state: 'mined', hash: faster.hash })
    })

    it('stays valid when every node rejects it, so that it is not called untouched', async () => {
      const payment = await signedSwap()
      await chain.client.setBalance({ address: payer.address, value: parseEther('0.5') })
      expect(await refusalOf(wallet().broadcast(payment))).toEqual([
        'SERVICE_UNAVAILABLE',
        'No node of Ethereum took the transaction: the coin does not cover its value and network cost',
        'unknown',
      ])
      await chain.client.setBalance({ address: payer.address, value: parseEther('2') })
      await wallet().broadcast(payment)
      expect(await wallet().settle(payment, patient())).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('is void once another transaction has its nonce for good, and is then signed anew', async () => {
      const payment = await signedSwap()
      const other = await mined(spendElsewhere(0))
      expect(await refusalOf(wallet().broadcast(payment))).toEqual([
        'WALLET_REFUSED',
        `The payment was not sent: the transaction ${other} of this wallet has taken its nonce`,
        'untouched',
      ])
      const again = await signedSwap()
      expect((await readSigned(again)).nonce).toBe(1)
      await wallet().broadcast(again)
      expect(await wallet().settle(again, patient())).toEqual({ state: 'mined', hash: again.hash })
    })

    it('is not void while the other transaction may still fall out of the chain', async () => {
      const payment = await signedSwap()
      const other = await mined(spendElsewhere(0))
      const deep = wallet(undefined, 3)
      const early = await refusalOf(deep.broadcast(payment))
      expect([early[0], early[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
      await chain.client.mine({ blocks: 2 })
      expect(await refusalOf(deep.broadcast(payment))).toEqual([
        'WALLET_REFUSED',
        `The payment was not sent: the transaction ${other} of this wallet has taken its nonce`,
        'untouched',
      ])
    })

    it('is not void as long as one of the nodes does not confirm it', async () => {
      const payment = await signedSwap()
      await mined(spendElsewhere(0))
      const proxy = await broken()
      await proxy.refuse()
      const down = await refusalOf(wallet([chain.url, proxy.url]).broadcast(payment))
      expect([down[0], down[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
      await proxy.accept()
      proxy.fail({ results: { eth_getTransactionCount: '0x0' } })
      const behind = await refusalOf(wallet([chain.url, proxy.url]).broadcast(payment))
      expect([behind[0], behind[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
      proxy.fail({ failing: { eth_getTransactionReceipt: { code: -32000, message: 'index is being built' } } })
      const blind = await refusalOf(wallet([chain.url, proxy.url]).broadcast(payment))
      expect([blind[0], blind[2]]).toEqual(['SERVICE_UNAVAILABLE', 'unknown'])
    })

    it('is not void when it is mined and a node merely denies its receipt', async () => {
      const payment = await signedSwap()
      await wallet().broadcast(payment)
      await wallet().settle(payment, patient())
      const proxy = await broken({ results: { eth_getTransactionReceipt: null, eth_getTransactionByHash: null } })
      await wallet([proxy.url]).broadcast(payment)
      expect(await minedNonce()).toBe(1)
    })
  })

  describe('that is waited for', () => {
    it('counts only once it is deep enough', async () => {
      const payment = await signedSwap()
      await wallet().broadcast(payment)
      const proxy = await broken()
      let settled = false
      const waiting = wallet([proxy.url], 3)
        .settle(payment, patient())
        .finally(() => {
          settled = true
        })
      await chain.client.mine({ blocks: 1 })
      await looksMore(proxy, 3)
      expect(settled).toBe(false)
      await chain.client.mine({ blocks: 1 })
      expect(await waiting).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('comes after its approval, which is sent again, the same bytes, when a reorganisation takes it out of the chain', async () => {
      await fund(chain, payer.address, { usdc: parseUnits('100', 6) })
      const over = wallet()
      const { execution, terms } = await swapOn(chain, 'usdc', 'eth', '100')
      const reorg = () => nodes.chain(chain).rpc.request({ method: 'anvil_reorg', params: [1, []] })
      const approve = await over.sign(execution, terms, [])
      await over.broadcast(approve)
      await over.settle(approve, patient())
      await reorg()
      expect(await minedNonce()).toBe(0)
      const spend = await over.sign(execution, terms, [approve])
      expect([await minedNonce(), (await readSigned(spend)).nonce, spend.last]).toEqual([1, 1, true])
      await reorg()
      await over.broadcast(spend)
      expect(await over.settle(spend, patient(), [approve])).toEqual({ state: 'mined', hash: spend.hash })
      expect(await minedNonce()).toBe(2)
    })

    it('is waited for again and sent again when a reorganisation takes it out of the chain', async () => {
      const payment = await signedSwap()
      await wallet().broadcast(payment)
      const proxy = await broken()
      const waiting = wallet([proxy.url], 2).settle(payment, patient())
      await looksMore(proxy, 2)
      await chain.client.setAutomine(false)
      await nodes.chain(chain).rpc.request({ method: 'anvil_reorg', params: [1, []] })
      await chain.client.dropTransaction({ hash: hex(payment.hash) })
      await expect.poll(() => proxy.asked.includes('eth_sendRawTransaction'), PATIENT).toBe(true)
      await chain.client.mine({ blocks: 3 })
      expect(await waiting).toEqual({ state: 'mined', hash: payment.hash })
      expect(await minedNonce()).toBe(1)
    })

    it('is found when the node comes back', async () => {
      const payment = await signedSwap()
      const proxy = await broken()
      const over = wallet([proxy.url])
      await over.broadcast(payment)
      await proxy.refuse()
      const waiting = over.settle(payment, patient())
      await refusalOf(over.broadcast(payment))
      await proxy.accept()
      expect(await waiting).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('is left when the user leaves', async () => {
      const payment = await signedSwap()
      await chain.client.setAutomine(false)
      await wallet().broadcast(payment)
      const leave = new AbortController()
      const waiting = refusalOf(wallet().settle(payment, leave.signal))
      leave.abort()
      expect(await waiting).toEqual([
        'OUTCOME_UNKNOWN',
        `The transaction ${payment.hash} was sent and is in no block that counts yet`,
        'unknown',
      ])
    })

    it('that was reverted tells the reason of the contract', async () => {
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', { least: '1990' })
      const payment = await wallet().sign(execution, terms, [])
      // Somebody else trades first and moves the price.
      const first = await swapOn(chain, 'eth', 'usdc', '4000')
      await mined(
        chain.client.sendTransaction({
          account: account(2),
          to: chain.contracts.swapRouter02,
          data: hex(first.execution.exec?.providerCalldata),
          value: parseEther('4000'),
          gas: 1_000_000n,
        }),
      )
      await wallet().broadcast(payment)
      await chain.client.waitForTransactionReceipt({ hash: hex(payment.hash) })
      // By the time the reason is looked for, the price is back and the same call would work.
      await tradeBack((await balances(chain, payer.address)).usdc - parseUnits('1000', 6))
      expect(await wallet().settle(payment, patient())).toEqual({
        state: 'reverted',
        hash: payment.hash,
        reason: 'Too little received',
      })
    })

    async function tradeBack(units: bigint): Promise<void> {
      const { usdc } = chain.tokens
      const router = chain.contracts.swapRouter02
      const trader = account(2)
      await fund(chain, trader.address, { usdc: units })
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, units] })
      await mined(chain.client.sendTransaction({ account: trader, to: usdc, data: approve, gas: 200_000n }))
      const { execution } = await swapOn(chain, 'usdc', 'eth', formatUnits(units, 6))
      const data = hex(execution.exec?.providerCalldata)
      await mined(chain.client.sendTransaction({ account: trader, to: router, data, gas: 1_000_000n }))
    }

    it('is called replaced, with what replaced it, when another program took its nonce', async () => {
      const payment = await signedSwap()
      await chain.client.setAutomine(false)
      await wallet().broadcast(payment)
      const other = await spendElsewhere(0)
      await chain.client.mine({ blocks: 1 })
      expect(await wallet().settle(payment, patient())).toEqual({ state: 'replaced', hash: other })
    })
  })

  describe('that waits in the pool', () => {
    const waitingSwap = async (): Promise<Payment> => {
      await chain.client.setAutomine(false)
      const payment = await signedSwap()
      await wallet().broadcast(payment)
      return payment
    }

    it('is sped up with the same nonce and call, and fees that nodes take', async () => {
      const payment = await waitingSwap()
      const faster = await wallet().replace(payment, 'speed-up')
      const [before, after] = await Promise.all([readSigned(payment), readSigned(faster)])
      if (before.type !== 'eip1559' || after.type !== 'eip1559') throw new Error('another type')
      expect(after).toEqual({
        ...before,
        maxFeePerGas: (before.maxFeePerGas * 9n + 7n) / 8n,
        maxPriorityFeePerGas: (before.maxPriorityFeePerGas * 9n + 7n) / 8n,
      })
      const { hash, raw } = payment
      expect(faster).toEqual({
        ...payment,
        hash: faster.hash,
        raw: faster.raw,
        kind: 'speed-up',
        replaced: [{ hash, raw, kind: 'call' }],
      })
      await wallet().broadcast(faster)
      await chain.client.mine({ blocks: 1 })
      expect(await wallet().settle(faster, patient())).toEqual({ state: 'mined', hash: faster.hash })
      expect(await minedNonce()).toBe(1)
    })

    it('may be mined in its first version after it was sped up', async () => {
      const payment = await waitingSwap()
      const faster = await wallet().replace(payment, 'speed-up')
      await chain.client.mine({ blocks: 1 })
      await wallet().broadcast(faster)
      expect(await wallet().settle(faster, patient())).toEqual({ state: 'mined', hash: payment.hash })
    })

    it('is cancelled by a transfer of nothing to oneself, even when the cancellation is sped up', async () => {
      const payment = await waitingSwap()
      const cancel = await wallet().replace(payment, 'cancel')
      await wallet().broadcast(cancel)
      const faster = await wallet().replace(cancel, 'speed-up')
      expect(await readSigned(faster)).toMatchObject({
        to: payer.address.toLowerCase(),
        data: '0x',
        value: 0n,
        nonce: 0,
      })
      expect(faster.replaced?.map(({ kind }) => kind)).toEqual(['call', 'cancel'])
      await wallet().broadcast(faster)
      await chain.client.mine({ blocks: 1 })
      expect(await wallet().settle(faster, patient())).toEqual({ state: 'cancelled', hash: faster.hash })
      expect((await balances(chain, payer.address)).usdc).toBe(parseUnits('1000', 6))
    })

    it('is not replaced once it is mined', async () => {
      const payment = await waitingSwap()
      await chain.client.mine({ blocks: 1 })
      expect(await refusalOf(wallet().replace(payment, 'cancel'))).toEqual([
        'WALLET_REFUSED',
        'The transaction can no longer be replaced: it is already in a block',
        'unknown',
      ])
    })

    it('is not replaced for more than the user wants to pay for gas', async () => {
      const payment = await waitingSwap()
      const { maxFeePerGas } = { maxFeePerGas: 0n, ...(await readSigned(payment)) }
      const over = wallet(undefined, undefined, { maxFeeRate: maxFeePerGas })
      const [code, message] = await refusalOf(over.replace(payment, 'speed-up'))
      expect([code, message]).toEqual([
        'WALLET_REFUSED',
        expect.stringMatching(/^The chain asks [\d.]+ gwei for one gas, and at most [\d.]+ are to be paid$/),
      ])
    })
  })

  describe('through a node that cannot be trusted', () => {
    it('is refused when a node says that it is of another chain, also when another says the right one', async () => {
      const proxy = await broken({ chainId: 8453 })
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
      for (const urls of [[proxy.url], [chain.url, proxy.url]]) {
        const over = wallet(urls)
        for (const work of [() => over.review(execution, terms), () => over.sign(execution, terms, [])]) {
          expect(await refusalOf(work())).toEqual([
            'WALLET_REFUSED',
            'A node set for Ethereum reports chain id 8453, not 1',
            'untouched',
          ])
        }
      }
    })

    it('is run by one call with code of ours where the node cannot simulate a series', async () => {
      const proxy = await broken({ failing: { eth_simulateV1: 'missing' } })
      const over = wallet([proxy.url])
      const blind =
        'The nodes of Ethereum do not show what the calls log: whether other tokens would leave the wallet is not seen'
      const coin = await swapOn(chain, 'eth', 'usdc', '1')
      const one = await over.review(coin.execution, coin.terms)
      expect(one).toMatchObject({
        changes: ['-1 ETH', expect.stringMatching(/^\+19\d\d\.\d+ USDC$/)],
        warnings: [blind],
      })
      const token = await swapOn(chain, 'usdc', 'eth', '100')
      const two = await over.review(token.execution, token.terms)
      expect([two.changes, two.warnings, two.doubts, two.simulated]).toEqual([
        [expect.stringMatching(/^\+0\.049\d+ ETH$/), '-100 USDC'],
        [blind],
        [],
        undefined,
      ])
      const sighted = await wallet().review(token.execution, token.terms)
      expect([sighted.changes, sighted.simulated]).toEqual([two.changes, 'arrival'])
      expect((await payAll(over, token)).settled.state).toBe('mined')
      const failing = await swapOn(chain, 'eth', 'usdc', '1', { least: '2100' })
      expect((await refusalOf(over.sign(failing.execution, failing.terms, [])))[1]).toBe(
        'The transaction would fail: Too little received',
      )
    })

    it('is doubted where no node runs it, and refused for a token that the catalog lacks', async () => {
      const proxy = await broken({ failing: { eth_simulateV1: 'missing' }, withoutOverrides: true })
      const coin = await swapOn(chain, 'eth', 'usdc', '1')
      const text = 'No node of Ethereum can simulate: the payment would not fail, but what it changes cannot be shown'
      const review = await wallet([proxy.url]).review(coin.execution, coin.terms)
      expect([review.changes, review.doubts, review.warnings]).toEqual([
        undefined,
        [{ code: 'not-simulated', text }],
        [text],
      ])
      const token = await swapOn(chain, 'usdc', 'eth', '100')
      expect(await wallet([proxy.url]).review(token.execution, token.terms)).toMatchObject({
        ...{ changes: undefined, networkCost: undefined },
        warnings: ['No node of Ethereum can simulate: the payment cannot be tried before its approval is in a block'],
      })
      const unlisted = walletOn(nodes.chain(chain, [proxy.url]), {}, async () => false)
      expect(await refusalOf(unlisted.review(token.execution, token.terms))).toEqual([
        'WALLET_REFUSED',
        expect.stringMatching(/^No node of Ethereum can simulate, and the catalog does not know 0x/),
        'untouched',
      ])
      expect((await payAll(wallet([proxy.url]), token)).settled.state).toBe('mined')
    })

    it('tips no more than the chain asks, whatever the node advises', async () => {
      const proxy = await broken({ results: { eth_maxPriorityFeePerGas: `0x${(5_000n * GWEI).toString(16)}` } })
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
      expect(await readSigned(await wallet([proxy.url]).sign(execution, terms, []))).toMatchObject({
        maxPriorityFeePerGas: GWEI,
      })
    })

    it('is refused when the node estimates far more gas than the call uses', async () => {
      const proxy = await broken({ results: { eth_estimateGas: '0x989680' } })
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
      expect((await refusalOf(wallet([proxy.url]).sign(execution, terms, [])))[1]).toMatch(
        /^The nodes ask for a gas limit of 12500000 for a call that uses \d+$/,
      )
    })

    it('is refused when gas became much dearer than what was shown', async () => {
      const over = wallet()
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
      await over.review(execution, terms)
      await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 400n * GWEI })
      await chain.client.mine({ blocks: 1 })
      expect((await refusalOf(over.sign(execution, terms, [])))[1]).toMatch(
        /^One gas costs up to 701 gwei now, and the review showed [\d.]+$/,
      )
    })

    it('is retried, not taken as done, when the node answers nonsense', async () => {
      const proxy = await broken({ results: { eth_getBalance: 'much' } })
      const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
      expect(await refusalOf(wallet([proxy.url]).sign(execution, terms, []))).toEqual([
        'SERVICE_UNAVAILABLE',
        'The node of the chain answered eth_getBalance with something else',
        'untouched',
      ])
      proxy.fail({ failing: { eth_getBalance: { code: -32000, message: 'missing trie node\u001b[2J' } } })
      expect(await refusalOf(wallet([proxy.url]).sign(execution, terms, []))).toEqual([
        'SERVICE_UNAVAILABLE',
        'A node refuses to answer: missing trie node\\u{1b}[2J',
        'untouched',
      ])
    })
  })
})

describeOnChains('a chain without base fee', () => {
  it('is paid on with one price for gas, and sped up with a higher one', async () => {
    const anvil = await startAnvil({ chainId: 1, args: ['--hardfork', 'berlin', '--gas-price', '3000000000'] })
    const nodes = await openNodes()
    const place = { key: 'ethereum', chainId: 1, tokens: tokens.ethereum } as const
    const { client } = anvil
    await client.setBalance({ address: payer.address, value: parseEther('2') })
    const chain = nodes.chain({ ...place, url: anvil.url })
    const wallet = walletOn(chain)
    const deposit = depositOn(place, 'eth', '1', account(5).address)
    await client.setAutomine(false)
    const payment = await wallet.sign(deposit.execution, deposit.terms, [])
    expect(await readSigned(payment)).toMatchObject({ type: 'legacy', gasPrice: 3n * GWEI, gas: 26_250n })
    await wallet.broadcast(payment)
    const faster = await wallet.replace(payment, 'speed-up')
    expect(await readSigned(faster)).toMatchObject({ type: 'legacy', gasPrice: 3_375_000_000n, nonce: 0 })
    await wallet.broadcast(faster)
    await client.mine({ blocks: 1 })
    expect(await wallet.settle(faster, patient())).toEqual({ state: 'mined', hash: faster.hash })
    await nodes.close()
    await anvil.stop()
  })
})

/** Waits until a wallet has looked for its transaction so many times more through this proxy. */
async function looksMore(proxy: RpcProxy, times: number): Promise<void> {
  const looks = () => proxy.asked.filter((method) => method === 'eth_blockNumber').length
  const before = looks()
  await expect.poll(looks, PATIENT).toBeGreaterThanOrEqual(before + times)
}
