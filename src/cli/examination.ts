import { defined } from '../core/defined.ts'
import { isSwapError } from '../core/api/errors.ts'
import { refuseForeignStore } from '../io/index.ts'
import { type ExaminedFile, loadExamination } from '../store/index.ts'

/** What is found in a file: its damage, one finding each, or why it cannot be looked at. */
export interface Examination {
  readonly findings: readonly string[]
  /** What to do where the file cannot be looked at. */
  readonly next?: string
}

/** Looks through a file in this process. */
export async function examine(name: ExaminedFile, path: string): Promise<Examination> {
  try {
    await refuseForeignStore(path)
    const { examineFile } = await loadExamination()
    const { structure, documents } = await examineFile(name, path)
    return { findings: [...structure, ...documents] }
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { findings: [error.message], ...defined({ next: error.hint }) }
  }
}

/** The same for the words of a command line. @returns JSON */
export async function examineByWords([name, path = '']: readonly string[]): Promise<string> {
  return JSON.stringify(await examine(name === 'wallet' ? 'wallet' : 'store', path))
}
