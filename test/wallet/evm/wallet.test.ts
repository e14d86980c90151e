import { type Address, encodeFunctionData, parseEther, parseGwei, parseUnits } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSigned } from '../../../src/wallet/evm/signed-transaction.ts'
import { boundLines, type Payment } from '../../../src/wallet/payment.ts'
import { erc20Abi } from '../../devnet/abi.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { proxyOf } from '../../devnet/rpc-proxy.ts'
import { account, balances, type DevChain, type Devnet, fund, openDevnet } from '../../devnet/world.ts'
import { allowance, depositOn, openNodes, payAll, payer, refusalOf, swapOn, walletOn } from './pay-world.ts'

describeOnChains('a wallet of EVM chains', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  beforeEach(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
    nodes = await openNodes()
  })
  afterEach(async () => {
    await nodes.close()
    await devnet.close()
  })

  const router = () => chain.contracts.swapRouter02

  /** What a payment is for, and where its bytes belong. */
  async function placed(payment: Payment) {
    const { chainId, nonce } = await readSigned(payment)
    return { kind: payment.kind, last: payment.last, chainId, nonce }
  }

  async function approveBefore(amount: bigint, token: Address = chain.tokens.usdc) {
    await chain.client.impersonateAccount({ address: payer.address })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router(), amount] })
    const hash = await chain.client.sendTransaction({ account: payer.address, to: token, data, gas: 200_000n })
    await chain.client.waitForTransactionReceipt({ hash })
    await chain.client.stopImpersonatingAccount({ address: payer.address })
  }

  it('shows a swap of the coin: what leaves, what a simulation brings, to whom', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', { least: '1900' })
    const { networkCost, cost, changes, doubts, warnings, ...review } = await walletOn(nodes.chain(chain)).review(
      execution,
      terms,
    )
    expect(review).toEqual({
      family: 'evm',
      chain: 'Ethereum (chain id 1)',
      chainName: 'Ethereum',
      chainId: 1,
      from: payer.address,
      target: router(),
      action: review.action,
      leaves: ['1 ETH'],
      approval: undefined,
      recipient: payer.address,
      minimumReceived: '1900 USDC',
      ...{ leastBy: 'calldata', provider: 'UNISWAP', simulated: 'arrival' },
      validUntil: deadlineOf(execution.exec?.providerCalldata),
      transactions: [{ kind: 'call', description: review.action }],
      calls: [
        {
          ...{ kind: 'call', to: router(), data: execution.exec?.providerCalldata, value: 10n ** 18n },
          description: review.action,
        },
      ],
    })
    expect(review.action).toMatch(/exactInputSingle|multicall/)
    expect(changes).toEqual(['-1 ETH', expect.stringMatching(/^\+19\d\d\.\d+ USDC$/)])
    expect(networkCost).toMatch(/^0\.00\d+ ETH \(\$0\.\d+\)$/)
    expect(cost).toEqual({ units: expect.any(BigInt) as bigint, usd: expect.any(BigInt) as bigint, refusal: undefined })
    expect([doubts, warnings]).toEqual([[], []])
  })

  it('promises no least of a token whose transfers were not tried, until a simulation sees it arrive', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', { least: '1900' })
    const untried = { ...terms, dst: { ...terms.dst, isUntried: true } } as const
    const seen = await walletOn(nodes.chain(chain)).review(execution, untried)
    expect([seen.minimumReceived, seen.leastBy, seen.doubts, seen.warnings]).toEqual([
      ...['1900 USDC', 'calldata'],
      ...[[], []],
    ])
    const blind = await proxyOf(chain, { failing: { eth_simulateV1: 'missing' }, withoutOverrides: true })
    const unseen = await walletOn(nodes.chain(chain, [blind.url])).review(execution, untried)
    expect([unseen.minimumReceived, unseen.leastBy, unseen.doubts.map(({ code }) => code)]).toEqual([
      ...[undefined, 'nothing'],
      ['untried-transfer', 'not-simulated'],
    ])
    expect(boundLines(unseen, String)[0]).toEqual(['at least', 'not known: a token may keep a part of what is paid'])
    const simulated = { ...seen, changes: ['-1 ETH', '+1999.5 USDC'] }
    const lines = boundLines(simulated, String).map((line) => line.join(' '))
    expect(lines).toEqual(expect.arrayContaining(['at least 1,900 USDC', 'simulated -1 ETH, +1,999.5 USDC']))
    expect(unseen.warnings).toContain(unseen.doubts[0]?.text)
  })

  it('pays a swap of the coin with one transaction that brings what was simulated', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const swap = await swapOn(chain, 'eth', 'usdc', '1', { least: '1900' })
    const wallet = walletOn(nodes.chain(chain))
    const { changes } = await wallet.review(swap.execution, swap.terms)
    const { payments, settled } = await payAll(wallet, swap)
    expect(settled).toEqual({ state: 'mined', hash: payments[0]?.hash })
    expect(await Promise.all(payments.map(placed))).toEqual([{ kind: 'call', last: true, chainId: 1, nonce: 0 }])
    const { usdc } = await balances(chain, payer.address)
    expect(changes?.[1]).toBe(`+${Number(usdc) / 1e6} USDC`)
  })

  it('approves exactly the amount of a token, then swaps it for the coin, and leaves no allowance', async () => {
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('5000', 6) })
    const swap = await swapOn(chain, 'usdc', 'eth', '2000', { least: '0.9' })
    const wallet = walletOn(nodes.chain(chain))
    const review = await wallet.review(swap.execution, swap.terms)
    expect(review.approval).toEqual({ spender: router(), amount: '2000 USDC', resets: false, needed: true })
    expect(review.transactions.map(({ kind }) => kind)).toEqual(['approve', 'call'])
    expect(review.changes).toEqual([expect.stringMatching(/^\+0\.99\d+ ETH$/), '-2000 USDC'])
    const { payments, settled } = await payAll(wallet, swap)
    expect(settled.state).toBe('mined')
    expect(await Promise.all(payments.map(placed))).toEqual([
      { kind: 'approve', last: false, chainId: 1, nonce: 0 },
      { kind: 'call', last: true, chainId: 1, nonce: 1 },
    ])
    expect(await allowance(chain, chain.tokens.usdc, router())).toBe(0n)
    expect((await balances(chain, payer.address)).usdc).toBe(parseUnits('3000', 6))
  })

  it('swaps a token for a token of somebody else', async () => {
    const recipient = account(7).address
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('100', 6) })
    const swap = await swapOn(chain, 'usdc', 'dai', '100', { fee: 100, least: '99', recipient })
    const wallet = walletOn(nodes.chain(chain))
    const review = await wallet.review(swap.execution, swap.terms)
    expect(review.changes).toEqual([
      '-100 USDC',
      expect.stringMatching(new RegExp(`^\\+99\\.\\d+ DAI for ${recipient}$`)),
    ])
    expect((await payAll(wallet, swap)).settled.state).toBe('mined')
    expect((await balances(chain, recipient)).dai).toBeGreaterThan(parseEther('99'))
  })

  it('approves nothing where the allowance suffices', async () => {
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('100', 6) })
    await approveBefore(parseUnits('100', 6))
    const swap = await swapOn(chain, 'usdc', 'eth', '100')
    const wallet = walletOn(nodes.chain(chain))
    const review = await wallet.review(swap.execution, swap.terms)
    expect(review.approval).toEqual({ spender: router(), amount: '100 USDC', resets: false, needed: false })
    expect((await payAll(wallet, swap)).payments.map(({ kind }) => kind)).toEqual(['call'])
  })

  it('raises a lower allowance in one step where the token takes that', async () => {
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('100', 6) })
    await approveBefore(parseUnits('40', 6))
    const swap = await swapOn(chain, 'usdc', 'eth', '100')
    expect((await payAll(walletOn(nodes.chain(chain)), swap)).payments.map(({ kind }) => kind)).toEqual([
      'approve',
      'call',
    ])
  })

  it('resets the allowance first where the token refuses to change one that is not zero', async () => {
    const { usdt } = chain.tokens
    if (usdt === undefined) throw new Error('no usdt')
    await fund(chain, payer.address, { eth: parseEther('1'), usdt: parseUnits('100', 6) })
    await approveBefore(parseUnits('40', 6), usdt)
    const swap = await swapOn(chain, 'usdt', 'eth', '100', { fee: 3000 })
    const wallet = walletOn(nodes.chain(chain))
    const review = await wallet.review(swap.execution, swap.terms)
    expect(review.approval).toEqual({ spender: router(), amount: '100 USDT', resets: true, needed: true })
    const { payments, settled } = await payAll(wallet, swap)
    expect(settled.state).toBe('mined')
    expect(payments.map(({ kind, last }) => [kind, last])).toEqual([
      ['reset', false],
      ['approve', false],
      ['call', true],
    ])
  })

  it('approves any amount only when the user asked for it, and warns', async () => {
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('100', 6) })
    const swap = await swapOn(chain, 'usdc', 'eth', '100')
    const wallet = walletOn(nodes.chain(chain), { allowance: 'unlimited' })
    const review = await wallet.review(swap.execution, swap.terms)
    expect(review.approval?.amount).toBe('unlimited USDC')
    expect(review.warnings).toEqual([
      `${router()} may take any amount of USDC, now or later, until the approval is revoked`,
    ])
    await payAll(wallet, swap)
    expect(await allowance(chain, chain.tokens.usdc, router())).toBeGreaterThan(2n ** 255n)
  })

  it('pays a deposit of a token and of the coin by a plain transfer', async () => {
    const address = account(6).address
    await fund(chain, payer.address, { eth: parseEther('2'), usdc: parseUnits('100', 6) })
    const wallet = walletOn(nodes.chain(chain))
    for (const deposit of [depositOn(chain, 'usdc', '60', address), depositOn(chain, 'eth', '1.5', address)]) {
      const review = await wallet.review(deposit.execution, deposit.terms)
      expect(review.approval).toBe(undefined)
      const { payments, settled } = await payAll(wallet, deposit)
      expect([payments.map(({ kind }) => kind), settled.state]).toEqual([['transfer'], 'mined'])
    }
    const held = await balances(chain, address)
    expect([held.usdc, held.eth]).toEqual([parseUnits('60', 6), parseEther('10001.5')])
  })

  it('says what is missing when the token, the coin or the coin for the network cost does not suffice', async () => {
    const wallet = walletOn(nodes.chain(chain))
    await fund(chain, payer.address, { eth: 10n, usdc: 3_200_000n })
    const poor = await swapOn(chain, 'usdc', 'eth', '100')
    expect(await refusalOf(wallet.review(poor.execution, poor.terms))).toEqual([
      'WALLET_REFUSED',
      `The payment needs 100 USDC, and ${payer.address} has 3.2 USDC on Ethereum`,
      'untouched',
    ])
    const coin = await swapOn(chain, 'eth', 'usdc', '1')
    expect(await refusalOf(wallet.review(coin.execution, coin.terms))).toEqual([
      'WALLET_REFUSED',
      `The payment needs 1 ETH, and ${payer.address} has 0.00000000000000001 ETH on Ethereum`,
      'untouched',
    ])
    await fund(chain, payer.address, { usdc: parseUnits('100', 6) })
    const dry = await swapOn(chain, 'usdc', 'eth', '100')
    for (const work of [
      () => wallet.review(dry.execution, dry.terms),
      () => wallet.sign(dry.execution, dry.terms, []),
    ]) {
      const [code, message] = await refusalOf(work())
      expect(code).toBe('WALLET_REFUSED')
      expect(message).toMatch(
        /^The payment needs up to 0\.\d+ ETH of network cost, and 0x\w+ has 0\.00000000000000001 ETH/,
      )
    }
  })

  it('refuses a swap that would fail, with the reason of the contract', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', { least: '2100' })
    const wallet = walletOn(nodes.chain(chain))
    for (const work of [() => wallet.review(execution, terms), () => wallet.sign(execution, terms, [])]) {
      expect(await refusalOf(work())).toEqual([
        'WALLET_REFUSED',
        'The transaction would fail: Too little received',
        'untouched',
      ])
    }
  })

  it('refuses, also right before it signs, a call of an unknown contract that takes the coin and brings nothing', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const thief = account(9).address
    // STOP: it takes what it is sent.
    await chain.client.setCode({ address: thief, bytecode: '0x00' })
    const taking = { providerTarget: thief, providerCalldata: '0x12345678' }
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', { least: '1900', exec: taking })
    const wallet = walletOn(nodes.chain(chain))
    for (const work of [() => wallet.review(execution, terms), () => wallet.sign(execution, terms, [])]) {
      expect(await refusalOf(work())).toEqual([
        'WALLET_REFUSED',
        'A simulation of the payment shows what was not agreed: the recipient would get 0 USDC, and at least 1,900 USDC are promised',
        'untouched',
      ])
    }
  })

  it('refuses to call an address without a contract', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const nobody = account(9).address
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1', {
      exec: { providerTarget: nobody, providerCalldata: '0x12345678' },
    })
    expect(await refusalOf(walletOn(nodes.chain(chain)).review(execution, terms))).toEqual([
      'WALLET_REFUSED',
      `No contract stands at ${nobody} on Ethereum`,
      'untouched',
    ])
  })

  it('refuses to sign for another depositor, and for a chain without a node', async () => {
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
    const wallet = walletOn(nodes.chain(chain))
    const other = account(3).address
    expect(await refusalOf(wallet.sign(execution, { ...terms, depositor: other }, []))).toEqual([
      'WALLET_REFUSED',
      `${other} has to make this payment, and this account is ${payer.address}`,
      'untouched',
    ])
    const elsewhere = walletOn(nodes.chain(devnet.base))
    expect(await refusalOf(elsewhere.sign(execution, terms, []))).toEqual([
      'CONFIG_INVALID',
      'No node is set for ethereum (chain id 1)',
      'untouched',
    ])
  })

  it('refuses amounts that were worked out with other decimals than the token has', async () => {
    await fund(chain, payer.address, { eth: parseEther('1'), usdc: parseUnits('100', 6) })
    const { execution, terms } = await swapOn(chain, 'usdc', 'eth', '100')
    const lying = { ...terms, src: { ...terms.src, decimals: 8 } }
    expect(await refusalOf(walletOn(nodes.chain(chain)).review(execution, lying))).toEqual([
      'WALLET_REFUSED',
      'USDC has 6 decimals on Ethereum, and the amount was worked out with 8',
      'untouched',
    ])
  })

  it('takes a nonce of the user for the first transaction, but none that is used', async () => {
    await fund(chain, payer.address, { eth: parseEther('2'), usdc: parseUnits('100', 6) })
    await approveBefore(1n)
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
    const sign = (nonce: number) => walletOn(nodes.chain(chain), { sequence: nonce }).sign(execution, terms, [])
    expect((await readSigned(await sign(4))).nonce).toBe(4)
    const warned = async (nonce: number) =>
      (await walletOn(nodes.chain(chain), { sequence: nonce }).review?.(execution, terms))?.warnings ?? []
    expect(await warned(4)).toContainEqual(
      expect.stringMatching(/^Nonce 4 leaves a gap: .* from \d on are used on Ethereum$/),
    )
    expect((await warned(1)).filter((warning) => warning.includes('gap'))).toEqual([])
    expect(await refusalOf(sign(0))).toEqual([
      'WALLET_REFUSED',
      'Nonce 0 is already used on Ethereum; the next one is 1',
      'untouched',
    ])
  })

  it('takes no more than the highest price of gas that the user names', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '1')
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50_000_000_000n })
    await chain.client.mine({ blocks: 1 })
    const [code, message] = await refusalOf(
      walletOn(nodes.chain(chain), { maxFeeRate: 10_000_000_000n }).sign(execution, terms, []),
    )
    expect([code, message]).toEqual([
      'WALLET_REFUSED',
      'The chain asks 43.75 gwei for one gas, and at most 10 are to be paid',
    ])
    const payment = await walletOn(nodes.chain(chain), { maxFeeRate: 60_000_000_000n }).sign(execution, terms, [])
    expect(await readSigned(payment)).toMatchObject({
      type: 'eip1559',
      maxFeePerGas: 60_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
  })

  it('pays no more than the bound of the cost on a congested chain, but what a person saw or --max-cost allows', async () => {
    await fund(chain, payer.address, { eth: parseEther('2'), usdc: parseUnits('100', 6) })
    const { execution, terms } = await swapOn(chain, 'usdc', 'eth', '100')
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('200') })
    await chain.client.mine({ blocks: 1 })
    const refused = await refusalOf(walletOn(nodes.chain(chain)).sign(execution, terms, []))
    expect(refused[1]).toMatch(
      /^The network cost is up to 0\.\d+ ETH \(\$\d+\.\d+\), and at most \$10\.00 is to be paid$/,
    )
    const allowed = walletOn(nodes.chain(chain), { mostCost: { usd: 150_000_000n } })
    expect((await allowed.review(execution, terms)).cost?.refusal).toBeUndefined()
    const watched = walletOn(nodes.chain(chain))
    const { cost, warnings } = await watched.review(execution, terms)
    expect([cost?.refusal?.reason, warnings]).toEqual(['cost', [cost?.refusal?.message]])
    for (const wallet of [allowed, watched]) {
      const { gas, ...price } = await readSigned(await wallet.sign(execution, terms, []))
      if (price.type !== 'eip1559') throw new Error('another type')
      expect(price.maxFeePerGas).toBeGreaterThan(parseGwei('175'))
      expect(gas * price.maxFeePerGas).toBeLessThan(cost?.units ?? 0n)
    }
  })

  it('gives a price less room where that keeps the cost within its bound', async () => {
    await fund(chain, payer.address, { eth: parseEther('2') })
    const { execution, terms } = await swapOn(chain, 'eth', 'usdc', '0.1')
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('30') })
    await chain.client.mine({ blocks: 1 })
    const { units = 0n } = (await walletOn(nodes.chain(chain)).review(execution, terms)).cost ?? {}
    const most = (units * 3n) / 4n
    const payment = await walletOn(nodes.chain(chain), { mostCost: { coin: most } }).sign(execution, terms, [])
    const { gas, ...price } = await readSigned(payment)
    if (price.type !== 'eip1559') throw new Error('another type')
    expect([gas * price.maxFeePerGas <= most, gas * price.maxFeePerGas > (most * 99n) / 100n]).toEqual([true, true])
  })
})

/** The deadline of SwapRouter02's multicall, its first argument. */
function deadlineOf(calldata = ''): string {
  return new Date(Number(`0x${calldata.slice(10, 74)}`) * 1000).toISOString()
}
