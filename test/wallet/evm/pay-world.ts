import { type Address, encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseAmount } from '../../../src/core/money/amount.ts'
import type { Execution } from '../../../src/core/api/documents.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { ownNodes } from '../../../src/core/evm/nodes.ts'
import { createJsonRpc } from '../../../src/io/rpc/json-rpc.ts'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import type { Appraise, IsListed, SigningOptions } from '../../../src/wallet/family.ts'
import { createEvmWallet } from '../../../src/wallet/evm/wallet.ts'
import type { EvmSigner, UnsignedTransaction } from '../../../src/wallet/evm/keys/signer.ts'
import type { Payment, PayTerms, PaymentOutcome, Wallet } from '../../../src/wallet/payment.ts'
import { erc20Abi, v3Abi } from '../../devnet/abi.ts'
import { decimals, type DevChain, NATIVE } from '../../devnet/world.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

/*
 * Swaps of the local chains as a service would hand them out, and wallets of one account that pay them.
 */

/** An account that the devnet knows nothing of, so that each test funds it with exactly what it needs. */
export const payer = privateKeyToAccount(`0x${'51'.repeat(32)}`)

const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'

/** The type that viem has for 0x-hex. */
export function hex(text: string | undefined): Hex {
  return `0x${(text ?? '').slice(2)}`
}

/** Signs with viem, all fields named. */
export function signerOf(account: ReturnType<typeof privateKeyToAccount>): EvmSigner {
  return {
    family: 'evm',
    address: account.address,
    sign: (transaction: UnsignedTransaction) => {
      const { type, chainId, nonce, to, data, value, gas } = transaction
      const fields = { chainId, nonce, to: hex(to), data: hex(data), value, gas }
      if (type === 'legacy') return account.signTransaction({ ...fields, type, gasPrice: transaction.gasPrice })
      const { maxFeePerGas, maxPriorityFeePerGas } = transaction
      return account.signTransaction({ ...fields, type, maxFeePerGas, maxPriorityFeePerGas })
    },
  }
}

/** Connections for the wallets of a test. */
export async function openNodes() {
  const http = await openPooledHttp()
  return {
    close: () => http.close(),
    /** A chain of the devnet as a wallet sees it, through these URLs or its own. */
    chain: (
      chain: Pick<DevChain, 'key' | 'chainId' | 'url'>,
      urls: readonly string[] = [chain.url],
      confirmations = 1,
    ): EvmChain => ({
      family: 'evm',
      key: chain.key,
      name: chain.key === 'ethereum' ? 'Ethereum' : 'Base',
      chainId: chain.chainId,
      nativeSymbol: 'ETH',
      confirmations,
      pollMs: 20,
      rpc: createJsonRpc(http.fetch, ownNodes(urls), { timeoutMs: PATIENCE_MS }),
    }),
  }
}

/** A wallet that can do all that wallets may. */
type WholeWallet = Wallet & Required<Pick<Wallet, 'review' | 'settle' | 'replace'>>

function isWhole(wallet: Wallet): wallet is WholeWallet {
  return wallet.review !== undefined && wallet.settle !== undefined && wallet.replace !== undefined
}

/** The devnet's own prices: a coin of $2,000, and dollars. */
export const appraise: Appraise = async ({ address, decimals: places, units }) => {
  const usd = (units * (address === NATIVE ? 2_000n : 1n) * 1_000_000n) / 10n ** BigInt(places)
  return { usdLow: usd, usdHigh: usd }
}

/** A wallet of the payer on one chain. */
export function walletOn(
  chain: EvmChain,
  options: Partial<SigningOptions> = {},
  isListed: IsListed = async () => true,
): WholeWallet {
  const wallet = createEvmWallet({
    address: payer.address,
    signer: async () => signerOf(payer),
    chain: async (chainId) => (chainId === chain.chainId ? chain : undefined),
    clock: systemClock,
    appraise,
    ids: randomIds,
    isListed,
    options: { allowance: 'exact', ...options },
  })
  if (!isWhole(wallet)) throw new Error('a wallet that cannot pay')
  return wallet
}

type Asset = 'eth' | 'usdc' | 'dai' | 'usdt' | 'weth'
type Place = Pick<DevChain, 'key' | 'chainId' | 'tokens'>
type Swap = { readonly execution: Execution; readonly terms: PayTerms }

/** What a swap through the pools is like. */
export type SwapOptions = {
  /** Pool fee in hundredths of a basis point. @default 500 */
  readonly fee?: number
  /** Least to receive, whole tokens. @default '0.000001' */
  readonly least?: string
  /** What the calldata says, where it differs. */
  readonly leastInCalldata?: bigint
  readonly recipient?: Address
  /** Fields of the exec that differ. */
  readonly exec?: Readonly<Record<string, unknown>>
}

function unitsOf(asset: Asset, amount: string): bigint {
  const parsed = parseAmount(amount, asset === 'eth' ? 18 : decimals[asset])
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.units
}

