import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Approval } from '../../../../src/wallet/family.ts'
import type { SendingOptions } from '../../../../src/wallet/family.ts'
import { checkRevocation, signRevocation } from '../../../../src/wallet/evm/approvals/revoke.ts'
import type { EvmSigner, UnsignedTransaction } from '../../../../src/wallet/evm/keys/signer.ts'
import { chainAt, startFakeNode } from '../../../support/fake-node.ts'
import { KNOWN } from '../../../support/keystores.ts'

const SPENDER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const APPROVAL: Approval = { chainId: 1, owner: KNOWN.address, token: USDC, spender: SPENDER, keeper: 'token' }
const REVOKE = `0x095ea7b3${SPENDER.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`
const GWEI = 10n ** 9n

/** Answers of a node on which the approval can be taken back, by method. */
const SOUND: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1',
  eth_getBlockByNumber: { number: '0x10', timestamp: '0x60000000', gasLimit: '0x1c9c380', baseFeePerGas: '0x3b9aca00' },
  eth_getBalance: '0xde0b6b3a7640000',
  eth_call: `0x${'1'.padStart(64, '0')}`,
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateGas: '0x7530',
  eth_getTransactionCount: '0x7',
}

async function chainWith(answers: Readonly<Record<string, unknown>>) {
  const { url } = await startFakeNode((method) => ({ ...SOUND, ...answers })[method])
  return chainAt(url)
}

function signer(signed: UnsignedTransaction[], key: string = KNOWN.key): EvmSigner {
  const account = privateKeyToAccount(`0x${key}`)
  return {
    family: 'evm',
    address: account.address,
    sign: async (transaction) => {
      signed.push(transaction)
      if (transaction.type !== 'eip1559') throw new Error('not in this test')
      const { to, data } = transaction
      return account.signTransaction({ ...transaction, to: to as `0x${string}`, data: data as `0x${string}` })
    },
  }
}

const PRICE = { type: 'eip1559', maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: GWEI }

