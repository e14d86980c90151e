import { sameAddress } from '../../core/assets/address-key.ts'
import type { ReceiptReport } from '../../core/evm/receipt.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { receiptStatusWith } from '../kit/same-chain/status.ts'
import { wrapStatus } from '../kit/same-chain/wrap.ts'
import { expectDeployment } from './chains.ts'
import { tokenOf } from './route.ts'

export function status(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const deployment = expectDeployment(request.dst)
  const { wrappedCoin, v3 } = deployment
  if (sameAddress(tokenOf(request.src, deployment), tokenOf(request.dst, deployment))) {
    return wrapStatus(request, context, wrappedCoin)
  }
  return receiptStatusWith(request, context, ({ unwraps = [] }: ReceiptReport) => {
    // SwapRouter02 pays out all wrapped coins that it holds, and at once; V4 has coins without a wrapper, of which no log tells.
    const router = v3?.swapRouter02
    const own = unwraps.filter(
      ({ token, owner }) => sameAddress(token, wrappedCoin) && router !== undefined && sameAddress(owner, router),
    )
    return own.length === 0 ? undefined : own.reduce((sum, { amount }) => sum + amount, 0n)
  })
}
