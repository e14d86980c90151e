import { divideUp } from '../../core/money/divide-up.ts'
import { formatAmount, MOST_DECIMALS } from '../../core/money/amount.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import type { PairDecimals } from '../../core/api/answers.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { Fee } from '../../core/money/fees.ts'
import type { SeenAmount } from '../../core/money/shortfall.ts'
import { defined } from '../../core/defined.ts'
import { floorOf, type FloorParts, isHeldBy, type StatedLeast } from '../../core/swap/floor.ts'
import { sideText } from '../../core/swap/terms.ts'
import { hasUntriedTransfer } from '../../core/swap/untried-transfer.ts'
import { refusalFor } from '../refusal.ts'
import { verifyLock } from './answers.ts'
import type { SwapRun } from '../run/journal.ts'
import type { PayTerms } from '../payment.ts'
import { fittingLeast } from '../../core/money/fitting.ts'
import { larger } from '../../core/money/larger.ts'

/** Decimals assumed for an asset whose decimals are unknown. */
export const ASSUMED_DECIMALS = 18

/** Names of the native coin that payloads and fees use. */
const NATIVE_NAMES = [NATIVE_ADDRESS, NATIVE_EVM_ADDRESS, COIN_STAND_IN.toLowerCase(), '']

/** True for a text that stands for the native coin of a chain. */
export function isNativeName(token: string): boolean {
  return NATIVE_NAMES.includes(token.toLowerCase())
}

/**
 * What fees take on top of the amount in the coin of the source chain, network cost left out: base units. A payload that
 * asks for more is refused. Rewards do not count, so that none hides a fee.
 */
