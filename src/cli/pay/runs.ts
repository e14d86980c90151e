import { loadPaperWallet } from '../../sandbox/index.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { DocumentStore, HomeMark } from '../../core/ports.ts'
import type { SwapService } from '../../core/api/service.ts'
import { refuseForeignStore } from '../../io/index.ts'
import { loadDocuments } from '../../store/index.ts'
import {
  findFamily,
  loadJournal,
  loadPendingSends,
  type RunJournal,
  type RunTurn,
  type Wallet,
  type WalletParts,
} from '../../wallet/index.ts'
import { databaseOf } from '../database.ts'
import type { SignerFlags } from './pay-options.ts'
import type { SigningAsks } from '../accounts/current-account.ts'
import type { PayOptions } from './pay-options.ts'
import { watchPayee } from './payee-check.ts'
import { generationOf } from './home/stored-mark.ts'
import { openRunTurn } from './turns.ts'
import type { LossValues } from './value-loss.ts'
import { openService, type Session } from '../session.ts'
import { walletFile } from './wallet-file.ts'

/** The client's side of swaps: what this machine's wallet has begun, and the wallet. */
export interface Runs {
  readonly journal: RunJournal
  /** Small documents of the same file. */
  readonly documents: DocumentStore
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

/** The file of runs, open. */
export type RunFile = Pick<Runs, 'journal' | 'documents'>

/** The account in use signs, asked on the terminal. */
export const PLAIN_RUNS: RunsOptions = {
  pay: { approve: 'exact', maxFeePerGas: undefined, mostCost: undefined, nonce: undefined, unsigned: undefined },
  watch: undefined,
}

/**
 * Opens what this machine's wallet has begun on this session's network.
 * @param mustExist true where no file is made for it
 * @throws STORE_UNUSABLE
 */
export async function openRunFile(session: Session, mustExist = false): Promise<RunFile> {
  const [{ openDocuments }, { createRunJournal }] = await Promise.all([
    loadDocuments(),
    loadJournal(),
    // The times of runs are by one clock, which is the database's. What is wrong with that is told by whoever needs it.
    databaseOf(session).catch(ignoreExpected),
  ])
  const documents = await openDocuments({
    path: walletFile(session.home, session.network),
    mustExist,
    verify: refuseForeignStore,
    tell: (text) => session.output.note(text),
    now: () => session.clock.now(),
  })
  session.onEnd(() => documents.close())
  const journal = createRunJournal(documents, session.clock, session.ids, () => generationOf(documents))
  return { journal, documents }
}

function ignoreExpected(error: unknown): undefined {
  if (!isSwapError(error)) throw error
}

/** Opens the same with the wallet that pays. @throws STORE_UNUSABLE */
export async function openRuns(session: Session, flags: SignerFlags, options: RunsOptions = PLAIN_RUNS): Promise<Runs> {
  const file = options.file ?? (await openRunFile(session))
  const values = options.values ?? (await loadLossValues(session))
  const tell = (text: string) => (options.asks === undefined ? session.output.note(text) : options.asks.device(text))
  const { openHomeMark } = await import('./home/home-mark.ts')
  const home = await openHomeMark({ session, wallet: file.documents, tell }, options.home)
  const turnOf = (runId: string) => openRunTurn(session, runId, tell)
  if (session.network !== 'sandbox') {
    const own = await ownWallet(session, flags, { ...options, file, tell }, values)
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

/**
 * What was signed for an account and is not known to have settled, in swaps and outside of them.
 * @param skip told the id of each run that cannot be read: where it holds a nonce, one of the two is mined at most @default nobody
 */
export async function unsettledOf(
  { journal, documents }: RunFile,
  owner: string,
  skip = (_id: string): void => undefined,
) {
  const [runs, { listPendingSends }] = await Promise.all([journal.listUnfinished(skip), loadPendingSends()])
  const ofRuns = runs
    .filter(({ step, request }) => step !== 'tracked' && sameAddress(request.depositor, owner))
    .flatMap(({ payment, revocation }) => [payment, revocation])
  const sends = (await listPendingSends(documents))
    .filter((note) => sameAddress(note.owner, owner))
    .map((note) => ({ ...note, sentAtMs: Date.parse(note.signedAt) }))
  return [...ofRuns, ...sends].filter((payment) => payment !== undefined)
}

/** What swaps of this session lose. */
export async function loadLossValues(session: Session): Promise<LossValues> {
  const { openLossValues } = await import('./value-loss.ts')
  return openLossValues(session)
}

/** The wallet of the account in use; one that only watches where another signer was asked for; none without an account. */
async function ownWallet(
  session: Session,
  flags: SignerFlags,
  { pay, watch, asks, file, tell }: RunsOptions & { readonly file: RunFile; readonly tell: (text: string) => void },
  values: LossValues,
): Promise<Wallet | undefined> {
  const [{ currentAccount }, chains, { openPaymentQueue }, { isBundled }] = await Promise.all([
    import('../accounts/current-account.ts'),
    session.payChains(),
    import('./turns.ts'),
    import('../quote/is-bundled.ts'),
  ])
  const account = await currentAccount(session, flags, asks)
  const watched = pay.unsigned === undefined ? undefined : watch
  const named = watched ?? account?.address ?? ''
  const family = await findFamily(named)
  const address = family?.readAddress(named)
  if (family === undefined || address === undefined) return undefined
  let vaults: WalletParts['listVaults']
  const unreadable = new Set<string>()
  const nameUnreadable = (id: string) => {
    if (!unreadable.has(id)) tell(`the run ${id} cannot be read: what it signed is not counted (swapcli resume ${id})`)
    unreadable.add(id)
  }
  const wallet = await family.createWallet({
    address,
    signer: async () => {
      if (account === undefined || watched !== undefined) {
        throw new SwapError('WALLET_REFUSED', 'Nothing is signed here: the transactions are for another signer', {
          reason: 'account',
        })
      }
      return account.signer()
    },
    chain: (chainId) => chains.chain(chainId),
    clock: session.clock,
    ids: session.ids,
    isListed: isBundled(session),
    appraise: values.appraise,
    listVaults: async (network, chainKey) => {
      const { openNetworkVaults } = await import('./network-vaults.ts')
      vaults ??= openNetworkVaults(session)
      return vaults(network, chainKey)
    },
    tell,
    listUnsettled: () => unsettledOf(file, address, nameUnreadable),
    ...defined({ queue: pay.unsigned === undefined ? openPaymentQueue(session.home, tell) : undefined }),
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
