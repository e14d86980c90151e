import { MOST_LOSS_BPS_OF } from '../../core/money/loss.ts'
import { MOST_LOSS_BPS } from '../../core/money/price-loss.ts'
import { ACCEPT_CODES } from '../../core/swap/acceptances.ts'
import { defined } from '../../core/defined.ts'
import { readAmount } from '../../core/api/answers.ts'
import { DEFAULT_MOST_COST, type MostCost, readMostCost } from '../../core/money/most-cost.ts'
import type { ApprovalStyle, PaidDoubt, SendingOptions, UnsignedFormat } from '../../wallet/index.ts'
import { FOLLOW_TIME } from './follow-time.ts'
import { usage } from '../usage.ts'
import { defineOptions, type FlagsOf } from '../command.ts'
import { readFlags, refuseTogether } from '../command-line/flags.ts'

/** Where the password of a key file comes from. */
export const PASSWORD_OPTIONS = defineOptions('Password', {
  passwordFile: {
    kind: 'file',
    value: 'file',
    description: "read the account's password from the first line of a file",
  },
  passwordFd: {
    kind: 'number',
    value: 'n',
    whole: true,
    // 1 and 2 are written to, and 0 may carry a key or a document.
    min: 3,
    max: 9_999,
    hint: 'For example: --password-fd 3 3< password.txt',
    once: true,
    description: "read the account's password from a file descriptor",
  },
})

/** Options of everything that signs with the user's own account. */
export const SIGNER_OPTIONS = {
  ...defineOptions('Signing', {
    wallet: { kind: 'text', value: 'name', description: 'account that signs, instead of the one in use' },
  }),
  ...PASSWORD_OPTIONS,
} as const

/** The options that name the account that signs and its password. */
export type SignerFlags = FlagsOf<typeof SIGNER_OPTIONS>

/** The account in use, its password asked for on the terminal. */
export const NO_SIGNER_FLAGS: SignerFlags = readFlags(SIGNER_OPTIONS, {})

/** Option of everything that sends transactions. */
const FEE_OPTIONS = defineOptions('Network fee', {
  maxFee: {
    kind: 'amount',
    decimals: 9,
    unit: 'gwei',
    value: 'gwei',
    description: 'highest price of a unit of gas; pay nothing while the chain asks for more',
  },
  maxCost: {
    kind: 'text',
    value: 'usd, percent or coin',
    defaultText: `the larger of ${DEFAULT_MOST_COST.usd / 1_000_000n}usd and ${DEFAULT_MOST_COST.bps / 100}% of the value`,
    description: 'with --yes: most that the network may take in all, such as 15usd, 2% or 0.01coin',
  },
})

/** What bounds a transaction that belongs to no swap. @throws USAGE */
export function sendingOptions({ maxFee, maxCost }: FlagsOf<typeof FEE_OPTIONS>): SendingOptions {
  return defined({ maxFeeRate: maxFee, mostCost: maxCost === undefined ? undefined : requireMostCost(maxCost) })
}

function requireMostCost(text: string): MostCost {
  const most = readMostCost(text)
  if (most !== undefined) return most
  throw usage(
    "--max-cost must be dollars, a share of the value of at most 100% with at most two decimals, or an amount of the chain's coin, such as 15usd, '$15', 2% or 0.01coin",
  )
}

const UNSIGNED_FORMATS = ['json', 'cast', 'safe'] as const satisfies readonly UnsignedFormat[]

/** Options of everything that pays for a swap. */
export const PAY_OPTIONS = {
  ...SIGNER_OPTIONS,
  ...FEE_OPTIONS,
  ...defineOptions('Payment', {
    nonce: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 0,
      max: 999_999_999_999_999,
      once: true,
      description: 'nonce of the first transaction, instead of the next',
    },
    approve: {
      kind: 'choice',
      choices: ['exact', 'unlimited'] satisfies readonly ApprovalStyle[],
      value: 'amount',
      default: 'exact',
      description: 'approve exactly what this swap spends, or the contract for good',
    },
    unsigned: {
      kind: 'choice',
      choices: UNSIGNED_FORMATS,
      value: 'format',
      alone: 'json',
      description: 'print the transactions for another signer, and sign nothing',
    },
    dryRun: { kind: 'switch', description: 'review, simulate and sign, but send nothing' },
    trustServer: {
      kind: 'switch',
      description: 'until the next version: accept the doubts about calls and deposits; use --accept instead',
    },
    pay: { kind: 'negatable', description: 'do not pay a deposit from the wallet; print where it goes' },
  }),
} as const

