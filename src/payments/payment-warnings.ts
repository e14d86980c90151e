import type { Doubt } from '../core/swap/acceptances.ts'
import { codedWarning } from '../core/swap/coded-warnings.ts'
import type { PaymentReview, SwapRun } from '../wallet/index.ts'
import { OF_SIMULATION, openDoubts } from './unattended-payment.ts'
import { groupThousands } from '../core/money/amount.ts'

/**
 * What a payment is made in spite of, for programs: each doubt with its code and what settled it, and a least that is only
 * promised.
 */
export function paymentWarnings(
  run: Pick<SwapRun, 'api'>,
  review: Pick<PaymentReview, 'recipient' | 'doubts' | 'simulated' | 'minimumReceived' | 'leastBy' | 'provider'>,
): readonly string[] {
  const open = openDoubts(run, review)
  const { doubts, simulated, minimumReceived, leastBy, provider = 'the provider' } = review
  const settledBy = ({ code }: Doubt): string => {
    if (code === 'fee-on-top') return 'agreed to in the lock'
    if (OF_SIMULATION.has(code)) return 'the call was read whole'
    return simulated === 'arrival' ? 'a simulation saw it arrive' : `the word of ${provider}`
  }
  return [
    ...open.map(({ code, text }) => codedWarning(code, `${text} (accepted)`)),
    ...doubts
      .filter((found) => !open.includes(found))
      .map((found) => codedWarning(found.code, `${found.text} (${settledBy(found)})`)),
    ...(leastBy === 'promise' && minimumReceived !== undefined
      ? [codedWarning('promised', `${groupThousands(minimumReceived)} by ${provider}, not enforced`)]
      : []),
  ]
}
