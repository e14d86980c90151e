import { isRecord } from '../../core/is-record.ts'
import { isSwapError } from '../../core/api/errors.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { refuseForeignStore } from '../../io/index.ts'
import { loadDocuments } from '../../store/index.ts'
import { walletFile } from '../../payments/index.ts'
import type { Session } from '../session.ts'

/** What a name stood for when it was last used. */
export interface KnownName {
  readonly address: string
  /** ISO 8601. */
  readonly firstUsedAt: string
  /** ISO 8601. */
  readonly lastUsedAt: string
}

/** What names stood for, in the wallet's file. */
export interface KnownNames {
  read(chainKey: string, name: string): Promise<KnownName | undefined>
  /** Notes a use of a name, with what it stands for now. */
  keep(chainKey: string, name: string, address: string): Promise<void>
}

/** Opens what names stood for; nothing is known, and nothing kept, where the file cannot be used. */
export async function openKnownNames(session: Session): Promise<KnownNames> {
  try {
    const { openDocuments } = await loadDocuments()
    const documents = await openDocuments({
      path: walletFile(session.home, session.network),
      verify: refuseForeignStore,
    })
    session.onEnd(() => documents.close())
    return knownNames(documents, () => new Date(session.clock.now()).toISOString())
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() }
  }
}

function knownNames(documents: DocumentStore, now: () => string): KnownNames {
  const keyOf = (chainKey: string, name: string) => `name:${chainKey}:${name}`
  const read = async (chainKey: string, name: string) => {
    const found = await documents.get(keyOf(chainKey, name))
    return { known: readKnown(found?.doc), version: found?.version ?? 0 }
  }
  return {
    read: async (chainKey, name) => (await read(chainKey, name)).known,
    keep: async (chainKey, name, address) => {
      const { known, version } = await read(chainKey, name)
      const lastUsedAt = now()
      const firstUsedAt = known?.address === address ? known.firstUsedAt : lastUsedAt
      // Another process that notes it at the same time looked it up as well.
      await documents.put(keyOf(chainKey, name), { address, firstUsedAt, lastUsedAt }, version)
    },
  }
}

function readKnown(doc: unknown): KnownName | undefined {
  if (!isRecord(doc)) return undefined
  const { address, firstUsedAt, lastUsedAt } = doc
  const isWhole = [address, firstUsedAt, lastUsedAt].every((field) => typeof field === 'string')
  return isWhole ? (doc as unknown as KnownName) : undefined
}
