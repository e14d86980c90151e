import { loadPaperWallet } from '../../sandbox/index.ts'
import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { HomeMark } from '../../core/ports.ts'
import type { SwapService } from '../../core/api/service.ts'
import { readSetting } from '../../io/index.ts'
import { findFamily, type RunTurn, type Wallet } from '../../wallet/index.ts'
import {
  loadHomeMark,
  loadOwnWallet,
  loadValues,
  type LossValues,
  openPaymentQueue,
  openRunsOf,
  openRunTurn,
  type RunFile,
} from '../../payments/index.ts'
import type { SignerFlags } from './pay-options.ts'
import type { SigningAsks } from '../accounts/current-account.ts'
import type { PayOptions } from './pay-options.ts'
import { watchPayee } from './payee-check.ts'
import { openService, type Session } from '../session.ts'

/** The client's side of swaps: what this machine's wallet has begun, and the wallet. */
export interface Runs extends RunFile {
  /** Of paper on the sandbox; undefined on the live network where this machine has no account. */
  readonly wallet: Wallet | undefined
  /** What swaps lose. */
  readonly values: LossValues
  /** What tells this home from an older copy of it. */
  readonly home: HomeMark
  /** Keeps other processes from a run while this one brings it on. */
  readonly turnOf: (runId: string) => RunTurn
}

/** How this session's wallet pays, and for whom. */
export interface RunsOptions {
  readonly pay: Pick<PayOptions, 'approve' | 'maxFeePerGas' | 'mostCost' | 'nonce' | 'unsigned'>
  /** Who pays where somebody else signs; the account in use otherwise. */
  readonly watch: string | undefined
  /** How a person is asked while something is signed. @default on the terminal */
  readonly asks?: SigningAsks
  /** The file of runs, where it is open already. */
  readonly file?: RunFile
  /** How their home stands, where that was read just now. */
  readonly home?: HomeMark | undefined
  /** What swaps lose, where some of it is known already. */
  readonly values?: LossValues
}

/** The account in use signs, asked on the terminal. */
export const PLAIN_RUNS: RunsOptions = {
  pay: { approve: 'exact', maxFeePerGas: undefined, mostCost: undefined, nonce: undefined, unsigned: undefined },
  watch: undefined,
}

/** How long what was agreed to unattended holds, in milliseconds. */
export function agreementMs({ settings }: Session): number {
  return Number(readSetting('resume-within', settings.get('resume-within')?.value)) * 60_000
}

/**
 * Opens what this machine's wallet has begun on this session's network.
 * @param mustExist true where no file is made for it
 * @throws STORE_UNUSABLE
 */
export function openRunFile(session: Session, mustExist = false): Promise<RunFile> {
  return openRunsOf(session, (text) => session.output.note(text), mustExist)
}

/** Opens the same with the wallet that pays. @throws STORE_UNUSABLE */
export async function openRuns(session: Session, flags: SignerFlags, options: RunsOptions = PLAIN_RUNS): Promise<Runs> {
  const file = options.file ?? (await openRunFile(session))
  const values = options.values ?? (await loadLossValues(session))
  const tellOf: TellOf = (doing) => (text: string) =>
    options.asks === undefined ? session.output.note(text) : options.asks.waiting(text, doing)
  const tell = tellOf()
  const { openHomeMark } = await loadHomeMark()
  const home = await openHomeMark({ place: session, wallet: file.documents, tell }, options.home)
  const turnOf = (runId: string) => openRunTurn(session, runId, tellOf('another swapcli'))
  if (session.network !== 'sandbox') {
    const own = await ownWallet(session, flags, { ...options, file, tellOf }, values)
    return { ...file, values, home, turnOf, wallet: own && watchPayee(session, own) }
  }
  const { createPaperWallet } = await loadPaperWallet()
  const paper = createPaperWallet({ ledger: file.documents })
  return {
    ...file,
    values,
    home,
    turnOf,
    wallet: watchPayee(session, {
      address: (family) => paper.address(family),
      paysDeposits: false,
      sign: ({ exec }) => paper.sign(exec ?? {}),
      broadcast: (payment) => paper.broadcast(readPayment(payment)),
    }),
  }
}

/** What swaps of this session lose. */
export async function loadLossValues(session: Session): Promise<LossValues> {
  const { openLossValues } = await loadValues()
  return openLossValues(session)
}

/** Tells what is waited for. @param doing that in two words; undefined for a remark alone */
type TellOf = (doing?: string) => (text: string) => void

/** The wallet of the account in use; one that only watches where another signer was asked for; none without an account. */
async function ownWallet(
  session: Session,
  flags: SignerFlags,
  { pay, watch, asks, file, tellOf }: RunsOptions & { readonly file: RunFile; readonly tellOf: TellOf },
  values: LossValues,
): Promise<Wallet | undefined> {
  const { currentAccount } = await import('../accounts/current-account.ts')
  const account = await currentAccount(session, flags, asks)
  const watched = pay.unsigned === undefined ? undefined : watch
  const named = watched ?? account?.address ?? ''
  const family = await findFamily(named)
  const address = family?.readAddress(named)
  if (family === undefined || address === undefined) return undefined
  const { openOwnWallet } = await loadOwnWallet()
  const wallet = await openOwnWallet(session, {
    ...{ family: family.key, address, file, values, tell: tellOf() },
    signer: async () => {
      if (account === undefined || watched !== undefined) {
        throw new SwapError('WALLET_REFUSED', 'Nothing is signed here: the transactions are for another signer', {
          reason: 'account',
        })
      }
      return account.signer()
    },
    queue: pay.unsigned === undefined ? openPaymentQueue(session.home, tellOf('another payment')) : undefined,
    options: {
      allowance: pay.approve,
      ...defined({ maxFeeRate: pay.maxFeePerGas, mostCost: pay.mostCost, sequence: pay.nonce }),
    },
  })
  // Without a key the deposit is the user's to send: it is shown and followed instead of refused.
  return watched === undefined && account?.kind === 'watch' ? { ...wallet, paysDeposits: false } : wallet
}

type PaperWallet = ReturnType<Awaited<ReturnType<typeof loadPaperWallet>>['createPaperWallet']>
type PaperPayment = Parameters<PaperWallet['broadcast']>[0]

/** The journal gives back what `sign` gave: the wallet itself holds bytes against their hash before it sends them. */
function readPayment(payment: { readonly hash: string; readonly raw: string }): PaperPayment {
  return payment as PaperPayment
}

/** The service that a run goes through: the one it was begun with. */
export async function serviceOfRun(session: Session, api: string | undefined): Promise<SwapService> {
  if (api === session.api) return (await session.open()).service
  return (await openService({ ...session, api })).service
}