export function nativeOnTop(fees: readonly Fee[], chainId: number): bigint {
  return fees
    .filter(({ included, type, amount }) => included === false && type !== 'source_gas' && amount > 0n)
    .filter(({ token }) => token.chainId === chainId && isNativeName(token.address))
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/** Decimals of both assets of a run. */
export function pairDecimals({ source, target }: Pick<SwapRun, 'source' | 'target'>): PairDecimals {
  return { src: source.decimals, dst: target?.decimals }
}

/**
 * What the user of a locked run agreed to, for the wallet to hold payloads against.
 * @throws WALLET_REFUSED for a run whose amount is not known in base units
 */
export function payTerms(run: LockedRun): PayTerms {
  const { source, request, lock } = run
  if (source.units === undefined) {
    throw new SwapError(
      'WALLET_REFUSED',
      'The amount of this swap cannot be checked, because the decimals of its asset are unknown',
      { reason: 'decimals', hint: 'Nothing was signed. Refresh the catalog and swap again: swapcli catalog refresh' },
    )
  }
  return {
    ...endTerms(run),
    src: {
      chainKey: request.srcChain,
      chainId: source.chainId,
      address: request.srcAddress,
      isNative: source.isNative,
      units: source.units,
      symbol: source.symbol ?? lock?.terms.src.symbol ?? '',
      decimals: source.decimals,
    },
    nativeOnTop: lock === undefined ? 0n : nativeOnTop(lock.terms.fees, source.chainId),
    ...defined({
      mostCost: run.mostCost,
      mostFeeRate: run.mostFeeRate,
      privateSinceMs: run.privateSinceMs,
      recipientName: run.recipientName,
    }),
  }
}

/** What arrives, for whom, and who pays: of every run, also where the decimals of the source asset are not known. */
export function endTerms(run: LockedRun): EndTerms {
  const { request, target, lock } = run
  const units = (least: bigint | undefined) =>
    least === undefined || target?.decimals !== undefined
      ? least
      : least / 10n ** BigInt(MOST_DECIMALS - ASSUMED_DECIMALS)
  return {
    provider: request.provider,
    dst: {
      chainKey: request.dstChain,
      address: request.dstAddress,
      symbol: target?.symbol ?? lock?.terms.dst.symbol ?? '',
      decimals: target?.decimals,
      ...defined({ chainId: target?.chainId, minReceive: units(run.minReceive) }),
      minimumOut: units(floorOfLocked(run)),
      ...(lock !== undefined && hasUntriedTransfer(lock.terms) ? { isUntried: true } : {}),
    },
    depositor: request.depositor,
    recipient: request.recipient,
    ...defined({ recipientMemo: lock?.terms.recipientMemo }),
  }
}

/** The part of a run that says what was agreed to. */
export type LockedRun = AgreedFloor &
  Pick<
    SwapRun,
    'source' | 'request' | 'target' | 'lock' | 'mostCost' | 'mostFeeRate' | 'privateSinceMs' | 'recipientName'
  >

/** The part of a run that its lock is verified against. */
export type BoundRun = AgreedFloor &
  Pick<SwapRun, 'lock' | 'mostOnTop'> & {
    readonly request: Pick<SwapRun['request'], 'provider' | 'amount' | 'slippage' | 'recipientMemo'>
    readonly source: Pick<SwapRun['source'], 'chainId'> & { readonly symbol?: string }
    readonly target?: { readonly symbol: string } | undefined
  }

/** What the user agreed to before the lock, of what arrives. */
type AgreedFloor = Pick<SwapRun, 'leastOut' | 'minReceive' | 'shown'>

/** The terms without what leaves the wallet. */
export type EndTerms = Omit<PayTerms, 'src' | 'nativeOnTop'>

/** The floor that was agreed to before the lock. */
function agreedFloor({ leastOut, minReceive, shown, request }: AgreedFloor & Pick<BoundRun, 'request'>): FloorParts {
  return { stated: leastOut, shown, slippageBps: request.slippage, minReceive }
}

/** What was seen before the lock of a run, or agreed to since. */
export function seenOf(run: AgreedFloor & Pick<SwapRun, 'request' | 'agreedAt'>): SeenAmount {
  const { stated, shown, slippageBps } = agreedFloor(run)
  return { stated, shown, slippageBps, isAgreed: run.agreedAt !== undefined }
}

/** The floor of a locked run, base units: what the lock promises counts too, and where nothing was shown before it, its amount. */
export function floorOfLocked(run: LockedRun): bigint | undefined {
  const { minimumOut = 0n, dst } = run.lock?.terms ?? {}
  const { stated = 0n, shown = dst?.amount, ...parts } = agreedFloor(run)
  return floorOf({
    ...parts,
    ...defined({ decimals: dst?.decimals }),
    shown,
    stated: larger(stated, minimumOut),
  })
}

/**
 * Refuses a lock of another swap, or one that promises less or costs more on top than what was agreed before it.
 * @throws WALLET_REFUSED
 */
export function verifyLockedTerms(run: BoundRun): void {
  const { request, lock, mostOnTop, source, target } = run
  if (lock === undefined) return
  verifyLock(lock, { ...request, ...defined({ src: source.symbol, dst: target?.symbol }) })
  verifyFloor(lock.terms, agreedFloor(run))
  const { fees } = lock.terms
  const onTop = nativeOnTop(fees, source.chainId)
  if (mostOnTop !== undefined && onTop > mostOnTop) {
    throw refusalFor(
      'terms',
      `The locked route takes ${onTop} base units of the chain's coin on top, and the quote said ${mostOnTop}`,
      'Nothing was sent. Quote again: swapcli quote AMOUNT FROM TO',
    )
  }
}

/**
 * Refuses terms that promise less than the floor that was agreed to; without one, all hold.
 * @throws WALLET_REFUSED
 */
export function verifyFloor({ dst, minimumOut = dst.amount }: StatedLeast, parts: FloorParts): void {
  const { stated, shown, minReceive } = parts
  if (stated === undefined && shown === undefined && minReceive === undefined) return
  if (isHeldBy({ dst, minimumOut }, parts)) return
  const floor = floorOf({ decimals: dst.decimals, ...parts }) ?? 0n
  const text = (units: bigint) => sideText({ ...dst, amount: units })
  const isOwn = minReceive !== undefined && minReceive >= floor
  const agreed = isOwn
    ? `--min-receive asks for ${text(floor)}`
    : stated === floor
      ? `the quote promised ${text(floor)}`
      : `the quote, less the slippage, comes to ${text(floor)}`
  throw refusalFor(
    'below-floor',
    `The route promises at least ${text(minimumOut)}, and ${agreed}`,
    isOwn
      ? 'Nothing was sent. Wait for a better price, or take less'
      : 'Nothing was sent. Quote again, or allow more slippage, in basis points',
    {
      accept: isOwn
        ? ['--min-receive', formatAmount(fittingLeast(minimumOut), dst.decimals)]
        : ['--slippage', String(slippageFor(minimumOut, shown ?? floor))],
    },
  )
}

/** The slippage that lets `shown` become `least`, basis points. */
function slippageFor(least: bigint, shown: bigint): number {
  return least >= shown ? 0 : Number(divideUp((shown - least) * 10_000n, shown))
}
