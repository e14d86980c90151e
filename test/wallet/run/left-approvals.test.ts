import { encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { readExecution } from '../../../src/core/api/answers.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import type { ApprovalStyle } from '../../../src/wallet/family.ts'
import { createRunJournal, type SwapRun } from '../../../src/wallet/run/journal.ts'
import type { PaymentReview } from '../../../src/wallet/payment.ts'
import { describeStanding } from '../../../src/wallet/run/left-approvals.ts'
import { continueRun, type RunPoint } from '../../../src/wallet/run/swap-run.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { setTokenBalance } from '../../devnet/recipe.ts'
import { type DevChain, type Devnet, fund, openDevnet } from '../../devnet/world.ts'
import { openTempStore } from '../../support/store.ts'
import { allowance, openNodes, payer, swapOn, walletOn } from '../evm/pay-world.ts'
import { scanRuns } from '../../support/run-documents.ts'

/*
 * A swap of a token that fails between its approval and its payment: what is said of the allowance, and who takes it back.
 */

/** A service that knows of no payment. */
const UNKNOWING = {
  status: async () => ({ transaction: { inboundHash: '', status: 'PENDING', stage: 'awaiting_deposit' } }),
} as unknown as SwapService

describeOnChains('an approval whose swap then fails', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  beforeEach(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
    nodes = await openNodes()
    await fund(chain, payer.address, { eth: parseEther('2'), usdc: parseUnits('100', 6) })
  })
  afterEach(async () => {
    await nodes.close()
    await devnet.close()
  })

  const left = () => allowance(chain, chain.tokens.usdc, chain.contracts.swapRouter02)

  /** A run of 100 USDC that is executed; its wallet is emptied once the approval is in a block. */
  async function failing(unattended: boolean, style: ApprovalStyle = 'exact', leaving = new AbortController()) {
    const { store, cleanup } = await openTempStore()
    onTestFinished(cleanup)
    const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
    const { execution, terms } = await swapOn(chain, 'usdc', 'eth', '100')
    const { address, units, symbol } = terms.src
    const created = await journal.create({
      ...{ from: 'ethereum:USDC', to: 'ethereum:ETH', agreed: true, unattended, minReceive: 1n },
      request: {
        ...{ srcChain: 'ethereum', srcAddress: address, dstChain: 'ethereum', dstAddress: terms.dst.address },
        ...{ amount: '100', depositor: payer.address, recipient: payer.address, provider: 'UNISWAP' },
      },
      source: { chainId: 1, isNative: false, family: 'evm', units, symbol, decimals: 6 },
      target: { symbol: 'ETH', decimals: 18, chainId: 1 },
    })
    const executed = await journal.save(created, {
      ...{ step: 'executed', paymentAgreed: true, transactionId: 'tx_1' },
      execution: readExecution(execution, { src: 6, dst: 18 }),
    })
    const passed: RunPoint[] = []
    const funds: string[] = []
    /** Brings the run on; `stop` ends the process at a point, counted from 1. */
    const goOn = async (
      run: SwapRun,
      stop?: { readonly point: RunPoint; readonly time: number },
      leaves?: RunPoint,
    ) => {
      const wallet = walletOn(nodes.chain(chain), { allowance: style })
      const emptying = {
        ...wallet,
        settle: async (...settled: Parameters<typeof wallet.settle>) => {
          const outcome = await wallet.settle(...settled)
          await setTokenBalance(chain.client, chain.tokens.usdc, payer.address, 0n)
          return outcome
        },
      }
      try {
        await continueRun(
          {
            service: UNKNOWING,
            journal,
            wallet: emptying,
            review: async () => true,
            onProgress: () => undefined,
            checkpoint: (point) => {
              passed.push(point)
              if (point === leaves) leaving.abort()
              if (point === stop?.point && passed.filter((one) => one === point).length === stop.time)
                throw new Error('killed')
            },
            now: () => systemClock.now(),
            agreementMs: 15 * 60_000,
            signal: leaving.signal,
          },
          run,
          'tracked',
        )
      } catch (error) {
        if (isSwapError(error)) {
          funds.push(error.funds)
          return [error.code, error.message, error.hint]
        }
        if (error instanceof Error && error.message === 'killed') return 'killed'
        throw error
      }
      return 'went on'
    }
    return { goOn, executed, journal, funds }
  }

  it.each([
    [
      'before its approval is in a block',
      'payment-sent',
      'OUTCOME_UNKNOWN',
      / may take 100 USDC once the approval 0x\w+ is in a block$/,
    ],
    [
      'between approval and payment',
      'payment-noted',
      'INTERRUPTED',
      /^Stopped before the payment was signed; \S+ may still take 100 USDC$/,
    ],
  ] as const)('is named with its revocation where the user leaves %s', async (_name, point, code, message) => {
    const { goOn, executed, funds } = await failing(true)
    if (point === 'payment-sent') await chain.client.setAutomine(false)
    const ended = await goOn(executed, undefined, point)
    await chain.client.setAutomine(true)
    expect(ended).toEqual([
      code,
      expect.stringMatching(message),
      expect.stringMatching(new RegExp(`^Nothing was paid\\. .*swapcli wallet approvals revoke ${executed.id}$`)),
    ])
    expect(funds).toEqual(['unknown'])
  })

  it('is named where another signature is refused for good, and where nobody agreed to pay any more', async () => {
    const { goOn, executed, journal, funds } = await failing(false)
    await goOn(executed)
    expect(funds).toEqual(['unknown'])
    const kept = await journal.get(executed.id)
    if (kept === undefined) throw new Error('no run')
    const declined = await continueRun(
      {
        service: UNKNOWING,
        journal,
        wallet: { ...walletOn(nodes.chain(chain)), review: async () => ({}) as PaymentReview },
        review: async () => true,
        reviewPayment: async () => false,
        onProgress: () => undefined,
        now: () => systemClock.now(),
        signal: new AbortController().signal,
      },
      await journal.save(kept, { paymentAgreed: undefined }),
    )
    expect(declined.reason).toBe(
      `What was to be signed was declined; nothing was paid; ${chain.contracts.swapRouter02} may still take 100 USDC: swapcli wallet approvals revoke ${executed.id}`,
    )
  })

  it('is named with what takes it back, where its user was asked', async () => {
    const { goOn, executed, journal } = await failing(false)
    const router = chain.contracts.swapRouter02
    expect(await goOn(executed)).toEqual([
      'WALLET_REFUSED',
      expect.stringMatching(
        new RegExp(`^The payment needs 100 USDC, and .* has 0 USDC on Ethereum; ${router} may still take 100 USDC$`),
      ),
      `Nothing was paid. Look at what it holds: swapcli wallet balances --chain ethereum. Take it back: swapcli wallet approvals revoke ${executed.id}. Go on with it: swapcli resume ${executed.id}`,
    ])
    expect([await left(), (await journal.get(executed.id))?.step]).toEqual([100_000_000n, 'executed'])
  })

  it('is named after a swap that was paid and took less than all of it, and not once it is used up', async () => {
    const { goOn, executed, journal } = await failing(false)
    await goOn(executed)
    const kept = await journal.get(executed.id)
    const [approval] = kept?.earlier ?? []
    if (kept === undefined || approval === undefined) throw new Error('no approval')
    const wallet = walletOn(nodes.chain(chain))
    expect(await describeStanding(wallet, kept)).toEqual([])
    const paid = await journal.save(kept, { step: 'tracked', payment: { ...approval, kind: 'call' } })
    expect(await describeStanding(wallet, paid)).toEqual([
      `${chain.contracts.swapRouter02} may still take 100 USDC: swapcli wallet approvals revoke ${executed.id}`,
    ])

    await chain.client.impersonateAccount({ address: payer.address })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [chain.contracts.swapRouter02, 0n],
    })
    const hash = await chain.client.sendTransaction({ account: payer.address, to: chain.tokens.usdc, data })
    await chain.client.waitForTransactionReceipt({ hash })
    expect(await describeStanding(wallet, paid)).toEqual([])
    expect(await describeStanding(undefined, { ...paid, earlier: undefined })).toEqual([])
  })

  it('is taken back by itself where its user agreed beforehand, and that is said', async () => {
    const { goOn, executed, journal, funds } = await failing(true)
    const router = chain.contracts.swapRouter02
    expect(await goOn(executed)).toEqual([
      'WALLET_REFUSED',
      expect.stringMatching(new RegExp(`; what ${router} might take, 100 USDC, was taken back$`)),
      `Nothing was paid; only the network cost of 2 transactions was spent. Look at what it holds: swapcli wallet balances --chain ethereum. Go on with it: swapcli resume ${executed.id} --yes`,
    ])
    expect(await left()).toBe(0n)
    const kept = await journal.get(executed.id)
    expect(kept?.earlier?.map(({ kind }) => kind)).toEqual(['approve', 'reset'])
    expect(funds).toEqual(['untouched'])
  })

  it.each([
    ['after it noted the revocation', 'signed', 2],
    ['after the revocation was in a block', 'payment-noted', 2],
  ] as const)('is taken back once by a process that is killed %s', async (_name, point, time) => {
    const { goOn, executed, journal } = await failing(true)
    expect(await goOn(executed, { point, time })).toBe('killed')
    const kept = await journal.get(executed.id)
    if (kept === undefined) throw new Error('no run')
    expect(await goOn(kept)).toEqual([
      'WALLET_REFUSED',
      expect.stringMatching(/^The payment needs 100 USDC/),
      expect.any(String),
    ])
    expect(await left()).toBe(0n)
    expect(await chain.client.getTransactionCount({ address: payer.address })).toBe(2)
  })

  it('without an end is never taken back by itself, since the user wanted it so', async () => {
    const { goOn, executed } = await failing(true, 'unlimited')
    const [, message, hint] = await goOn(executed)
    expect(message).toMatch(/^The payment needs 100 USDC, and \S+ has 0 USDC on Ethereum$/)
    expect(hint).toMatch(/^Nothing was paid; only the network cost of 1 transaction was spent\. /)
    expect(await left()).toBe(2n ** 256n - 1n)
  })
})
