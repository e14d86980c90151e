import { parseAmount } from '../../core/money/amount.ts'
import { type Flags, usage } from '../command.ts'

/** Options of everything that signs with the user's own account. */
export const SIGNER_OPTIONS = [
  { flags: '--wallet <name>', description: 'account that pays, instead of the one in use' },
  { flags: '--password-file <file>', description: "read the account's password from the first line of a file" },
  { flags: '--password-fd <n>', description: "read the account's password from a file descriptor" },
] as const

/** Options of everything that sends transactions. */
const FEE_OPTIONS = [
  { flags: '--max-fee <gwei>', description: 'most to pay for one unit of gas; refused while the chain asks for more' },
  { flags: '--nonce <n>', description: 'nonce of the first transaction, instead of the next one' },
] as const

/** Options of everything that pays for a swap. */
export const PAY_OPTIONS = [
  ...SIGNER_OPTIONS,
  {
    flags: '--approve <amount>',
    description: 'exact (default): approve what this swap spends; unlimited: approve the contract for good',
    values: ['exact', 'unlimited'],
  },
  ...FEE_OPTIONS,
  {
    flags: '--unsigned [format]',
    description: 'print the transactions for another signer and sign nothing: json (default), cast or safe',
    values: ['json', 'cast', 'safe'],
  },
  { flags: '--dry-run', description: 'review, simulate and sign, but send nothing' },
  {
    flags: '--trust-server',
    description: 'with --yes and --api: also pay where the calldata does not show who is paid, and deposits',
  },
  { flags: '--no-pay', description: 'never pay a deposit from the wallet; show where it goes' },
] as const

const UNSIGNED_FORMATS = ['json', 'cast', 'safe'] as const
export type UnsignedFormat = (typeof UNSIGNED_FORMATS)[number]

/** How the wallet pays. */
export interface PayOptions {
  readonly approve: 'exact' | 'unlimited'
  /** Base units of the coin for one unit of gas. */
  readonly maxFeePerGas: bigint | undefined
  readonly nonce: number | undefined
  readonly unsigned: UnsignedFormat | undefined
  readonly dryRun: boolean
  readonly paysDeposits: boolean
  /** Payments through a server are made unseen although what they pay cannot be read. */
  readonly trustsServer: boolean
}

/** Reads PAY_OPTIONS. @throws USAGE */
export function payOptions(flags: Flags): PayOptions {
  const approve = flags.text('approve') ?? 'exact'
  if (approve !== 'exact' && approve !== 'unlimited') throw usage('--approve must be exact or unlimited')
  const unsigned = flags.on('unsigned') ? 'json' : flags.text('unsigned')
  const format = UNSIGNED_FORMATS.find((candidate) => candidate === unsigned)
  if (unsigned !== undefined && format === undefined) {
    throw usage(`--unsigned must be one of ${UNSIGNED_FORMATS.join(', ')}`)
  }
  if (format !== undefined && flags.on('dry-run')) throw usage('--unsigned and --dry-run contradict each other')
  return {
    approve,
    maxFeePerGas: maxFee(flags),
    nonce: wholeNonce(flags),
    unsigned: format,
    dryRun: flags.on('dry-run'),
    paysDeposits: !flags.off('pay'),
    trustsServer: flags.on('trust-server'),
  }
}

/** Value of --max-fee in base units of the coin. @throws USAGE */
export function maxFee(flags: Flags): bigint | undefined {
  const text = flags.text('max-fee')
  if (text === undefined) return undefined
  const parsed = parseAmount(text, GWEI_DECIMALS)
  if (parsed.ok) return parsed.units
  throw usage('--max-fee must be a positive number of gwei, for example 30')
}

const GWEI_DECIMALS = 9

/** Value of --nonce. @throws USAGE */
function wholeNonce(flags: Flags): number | undefined {
  const text = flags.text('nonce')
  if (text === undefined) return undefined
  if (/^(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text)
  throw usage('--nonce must be a whole number from 0')
}