describe('taking an approval back', () => {
  test('is one call of the token, whose cost is known before', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    expect(await checkRevocation(chain, APPROVAL, {})).toEqual({
      ...{ target: USDC, data: REVOKE, gas: 37_500n, price: PRICE },
      ...{ cost: 37_500n * 3n * GWEI, networkCost: '0.0001125 ETH', refusal: undefined },
    })
  })

  test('is signed with every field named, at the next nonce', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    const signed: UnsignedTransaction[] = []
    const shown = await checkRevocation(chain, APPROVAL, {})
    const { hash, raw, ...payment } = await signRevocation(chain, signer(signed), APPROVAL, shown, {})
    expect(payment).toEqual({ kind: 'reset' })
    const call = { to: USDC, data: REVOKE, value: 0n }
    expect(signed).toEqual([{ ...call, ...PRICE, gas: 37_500n, chainId: 1, nonce: 7 }])
    expect([raw.slice(0, 4), hash.length]).toEqual(['0x02', 66])
  })

  test.each<[string, Readonly<Record<string, unknown>>, SendingOptions, string]>([
    [
      'a token that answers false',
      { eth_call: `0x${'0'.repeat(64)}` },
      {},
      `The token ${USDC} refuses to revoke the approval`,
    ],
    [
      'a token that reverts',
      { eth_call: { error: { code: 3, message: 'execution reverted: paused' } } },
      {},
      'The transaction would fail: paused',
    ],
    ['a node of another chain', { eth_chainId: '0x38' }, {}, 'A node set for Ethereum reports chain id 56, not 1'],
    [
      'a coin that does not cover the cost',
      { eth_call: '0x', eth_getBalance: '0x1' },
      {},
      `The payment needs up to 0.0001125 ETH of network cost, and ${KNOWN.address} has 0.000000000000000001 ETH on Ethereum`,
    ],
    [
      'a base fee above what the user pays',
      { eth_call: '0x' },
      { maxFeeRate: GWEI / 2n },
      expect.stringContaining('0.5') as string,
    ],
  ])('is refused for %s', async (_name, answers, options, message) => {
    await expect(checkRevocation(await chainWith(answers), APPROVAL, options)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
      message,
    })
  })

  test('is not signed when the cost rose to more than three times what was shown', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    const signed: UnsignedTransaction[] = []
    const checked = await checkRevocation(chain, APPROVAL, {})
    const cheap = { ...checked, cost: checked.cost / 3n - 1n }
    await expect(signRevocation(chain, signer(signed), APPROVAL, cheap, {})).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'The network cost has risen to more than three times what was shown',
    })
    const fair = { ...checked, cost: checked.cost / 3n }
    expect(signed).toEqual([])
    await signRevocation(chain, signer(signed), APPROVAL, fair, {})
    expect(signed).toHaveLength(1)
  })

  test('says where it costs more than is agreed to unseen, and which option would', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    const appraise = async ({ units }: { units: bigint }) => {
      const usd = (units * 4_000_000_000n) / 10n ** 18n
      return { usdLow: usd, usdHigh: usd }
    }
    const { refusal } = await checkRevocation(chain, APPROVAL, { appraise, mostCost: { usd: 300_000n } })
    expect(refusal?.message).toBe('The network cost is up to 0.0001125 ETH ($0.45), and at most $0.30 is to be paid')
    expect([refusal?.reason, refusal?.hint]).toEqual([
      'cost',
      'Nothing was signed. Wait for lower fees, or allow more: --max-cost 0.48usd',
    ])
    expect((await checkRevocation(chain, APPROVAL, { appraise })).refusal).toBeUndefined()
  })

  test('costs with the approval before it no more than the swap may', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    const appraise = async ({ units }: { units: bigint }) => {
      const usd = (units * 4_000_000_000n) / 10n ** 18n
      return { usdLow: usd, usdHigh: usd }
    }
    const approval: UnsignedTransaction = {
      ...PRICE,
      type: 'eip1559',
      to: USDC,
      data: '0x',
      value: 0n,
      gas: 50_000n,
      chainId: 1,
      nonce: 6,
    }
    const bounds = { appraise, mostCost: { usd: 600_000n } }
    // $0.45 alone, and $0.60 of the approval.
    expect((await checkRevocation(chain, APPROVAL, bounds)).refusal).toBeUndefined()
    const { refusal, cost } = await checkRevocation(chain, APPROVAL, { ...bounds, done: [approval] })
    expect([refusal?.reason, cost]).toEqual(['cost', 37_500n * 3n * GWEI])
    const share = { appraise, mostCost: { bps: 200 }, done: [approval] }
    const paidFor = { chainKey: 'ethereum', address: 'native', decimals: 18, units: 10n ** 17n, isNative: true }
    expect((await checkRevocation(chain, APPROVAL, { ...share, paidFor })).refusal).toBeUndefined()
    expect(
      (await checkRevocation(chain, APPROVAL, { ...share, paidFor: { ...paidFor, units: 10n ** 16n } })).refusal,
    ).toMatchObject({ reason: 'cost' })
  })

  test('is not signed by another account', async () => {
    const chain = await chainWith({ eth_call: '0x' })
    const shown = await checkRevocation(chain, APPROVAL, {})
    const signed: UnsignedTransaction[] = []
    await expect(signRevocation(chain, signer(signed, KNOWN.otherKey), APPROVAL, shown, {})).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
    })
    expect(signed).toEqual([])
  })

  test('ends without a signature when the node does not tell the nonce', async () => {
    const chain = await chainWith({
      eth_call: '0x',
      eth_getTransactionCount: { error: { code: -32000, message: 'busy' } },
    })
    const shown = await checkRevocation(chain, APPROVAL, {})
    await expect(signRevocation(chain, signer([]), APPROVAL, shown, {})).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
