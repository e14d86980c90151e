import type { SwapRun } from '../../../src/wallet/run/journal.ts'

const AT = '2026-01-15T12:00:00.000Z'
const BOB = '0x86d526d6624AbC0178cF7296cD538Ecc080A95F1'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const NONE = '0x0000000000000000000000000000000000000000'

/** A memo that orders ether. */
export const SHORT_MEMO = `=:ETH.ETH:${BOB}:0/1/0`
/** A memo of more than 80 bytes, which orders USDC. */
export const LONG_MEMO = `=:ETH.USDC-${USDC.toUpperCase()}:${BOB}:118500000/1/0`

interface DepositRun {
  readonly chain: 'bitcoin' | 'litecoin' | 'dogecoin' | 'dash'
  readonly symbol: string
  readonly vault: string
  readonly depositor: string
  /** Base units that are paid. */
  readonly units: bigint
  readonly memo: string | undefined
  /** Of the execution's metadata. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The executed run of a deposit to THORChain, open until a quarter of an hour after its beginning. */
export function depositRun({ chain, symbol, vault, depositor, units, memo, meta }: DepositRun): SwapRun {
  const isToken = memo === LONG_MEMO
  const side = { symbol, decimals: 8, amount: units }
  return {
    ...{
      id: 'run_1',
      version: 1,
      step: 'tracked',
      createdAt: AT,
      updatedAt: AT,
      lockKey: 'key_1',
      executeKey: 'key_2',
    },
    ...{
      from: `${chain}:${symbol}`,
      to: isToken ? 'ethereum:USDC' : 'ethereum:ETH',
      agreed: true,
      transactionId: 'tx_1',
    },
    request: {
      ...{ srcChain: chain, srcAddress: 'native', dstChain: 'ethereum', dstAddress: isToken ? USDC : NONE },
      ...{ amount: (Number(units) / 1e8).toString(), provider: 'THORCHAIN', depositor, recipient: BOB },
    },
    source: { chainId: 1, isNative: true, family: chain, symbol, decimals: 8, units },
    target: { symbol: isToken ? 'USDC' : 'ETH', decimals: isToken ? 6 : 18 },
    execution: {
      ...{ provider: 'THORCHAIN', lockId: 'lock_1' },
      providerResult: { depositAddress: vault, ...(memo === undefined ? {} : { depositMemo: memo }) },
      terms: { src: side, dst: side, steps: [], fees: [], estimatedTimeSec: 1 },
      exec: {
        meta: {
          walletExecution: false,
          ...{ dustThreshold: '10000', feeRate: 66, expiresAt: '2026-01-15T12:15:00.000Z' },
          ...meta,
        },
      },
    },
  }
}
