import { sameAddress } from '../../core/assets/address-key.ts'
import type { Exec } from '../../core/api/documents.ts'
import { isNativeName } from './pay-terms.ts'
import { refusedPayload } from '../refusal.ts'
import type { SwapRun } from '../run/journal.ts'

/**
 * Verifies a payload before it is signed: the chain, the token, the amount, and an approval of no more than the amount.
 * @throws WALLET_REFUSED
 */
export function checkExec(exec: Exec, run: Pick<SwapRun, 'request' | 'source'>): void {
  const { source, request } = run
  if (exec.chainId !== undefined && exec.chainId !== null && exec.chainId !== source.chainId) {
    throw refusedPayload(`it is for chain ${exec.chainId}, not ${source.chainId}`)
  }
  if (source.units === undefined)
    throw refusedPayload('its amount cannot be checked, because the decimals of the asset are unknown')
  if (exec.srcAmount !== undefined && exec.srcAmount !== source.units.toString()) {
    throw refusedPayload(`it spends ${exec.srcAmount} base units, not ${source.units}`)
  }
  if (exec.srcToken !== undefined && !isSourceToken(exec.srcToken, run)) {
    throw refusedPayload(`it spends the token ${exec.srcToken}`)
  }
  if (exec.approvalAmount !== undefined && !isAtMost(exec.approvalAmount, source.units)) {
    throw refusedPayload('it asks to approve more than the amount')
  }
  if (exec.approvalToken !== undefined && !sameAddress(exec.approvalToken, request.srcAddress)) {
    throw refusedPayload(`it asks to approve another token, ${exec.approvalToken}`)
  }
}

function isSourceToken(token: string, { source, request }: Pick<SwapRun, 'request' | 'source'>): boolean {
  if (source.isNative) return isNativeName(token)
  return sameAddress(token, request.srcAddress)
}

function isAtMost(units: string, most: bigint): boolean {
  return /^[0-9]{1,78}$/.test(units) && BigInt(units) <= most
}
