import { isSwapError } from '../../core/api/errors.ts'
import type { Json, Versioned } from '../../core/ports.ts'
import type { Store } from '../../store/index.ts'

/**
 * A note of how a provider has answered, by its key. A damaged one is removed and begun anew: nothing of it is worth what it
 * would keep from working.
 */
export async function readNote(
  { documents }: Pick<Store, 'documents'>,
  key: string,
): Promise<Versioned<Json> | undefined> {
  try {
    return await documents.get(key)
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
    await documents.delete(key)
    return undefined
  }
}
