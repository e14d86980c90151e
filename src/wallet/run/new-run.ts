import type { CatalogChain } from '../../core/assets/catalog.ts'
import { readAmount } from '../../core/api/answers.ts'
import { defined } from '../../core/defined.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import type { LockRequest } from '../../core/api/service.ts'
import { contractChainId } from '../families.ts'
import { nativeOnTop } from '../terms/pay-terms.ts'
import type { NewRun, RunBounds } from './journal.ts'

/** An end of a swap, as the catalog has it. */
export interface RunSide {
  /** How people write it: `ethereum:USDC`. */
  readonly reference: string
  readonly chainId: number
  /** Of the chain. */
  readonly addressFamily: CatalogChain['addressFamily']
  readonly isNative: boolean
  readonly symbol: string
  /** Undefined where it is not known. */
  readonly decimals: number | undefined
}

/** What a run is made of. */
export interface RunParts {
  /** Base URL of the server that it goes through; undefined for the embedded service. */
  readonly api: string | undefined
  readonly from: RunSide
  readonly to: RunSide
  /** What was chosen. */
  readonly terms: Pick<StatedTerms, 'fees' | 'dst' | 'minimumOut'>
  readonly lock: LockRequest
  /** The user agreed to terms and payment beforehand. */
  readonly unattended: boolean
  /** What else it is agreed to within. @default what was chosen, less the slippage */
  readonly bounds?: { readonly [K in keyof RunBounds]?: RunBounds[K] | undefined }
}

/** What a run of this route starts from. */
export function newRun({ api, from, to, terms, lock, unattended, bounds }: RunParts): NewRun {
  const { exclude, ...request } = lock
  const { chainId, isNative, symbol, decimals } = from
  return {
    from: from.reference,
    to: to.reference,
    request: {
      ...request,
      slippage: request.slippage ?? DEFAULT_SLIPPAGE_BPS,
      ...defined({ exclude: exclude === undefined ? undefined : [...exclude] }),
    },
    source: {
      ...{ chainId, isNative, symbol },
      ...defined({
        family: from.addressFamily === '' ? undefined : from.addressFamily,
        decimals,
        units: decimals === undefined ? undefined : readAmount(lock.amount, decimals),
      }),
    },
    target: {
      symbol: to.symbol,
      ...defined({ decimals: to.decimals, chainId: contractChainId(to) }),
    },
    agreed: unattended,
    mostOnTop: maxOnTop(nativeOnTop(terms.fees, chainId)),
    shown: terms.dst.amount,
    ...defined({ api, unattended: unattended ? true : undefined, leastOut: terms.minimumOut, ...bounds }),
  }
}

/** What is paid on top in a chain's coin moves with its price: a lock may ask for a quarter more than the quote, base units. */
export function maxOnTop(quoted: bigint): bigint {
  return (quoted * 5n) / 4n
}
