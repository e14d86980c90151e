import { type CopyOptions, type CopyPlan, type CopyResult, loadStoreCopy } from '../../store/index.ts'

export type { CopyProgress, CopyResult } from '../../store/index.ts'

/** Copies a store into another one. @throws as `copyStore` does */
export async function runStoreCopy(options: CopyOptions): Promise<CopyResult> {
  return (await loadStoreCopy()).copyStore(options)
}

/** What that would copy. */
export async function planStoreCopy(options: Pick<CopyOptions, 'from' | 'to' | 'asideStamp'>): Promise<CopyPlan> {
  return (await loadStoreCopy()).planCopy(options)
}