/** A swap by SwapRouter02 on one chain, as the service's execute answers it. */
export async function swapOn(
  chain: DevChain,
  from: Asset,
  to: Asset,
  amount: string,
  options: SwapOptions = {},
): Promise<Swap> {
  const { fee = 500, least = '0.000001', recipient = payer.address } = options
  const terms = termsOf(chain, from, to, amount, least, recipient)
  const router = chain.contracts.swapRouter02
  const units = terms.src.units
  const leastUnits = options.leastInCalldata ?? unitsOf(to, least)
  const inToken = tokenOf(chain, from === 'eth' ? 'weth' : from)
  const outToken = tokenOf(chain, to === 'eth' ? 'weth' : to)
  const pool = {
    tokenIn: inToken,
    tokenOut: outToken,
    fee,
    recipient: to === 'eth' ? ROUTER_ITSELF : recipient,
    amountIn: units,
    amountOutMinimum: leastUnits,
    sqrtPriceLimitX96: 0n,
  } as const
  const calls = [
    encodeFunctionData({ abi: v3Abi, functionName: 'exactInputSingle', args: [pool] }),
    ...(to === 'eth'
      ? [encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [leastUnits, recipient] })]
      : []),
  ]
  const { timestamp } = await chain.client.getBlock()
  const data = encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [timestamp + 3600n, calls] })
  const exec = {
    chainId: chain.chainId,
    providerTarget: router,
    providerCalldata: data,
    value: from === 'eth' ? units.toString() : '0',
    srcToken: from === 'eth' ? 'native' : inToken,
    srcAmount: units.toString(),
    ...(from === 'eth' ? {} : { approvalTarget: router, approvalToken: inToken, approvalAmount: units.toString() }),
    ...options.exec,
  }
  return { terms, execution: { ...executionOf(terms), exec } }
}

/** A deposit that the wallet pays itself. */
export function depositOn(chain: Place, from: Asset, amount: string, depositAddress: Address): Swap {
  const terms: PayTerms = {
    ...termsOf(chain, from, 'eth', amount, '0.000001', payer.address),
    dst: { chainKey: 'solana', address: 'native', symbol: 'SOL', decimals: 9, minimumOut: 100_000_000n },
    recipient: 'So11111111111111111111111111111111111111112',
  }
  const execution = executionOf(terms)
  return { terms, execution: { ...execution, providerResult: { depositAddress, execution: 'server' } } }
}

function termsOf(chain: Place, from: Asset, to: Asset, amount: string, least: string, recipient: Address): PayTerms {
  const side = (asset: Asset) => ({
    chainKey: chain.key,
    address: asset === 'eth' ? NATIVE : tokenOf(chain, asset),
    symbol: asset.toUpperCase(),
    decimals: asset === 'eth' ? 18 : decimals[asset],
  })
  return {
    provider: 'UNISWAP',
    src: { ...side(from), chainId: chain.chainId, isNative: from === 'eth', units: unitsOf(from, amount) },
    dst: { ...side(to), minimumOut: unitsOf(to, least) },
    depositor: payer.address,
    recipient,
    nativeOnTop: 0n,
  }
}

function executionOf({ provider }: PayTerms): Execution {
  const side = { currency: 'X', formatted: '1', usd: '1' }
  const fees = { total: { usd: '0', formatted: '$0' }, items: [] }
  return {
    provider,
    lockId: 'lock_1',
    providerResult: { status: 'PENDING', execution: 'client' },
    quote: { src: side, dst: side, steps: [], fees, estimatedTime: 12 },
  }
}

function tokenOf(chain: Place, asset: Exclude<Asset, 'eth'>): Address {
  const token = chain.tokens[asset]
  if (token === undefined) throw new Error(`no ${asset} on ${chain.key}`)
  return token
}

/** Signs, sends and waits for every transaction of a swap, as a run does; gives the payments and how the last one ended. */
export async function payAll(
  wallet: WholeWallet,
  { execution, terms }: Swap,
): Promise<{ readonly payments: readonly Payment[]; readonly settled: PaymentOutcome }> {
  const payments: Payment[] = []
  for (;;) {
    const payment = await wallet.sign(execution, terms, payments)
    await wallet.broadcast(payment)
    const settled = await wallet.settle(payment, new AbortController().signal)
    payments.push(payment)
    if (payment.last === true || settled.state !== 'mined') return { payments, settled }
  }
}

/** What a spender may take of the payer's token now. */
export function allowance(chain: DevChain, token: Address, spender: Address): Promise<bigint> {
  return chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [payer.address, spender],
  })
}

/** The code, message and funds of the error that a promise must end with. */
export async function refusalOf(work: Promise<unknown>): Promise<readonly [string, string, string]> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) throw new Error('it was not refused')
  if (!(error instanceof Error) || !('code' in error) || !('funds' in error))
    throw new Error('an error without code', { cause: error })
  return [String(error.code), error.message, String(error.funds)]
}
