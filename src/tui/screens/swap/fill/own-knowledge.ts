import { contactOfKey } from '../../../../core/assets/contact-name.ts'
import { joinPayee } from '../../../../core/assets/contacts.ts'
import { memoWord, NO_MEMO } from '../../../../core/assets/recipient-memo.ts'
import type { SwapRun } from '../../../../wallet/index.ts'
import type { TuiContext } from '../../../context.ts'
import { ownRunOf } from '../../../kit/run/open-runs.ts'
import type { SwapAsset } from '../../../kit/run/swap-asset.ts'

/** What this machine knows by itself of past swaps and of payees: what a service has on record, anybody may have written. */
export interface OwnKnowledge {
  /** The run of a transaction of the service in use; undefined where there is none. @throws STORE_UNUSABLE */
  runOf(transactionId: string): Promise<SwapRun | undefined>
  /** The run of the service in use that was executed and begun last; undefined where there is none. @throws STORE_UNUSABLE */
  newestRun(): Promise<SwapRun | undefined>
  /** Contacts and own accounts, as they are written in the form. @param to what they would be paid */
  payees(to: SwapAsset): Promise<readonly string[]>
}

/** How many runs are read at first, to find the newest one of a service. */
const FIRST_READ = 20

/** What the files of this machine say. */
export function ownKnowledge(
  context: Pick<TuiContext, 'runs' | 'settings' | 'wallets' | 'accounts' | 'place'>,
): OwnKnowledge {
  const { runs, settings, wallets, accounts } = context
  const { api } = context.place
  return {
    runOf: (transactionId) => ownRunOf(transactionId, context),
    newestRun: async () => {
      const journal = (await runs?.())?.journal
      if (journal === undefined) return undefined
      for (let most = FIRST_READ; ; most *= 10) {
        let skipped = 0
        const read = await journal.listNewest(most, () => (skipped += 1))
        const own = read.filter((run) => run.api === api && run.transactionId !== undefined)
        const [first, ...others] = own
        if (first !== undefined) return others.reduce((a, b) => (a.createdAt < b.createdAt ? b : a), first)
        if (read.length + skipped < most) return undefined
      }
    },
    payees: async (to) => {
      const end = { key: to.chain, addressFamily: to.addressFamily }
      const hasMemos = memoWord(to.addressFamily) !== undefined
      // A file that is damaged, or a name that is in doubt, vouches for nobody.
      const [listed, ...named] = await Promise.all([
        wallets?.().catch(() => []),
        accounts?.('recipient', end).catch(() => undefined),
        accounts?.('depositor', end).catch(() => undefined),
      ])
      const own = [
        ...(listed ?? []).map(({ address }) => ({ address, memo: NO_MEMO })),
        ...named.flatMap((one) => one ?? []),
      ]
      const texts = own.map(({ address, memo }) => joinPayee({ address, memo: hasMemos ? memo : undefined }))
      const values = (await settings.read?.()) ?? settings.values
      const contacts = Object.entries(values).flatMap(([key, value]) =>
        contactOfKey(key) === undefined ? [] : (value ?? []),
      )
      return [...contacts, ...texts]
    },
  }
}
