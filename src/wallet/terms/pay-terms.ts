import { formatAmount, lessBps, parseAmount } from '../../core/money/amount.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import type { Fees } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { checkLoss } from '../../core/money/price-loss.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import { verifyLock } from './answers.ts'
import type { SwapRun } from '../run/journal.ts'
import type { PayTerms } from '../payment.ts'

/** Names of the native coin that payloads and fees use. */
const NATIVE_NAMES = [NATIVE_ADDRESS, NATIVE_EVM_ADDRESS, COIN_STAND_IN.toLowerCase(), '']

/** True for a text that stands for the native coin of a chain. */
export function isNativeName(token: string): boolean {
  return NATIVE_NAMES.includes(token.toLowerCase())
}

/**
 * What fees take on top of the amount in the coin of the source chain, network cost left out: base units. Fees that
 * cannot be read count as nothing, so that a payload which asks for them is refused.
 */
export function nativeOnTop(fees: Fees, chainId: number): bigint {
  return fees.items
    .filter(({ included, type }) => included === false && type !== 'source_gas')
    .filter(({ token }) => token.chainId === chainId && isNativeName(token.address))
    .filter(({ amount }) => /^[0-9]{1,78}$/.test(amount))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
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
      units: BigInt(source.units),
      symbol: source.symbol ?? lock?.src.currency ?? '',
      decimals: source.decimals,
    },
    nativeOnTop: lock === undefined ? 0n : nativeOnTop(lock.fees, source.chainId),
  }
}

/** What arrives, for whom, and who pays: of every run, also where the decimals of the source asset are not known. */
export function endTerms(run: LockedRun): EndTerms {
  const { request, target, lock } = run
  return {
    provider: request.provider,
    dst: {
      chainKey: request.dstChain,
      address: request.dstAddress,
      symbol: target?.symbol ?? lock?.dst.currency ?? '',
      decimals: target?.decimals,
      ...(target?.chainId === undefined ? {} : { chainId: target.chainId }),
      minimumReceived: strictest(lock?.minimumReceived, run.leastReceived) ?? shownLess(run),
    },
    depositor: request.depositor,
    recipient: request.recipient,
  }
}

/** The part of a run that says what was agreed to. */
export type LockedRun = Pick<SwapRun, 'source' | 'request' | 'target' | 'lock' | 'leastReceived'>

/** The part of a run that its lock is held against. */
export type BoundRun = Pick<SwapRun, 'lock' | 'leastReceived' | 'mostLossBps' | 'mostOnTop'> & {
  readonly request: Pick<SwapRun['request'], 'provider' | 'amount'>
  readonly source: Pick<SwapRun['source'], 'chainId'>
}

/** The terms without what leaves the wallet. */
export type EndTerms = Omit<PayTerms, 'src' | 'nativeOnTop'>

/** What was shown as received less the slippage: the bound where nobody states a least; undefined where that cannot be read. */
function shownLess({ lock, target, request }: LockedRun): string | undefined {
  const { decimals } = target ?? {}
  if (lock === undefined || decimals === undefined) return undefined
  const shown = parseAmount(lock.dst.formatted, decimals)
  return shown.ok ? formatAmount(lessBps(shown.units, request.slippage ?? DEFAULT_SLIPPAGE_BPS), decimals) : undefined
}

/** The larger of two amounts in decimal text; one that cannot be read does not count. */
function strictest(a: string | undefined, b: string | undefined): string | undefined {
  const first = parseAmount(a ?? '', 36)
  const second = parseAmount(b ?? '', 36)
  if (!first.ok) return second.ok ? b : undefined
  return second.ok && second.units > first.units ? b : a
}

/**
 * Refuses a lock of another swap, or one that promises less or costs more on top than what was agreed before it.
 * @throws WALLET_REFUSED
 */
export function verifyLockedTerms(run: BoundRun): void {
  const { request, lock, leastReceived, mostLossBps, mostOnTop, source } = run
  if (lock === undefined) return
  verifyLock(lock, request)
  if (leastReceived !== undefined) {
    const least = lock.minimumReceived ?? lock.dst.formatted
    const promised = parseAmount(least, 36)
    const wanted = parseAmount(leastReceived, 36)
    if (!promised.ok || !wanted.ok || promised.units < wanted.units) {
      throw new SwapError(
        'WALLET_REFUSED',
        `The locked route now pays at least ${least} ${lock.dst.currency}, less than the ${leastReceived} that the quote promised or --min-receive asks for`,
        { hint: `Swap again, which quotes again, or take less too: --min-receive ${least}` },
      )
    }
  }
  if (mostLossBps !== undefined) checkLoss(lock, mostLossBps)
  const onTop = nativeOnTop(lock.fees, source.chainId)
  if (mostOnTop !== undefined && onTop > BigInt(mostOnTop)) {
    throw new SwapError(
      'WALLET_REFUSED',
      `The locked route takes ${onTop} base units of the chain's coin on top, and the quote said ${mostOnTop}`,
      { hint: 'Nothing was sent. Quote again: swapcli quote' },
    )
  }
}
