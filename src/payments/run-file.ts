import { defined } from '../core/defined.ts'
import { sameAddress } from '../core/assets/address-key.ts'
import { isSwapError } from '../core/api/errors.ts'
import type { DocumentStore } from '../core/ports.ts'
import { verifyNetwork } from '../core/api/paper.ts'
import { refuseForeignStore } from '../io/index.ts'
import { loadDocuments } from '../store/index.ts'
import { loadJournal, loadPendingSends, type Payment, type RunJournal } from '../wallet/index.ts'
import { generationOf } from './home/stored-mark.ts'
import { databaseOf, type PayPlace } from './place.ts'
import { walletFile } from './wallet-file.ts'

/** The file of runs, open. */
export interface RunFile {
  readonly journal: RunJournal
  /** Small documents of the same file. */
  readonly documents: DocumentStore
}

/**
 * Opens what the wallet of a place has begun on its network.
 * @param tell told what a person should know of the file
 * @param mustExist true where no file is made for it
 * @throws STORE_UNUSABLE
 */
export async function openRunsOf(place: PayPlace, tell: (text: string) => void, mustExist = false): Promise<RunFile> {
  const [{ openDocuments }, { createRunJournal }] = await Promise.all([
    loadDocuments(),
    loadJournal(),
    // The times of runs are by one clock, which is the database's. What is wrong with that is told by whoever needs it.
    databaseOf(place).catch(ignoreExpected),
  ])
  const documents = await openDocuments({
    path: walletFile(place.home, place.network),
    mustExist,
    verify: refuseForeignStore,
    tell,
    ...defined({ hasPageDamage: place.hasPageDamage }),
    now: () => place.clock.now(),
  })
  place.onEnd(() => documents.close())
  const journal = createRunJournal(documents, place.clock, place.ids, () => generationOf(documents))
  return { journal: keepNetwork(journal, place), documents }
}

/** A journal that takes no run of a server of the other network: nothing is locked there. */
function keepNetwork(journal: RunJournal, { network }: Pick<PayPlace, 'network'>): RunJournal {
  return {
    ...journal,
    create: async (run) => {
      if (run.api !== undefined) verifyNetwork(network, run.request.provider, run.api)
      return journal.create(run)
    },
  }
}

function ignoreExpected(error: unknown): undefined {
  if (!isSwapError(error)) throw error
}

/**
 * What was signed for an account and is not known to have settled, in swaps and outside of them.
 * @param skip told the id of each run that cannot be read: where it holds a nonce, one of the two is mined at most @default nobody
 */
export async function unsettledOf(
  { journal, documents }: RunFile,
  owner: string,
  skip = (_id: string): void => undefined,
): Promise<readonly Payment[]> {
  const [runs, { listPendingSends }] = await Promise.all([journal.listUnfinished(skip), loadPendingSends()])
  const ofRuns = runs
    .filter(({ step, request }) => step !== 'tracked' && sameAddress(request.depositor, owner))
    .flatMap(({ payment, revocation }) => [payment, revocation])
  const sends = (await listPendingSends(documents))
    .filter((note) => sameAddress(note.owner, owner))
    .map((note) => ({ ...note, sentAtMs: Date.parse(note.signedAt) }))
  return [...ofRuns, ...sends].filter((payment) => payment !== undefined)
}
