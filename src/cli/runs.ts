import { join } from 'node:path'
import type { SwapService } from '../core/service.ts'
import { createRunJournal, type RunJournal } from '../wallet/run-journal.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Session } from './session.ts'

/** The client's side of swaps: what this machine's wallet has begun, and the wallet. */
export interface Runs {
  readonly journal: RunJournal
  /** Undefined where this machine has none: only the sandbox has one, of paper. */
  readonly wallet: Wallet | undefined
}

/** Path of the file that keeps the runs and the paper ledger of a network; the service never opens it. */
export function walletFile(home: string, network: string): string {
  return join(home, `wallet-${network}.db`)
}

/** Opens the journal and the wallet of this session's network. @throws STORE_UNUSABLE */
export async function openRuns(session: Session): Promise<Runs> {
  const { openStore } = await import('../store/open.ts')
  const store = await openStore({ path: walletFile(session.home, session.network), now: () => session.clock.now() })
  session.onEnd(() => store.close())
  const journal = createRunJournal(store.meta, session.clock, session.ids)
  if (session.network !== 'sandbox') return { journal, wallet: undefined }
  const { createPaperWallet } = await import('../sandbox/paper-wallet.ts')
  const paper = createPaperWallet({ ledger: store.meta })
  return {
    journal,
    wallet: {
      address: (family) => paper.address(family),
      paysDeposits: false,
      sign: ({ exec }) => paper.sign(exec ?? {}),
      broadcast: (payment) => paper.broadcast(readPayment(payment)),
    },
  }
}

type PaperPayment = Parameters<
  ReturnType<typeof import('../sandbox/paper-wallet.ts').createPaperWallet>['broadcast']
>[0]

/** The journal gives back what `sign` gave: the wallet itself holds bytes against their hash before it sends them. */
function readPayment(payment: { readonly hash: string; readonly raw: string }): PaperPayment {
  return payment as PaperPayment
}

/** The service that a run goes through: the one it was begun with. */
export async function serviceOfRun(session: Session, api: string | undefined): Promise<SwapService> {
  if (api === session.api) return (await session.open()).service
  if (api === undefined) {
    const [{ openSwapService }, { embeddedOptions }] = await Promise.all([import('../open.ts'), import('./session.ts')])
    const service = await openSwapService(embeddedOptions(session))
    session.onEnd(() => service.close())
    return service
  }
  const { createSwapClient } = await import('../client/client.ts')
  const service = createSwapClient(api)
  session.onEnd(() => service.close())
  return service
}
