import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type Hash,
  isAddress,
  isHash,
  maxUint256,
  zeroAddress,
} from 'viem'
import { erc20Abi, spokePoolAbi } from './abi.ts'
import { NATIVE } from './addresses.ts'
import { chainOf, type Deposit, depositsOf, stateOf } from './deposits.ts'
import { localServer } from '../support/local-server.ts'
import { fillDeposits } from './relayer.ts'
import type { DevChain, Devnet } from './world.ts'

/** How the bridge's API behaves. */
export type AcrossApiOptions = {
  /** Seconds of chain time that a quote says it is good for; 0 for no stated end. @default 300 */
  readonly quoteTtlSec?: number
  /** Seconds of chain time in which a deposit must be paid out; at most 21,600. @default 1800 */
  readonly fillTimeSec?: number
  /** Pays out what waits whenever a status is asked for. @default false */
  readonly fillsWhenAsked?: boolean
}

/** Across's HTTP API for a devnet. */
export type AcrossApi = {
  /** What the setting of the provider's URL takes. */
  readonly url: string
  /** Paths with their queries, in the order asked. */
  readonly asked: readonly string[]
  /** Answers everything with 410 from now on, as an API that is switched off. */
  switchOff(): void
  close(): Promise<void>
}

type Reply = { readonly status: number; readonly body: unknown }
type Kind = 'eth' | 'usdc' | 'dai'
type Side = {
  readonly kind: Kind
  readonly chain: DevChain
  /** As asked for and as stated. */
  readonly token: Token
  /** What the contract takes or gives. */
  readonly bridged: Token
}
type Token = {
  readonly chainId: number
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

const USD: Readonly<Record<Kind, bigint>> = { eth: 2_000n, usdc: 1n, dai: 1n }
/** Shares of the amount that the relayer keeps, in basis points. */
const CAPITAL_BPS = 1n
const GAS_BPS = 2n
const PCT_OF_BPS = 10n ** 14n

/**
 * Serves the part of Across's API that the program uses: quotes whose transaction is a real `depositV3` to the devnet's SpokePool, and
 * the status of deposits as the chains tell it. It bridges ETH (also from WETH), USDC and DAI to themselves and keeps 3 basis points.
 */
export async function acrossApi(devnet: Devnet, options: AcrossApiOptions = {}): Promise<AcrossApi> {
  const asked: string[] = []
  const answers = api(devnet, options)
  let isOff = false
  const server = await localServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname + url.search)
    const answer = isOff ? Promise.resolve({ status: 410, body: { message: 'Gone' } }) : answers(url)
    answer
      .catch((error: unknown): Reply => ({ status: 500, body: { message: String(error) } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      .catch(() => response.destroy())
  })
  const switchOff = () => {
    isOff = true
  }
  return { url: server.url, asked, switchOff, close: () => server.close() }
}

function api(devnet: Devnet, { quoteTtlSec = 300, fillTimeSec = 1_800, fillsWhenAsked = false }: AcrossApiOptions) {
  let filling: Promise<unknown> = Promise.resolve()
  return async ({ pathname, searchParams }: URL): Promise<Reply> => {
    const query = (name: string) => searchParams.get(name) ?? ''
    switch (pathname) {
      case '/swap/approval':
        return quote(devnet, query, { quoteTtlSec, fillTimeSec })
      case '/deposit/status':
        if (fillsWhenAsked) {
          // One after the other: two at once would pay the same deposit twice.
          filling = filling.then(() => fillDeposits(devnet))
          await filling
        }
        return status(devnet, query('depositTxnRef'))
      case '/swap/chains':
        return ok([devnet.ethereum, devnet.base].map(({ chainId, key }) => ({ chainId, name: key })))
      case '/swap/tokens':
        return ok([devnet.ethereum, devnet.base].flatMap((chain) => tokensOf(chain).map(({ token }) => token)))
      default:
        return { status: 404, body: { message: 'Not found' } }
    }
  }
}

type Times = { readonly quoteTtlSec: number; readonly fillTimeSec: number }

async function quote(devnet: Devnet, query: (name: string) => string, times: Times): Promise<Reply> {
  const src = sideOf(devnet, query('originChainId'), query('inputToken'))
  const dst = sideOf(devnet, query('destinationChainId'), query('outputToken'))
  // Whoever receives WETH that is no contract is paid in the coin, so only the coin can be promised.
  const served = src?.kind === dst?.kind && src?.chain !== dst?.chain && dst?.token.symbol !== 'WETH'
  if (src === undefined || dst === undefined || !served) return refused('ROUTE_NOT_ENABLED', 'Route is not enabled.')
  const depositor = query('depositor')
  const recipient = query('recipient') === '' ? depositor : query('recipient')
  if (!isAddress(depositor)) return refused('INVALID_PARAM', "Invalid parameter at path 'depositor'.")
  if (!isAddress(recipient)) return refused('INVALID_PARAM', "Invalid parameter at path 'recipient'.")
  const amount = /^\d{1,78}$/.test(query('amount')) ? BigInt(query('amount')) : 0n
  const capital = (amount * CAPITAL_BPS) / 10_000n
  const gas = (amount * GAS_BPS) / 10_000n
  const amountOut = amount - capital - gas
  if (amountOut <= 0n) return refused('AMOUNT_TOO_LOW', `Bridge amount ${amount} is too low to cover bridge fees`)

  const { timestamp } = await src.chain.client.getBlock()
  const nowSec = Number(timestamp)
  const latestOut = Number((await dst.chain.client.getBlock()).timestamp)
  const isNative = src.token.address === NATIVE
  const spokePool = src.chain.contracts.spokePool
  const allowance = isNative ? maxUint256 : await allowanceOf(src, depositor)
  const data = encodeFunctionData({
    abi: spokePoolAbi,
    functionName: 'depositV3',
    args: [
      ...([depositor, recipient, src.bridged.address, dst.bridged.address, amount, amountOut] as const),
      ...([BigInt(dst.chain.chainId), zeroAddress, nowSec, latestOut + times.fillTimeSec, 0, '0x'] as const),
    ],
  })
  const fees = bridgeFees(src, { capital, gas })
  const approves = allowance < amount
  return ok({
    crossSwapType: 'bridgeableToBridgeable',
    amountType: 'exactInput',
    checks: {
      allowance: {
        ...{ token: src.token.address, spender: spokePool },
        ...{ actual: allowance.toString(), expected: amount.toString() },
      },
    },
    ...(approves ? { approvalTxns: [approval(src)] } : {}),
    steps: {
      bridge: {
        ...{ inputAmount: amount.toString(), outputAmount: amountOut.toString() },
        ...{ tokenIn: src.bridged, tokenOut: dst.bridged, fees, provider: 'across' },
      },
    },
    inputToken: src.token,
    outputToken: dst.token,
    refundToken: src.bridged,
    fees: { total: { ...feeOf(src, capital + gas, CAPITAL_BPS + GAS_BPS), details: { bridge: fees } } },
    inputAmount: amount.toString(),
    expectedOutputAmount: amountOut.toString(),
    minOutputAmount: amountOut.toString(),
    expectedFillTime: 2,
    swapTx: {
      ...{ ecosystem: 'evm', chainId: src.chain.chainId, to: spokePool, data },
      value: (isNative ? amount : 0n).toString(),
    },
    ...(times.quoteTtlSec === 0 ? {} : { quoteExpiryTimestamp: nowSec + times.quoteTtlSec }),
    id: `devnet-${nowSec}-${amount}`,
  })
}

async function allowanceOf({ chain, token }: Side, owner: Address): Promise<bigint> {
  const args = [owner, chain.contracts.spokePool] as const
  return chain.client.readContract({ address: token.address, abi: erc20Abi, functionName: 'allowance', args })
}

/** As the real one, it asks for more than is needed. */
function approval({ chain, token }: Side): Record<string, unknown> {
  const args = [chain.contracts.spokePool, maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return { chainId: chain.chainId, to: token.address, data }
}

function bridgeFees(src: Side, { capital, gas }: { readonly capital: bigint; readonly gas: bigint }) {
  return {
    ...feeOf(src, capital + gas, CAPITAL_BPS + GAS_BPS),
    details: {
      type: 'across',
      lp: feeOf(src, 0n, 0n),
      relayerCapital: feeOf(src, capital, CAPITAL_BPS),
      destinationGas: feeOf(src, gas, GAS_BPS),
    },
  }
}

function feeOf({ kind, bridged }: Side, amount: bigint, bps: bigint) {
  return {
    amount: amount.toString(),
    amountUsd: formatUnits(amount * USD[kind], bridged.decimals),
    pct: (bps * PCT_OF_BPS).toString(),
    token: bridged,
  }
}

async function status(devnet: Devnet, hash: string): Promise<Reply> {
  const unknown = { error: 'DepositNotFoundException', message: 'Deposit not found given the provided constraints' }
  const deposit = isHash(hash) ? await findDeposit(devnet, hash) : undefined
  if (deposit === undefined) return { status: 404, body: unknown }
  const state = await stateOf(deposit)
  const fillTx = state.status === 'filled' ? state.fillHash : null
  const refundTx = state.status === 'refunded' ? state.refundHash : null
  return ok({
    status: state.status,
    originChainId: deposit.origin.chainId,
    depositId: deposit.depositId.toString(),
    depositTxHash: deposit.hash,
    depositTxnRef: deposit.hash,
    fillTx,
    fillTxnRef: fillTx,
    destinationChainId: deposit.destination.chainId,
    depositRefundTxHash: refundTx,
    depositRefundTxnRef: refundTx,
    actionsSucceeded: fillTx === null ? null : true,
    pagination: { currentIndex: 0, maxIndex: 0 },
  })
}

async function findDeposit(devnet: Devnet, hash: Hash): Promise<Deposit | undefined> {
  const found = await Promise.all([devnet.ethereum, devnet.base].map((chain) => depositsOf(devnet, chain, hash)))
  return found.flatMap((deposits) => deposits ?? [])[0]
}

function sideOf(devnet: Devnet, chainId: string, address: string): Side | undefined {
  const chain = chainOf(devnet, Number(chainId))
  const same = (a: string) => a.toLowerCase() === address.toLowerCase()
  return chain === undefined ? undefined : tokensOf(chain).find(({ token }) => same(token.address))
}

function tokensOf(chain: DevChain): Side[] {
  const { chainId, tokens } = chain
  const weth = { chainId, address: tokens.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 }
  const usdc = { chainId, address: tokens.usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  const dai = { chainId, address: tokens.dai, symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 }
  return [
    { kind: 'eth', chain, token: { ...weth, address: NATIVE, symbol: 'ETH', name: 'Ether' }, bridged: weth },
    { kind: 'eth', chain, token: weth, bridged: weth },
    { kind: 'usdc', chain, token: usdc, bridged: usdc },
    { kind: 'dai', chain, token: dai, bridged: dai },
  ]
}

const ok = (body: unknown): Reply => ({ status: 200, body })
const refused = (code: string, message: string): Reply => ({
  status: 400,
  body: { type: 'AcrossApiError', code, status: 400, message },
})
