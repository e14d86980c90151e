import { formatAmount, lessBps, MOST_DECIMALS } from '../../core/money/amount.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import type { PairDecimals } from '../../core/api/answers.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { Fee } from '../../core/money/fees.ts'
import { defined } from '../../core/defined.ts'
import { checkLoss } from '../../core/money/price-loss.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import { verifyLock } from './answers.ts'
import type { SwapRun } from '../run/journal.ts'
import type { PayTerms } from '../payment.ts'

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
      { hint: 'Nothing was signed. Refresh the catalog and swap again: swapcli catalog refresh' },
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
  }
}

/** What arrives, for whom, and who pays: of every run, also where the decimals of the source asset are not known. */
export function endTerms(run: LockedRun): EndTerms {
  const { request, target, lock } = run
  const least = leastOut(run)
  return {
    provider: request.provider,
    dst: {
      chainKey: request.dstChain,
      address: request.dstAddress,
      symbol: target?.symbol ?? lock?.terms.dst.symbol ?? '',
      decimals: target?.decimals,
      ...defined({ chainId: target?.chainId }),
      minimumOut:
        least === undefined || target?.decimals !== undefined
          ? least
          : least / 10n ** BigInt(MOST_DECIMALS - ASSUMED_DECIMALS),
    },
    depositor: request.depositor,
    recipient: request.recipient,
  }
}

/** The part of a run that says what was agreed to. */
export type LockedRun = Pick<SwapRun, 'source' | 'request' | 'target' | 'lock' | 'leastOut'>

/** The part of a run that its lock is verified against. */
export type BoundRun = Pick<SwapRun, 'lock' | 'leastOut' | 'mostLossBps' | 'mostOnTop'> & {
  readonly request: Pick<SwapRun['request'], 'provider' | 'amount'>
  readonly source: Pick<SwapRun['source'], 'chainId'>
}

/** The terms without what leaves the wallet. */
export type EndTerms = Omit<PayTerms, 'src' | 'nativeOnTop'>

/**
 * The least that must arrive, base units: the larger of what the lock promises and what the user requires; without
 * either, the amount shown less the slippage. Undefined where that is not known.
 */
function leastOut({ lock, leastOut: required = 0n, target, request }: LockedRun): bigint | undefined {
  const { minimumOut = 0n, dst } = lock?.terms ?? {}
  const least = minimumOut > required ? minimumOut : required
  if (least > 0n) return least
  return dst === undefined || target?.decimals === undefined
    ? undefined
    : lessBps(dst.amount, request.slippage ?? DEFAULT_SLIPPAGE_BPS)
}

/**
 * Refuses a lock of another swap, or one that promises less or costs more on top than what was agreed before it.
 * @throws WALLET_REFUSED
 */
export function verifyLockedTerms(run: BoundRun): void {
  const { request, lock, leastOut: required, mostLossBps, mostOnTop, source } = run
  if (lock === undefined) return
  verifyLock(lock, request)
  const { dst, minimumOut = dst.amount, fees } = lock.terms
  // A lock that promises nothing keeps no promise.
  if (required !== undefined && (minimumOut < required || minimumOut === 0n)) {
    const least = formatAmount(minimumOut, dst.decimals)
    throw new SwapError(
      'WALLET_REFUSED',
      `The locked route now pays at least ${least} ${dst.symbol}, less than the ${formatAmount(required, dst.decimals)} that the quote promised or --min-receive asks for`,
      { hint: `Swap again, which quotes again, or take less too: --min-receive ${least}` },
    )
  }
  if (mostLossBps !== undefined) checkLoss(lock.terms, mostLossBps)
  const onTop = nativeOnTop(fees, source.chainId)
  if (mostOnTop !== undefined && onTop > mostOnTop) {
    throw new SwapError(
      'WALLET_REFUSED',
      `The locked route takes ${onTop} base units of the chain's coin on top, and the quote said ${mostOnTop}`,
      { hint: 'Nothing was sent. Quote again: swapcli quote' },
    )
  }
}