type PayFlags = FlagsOf<typeof PAY_OPTIONS>

/** How the wallet pays. */
export interface PayOptions {
  readonly approve: ApprovalStyle
  /** Base units of the coin for one unit of gas. */
  readonly maxFeePerGas: bigint | undefined
  /** Most that the network may take in all; undefined for the default. */
  readonly mostCost: MostCost | undefined
  readonly nonce: number | undefined
  readonly unsigned: UnsignedFormat | undefined
  readonly dryRun: boolean
  readonly paysDeposits: boolean
  /** Payments through a server are made unattended although what they pay cannot be read. */
  readonly trustsServer: boolean
}

/** Reads PAY_OPTIONS. @throws USAGE */
export function payOptions(flags: PayFlags): PayOptions {
  const { approve, nonce, unsigned, dryRun, pay, trustServer } = flags
  const { maxFeeRate, mostCost } = sendingOptions(flags)
  refuseTogether({ unsigned, dryRun })
  return {
    ...{ approve, maxFeePerGas: maxFeeRate, mostCost, nonce, unsigned, dryRun },
    ...{ paysDeposits: pay, trustsServer: trustServer },
  }
}

/** What a run keeps of it: a later `resume` is held to it. */
export function payBounds({ mostCost, maxFeePerGas, paysDeposits }: PayOptions) {
  return defined({ mostCost, mostFeeRate: maxFeePerGas, paysDeposits: paysDeposits ? undefined : false })
}

/** What of the terms of a swap is accepted. */
export const FLOOR_OPTIONS = defineOptions('Terms', {
  minReceive: {
    kind: 'amount',
    value: 'amount',
    description: 'refuse terms that promise less of the destination asset',
  },
})

/** The amount of `--min-receive` in base units. @throws USAGE */
export function readMinReceive(text: string | undefined, decimals: number | undefined): bigint | undefined {
  if (text === undefined) return undefined
  const least = readAmount(text, decimals)
  if (least !== undefined && least > 0n) return least
  throw usage('--min-receive must be an amount of the destination asset, for example 0.5')
}

/** What of a swap is accepted, also where nobody looks at it. */
export const LOSS_OPTIONS = {
  ...FLOOR_OPTIONS,
  ...defineOptions('Terms', {
    maxLoss: {
      kind: 'percent',
      value: 'percent',
      min: 0,
      max: 100,
      defaultText: `${MOST_LOSS_BPS_OF.same / 100} or ${MOST_LOSS_BPS_OF.priced / 100}, and $1 in any case; ${MOST_LOSS_BPS / 100} in the sandbox`,
      description: 'without a review: most of the value that the swap may lose',
    },
    accept: {
      kind: 'list',
      of: { kind: 'choice', choices: ACCEPT_CODES },
      value: 'code',
      description: 'without a review: doubts about the payment that may stay open; see swapcli help wallet',
    },
  }),
} as const

/** Options of everything that plays a swap to its end. */
export const RUN_OPTIONS = {
  ...LOSS_OPTIONS,
  ...defineOptions('Terms', {
    yes: { kind: 'switch', description: 'accept the terms without a prompt' },
  }),
  ...defineOptions('Following', {
    wait: { kind: 'negatable', once: true, description: 'return as soon as the swap is being tracked' },
    timeout: { ...FOLLOW_TIME, once: true, description: 'stop following after this time, with exit code 7' },
  }),
  ...PAY_OPTIONS,
} as const

/** What may be accepted of a run that is taken up, by the reason of its refusal; never kept with it. */
export const TAKE_UP_CODES = ['older-home', 'paid-before'] as const satisfies readonly PaidDoubt['reason'][]

/** Of commands that sign something else than a swap. */
const OLDER_HOME_OPTION = {
  accept: {
    kind: 'list',
    of: { kind: 'choice', choices: [TAKE_UP_CODES[0]] },
    value: 'code',
    description: 'sign although this copy of the home is an older one',
  },
} as const

/** Options of commands that sign and send something else than a swap. */
export const SEND_OPTIONS = {
  yes: { kind: 'switch', description: 'do not ask for confirmation' },
  ...OLDER_HOME_OPTION,
  ...SIGNER_OPTIONS,
  ...FEE_OPTIONS,
} as const

/** What the user accepts beforehand of doubts. */
export type AcceptFlags = Pick<FlagsOf<typeof RUN_OPTIONS>, 'accept' | 'trustServer'>
