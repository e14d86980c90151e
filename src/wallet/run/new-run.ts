import { parseAmount } from '../../core/money/amount.ts'
import type { Route } from '../../core/api/documents.ts'
import type { LockRequest } from '../../core/api/service.ts'
import { nativeOnTop } from '../terms/pay-terms.ts'
import type { NewRun } from './journal.ts'

/** An end of a swap, as the catalog has it. */
export interface RunSide {
  /** How people write it: `ethereum:USDC`. */
  readonly reference: string
  readonly chainId: number
  /** Address family of the chain: `evm`; '' where it is not known. */
  readonly addressFamily: string
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
  readonly route: Pick<Route, 'fees'>
  readonly lock: LockRequest
  /** The user agreed to terms and payment beforehand. */
  readonly unattended: boolean
  /** Least destination amount that is taken, as decimal text; undefined where the lock is agreed to by itself. */
  readonly leastReceived: string | undefined
  /** Most of the value that may be lost unseen, basis points. @default no bound */
  readonly mostLossBps?: number | undefined
}

/** What a run of this route starts from. */
export function newRun({ api, from, to, route, lock, unattended, leastReceived, mostLossBps }: RunParts): NewRun {
  const units = from.decimals === undefined ? undefined : parseAmount(lock.amount, from.decimals)
  const { exclude, ...request } = lock
  return {
    ...(api === undefined ? {} : { api }),
    from: from.reference,
    to: to.reference,
    request: { ...request, ...(exclude === undefined ? {} : { exclude: [...exclude] }) },
    source: {
      chainId: from.chainId,
      ...(from.addressFamily === '' ? {} : { family: from.addressFamily }),
      isNative: from.isNative,
      symbol: from.symbol,
      ...(from.decimals === undefined ? {} : { decimals: from.decimals }),
      ...(units?.ok === true ? { units: units.units.toString() } : {}),
    },
    target: {
      symbol: to.symbol,
      ...(to.decimals === undefined ? {} : { decimals: to.decimals }),
      ...(to.addressFamily === 'evm' ? { chainId: to.chainId } : {}),
    },
    agreed: unattended,
    ...(unattended ? { unattended } : {}),
    mostOnTop: maxOnTop(nativeOnTop(route.fees, from.chainId)).toString(),
    ...(leastReceived === undefined ? {} : { leastReceived }),
    ...(mostLossBps === undefined ? {} : { mostLossBps }),
  }
}

/** What is paid on top in a chain's coin moves with its price: a lock may ask for a quarter more than the quote, base units. */
export function maxOnTop(quoted: bigint): bigint {
  return (quoted * 5n) / 4n
}
