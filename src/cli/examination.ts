import { defined } from '../core/defined.ts'
import { isSwapError } from '../core/api/errors.ts'
import { isRecord } from '../core/is-record.ts'
import { parseJson } from '../core/text/parse-json.ts'
import { refuseForeignStore } from '../io/index.ts'
import { type ExaminedFile, loadExamination } from '../store/index.ts'

/** What is found in a file: its damage, one finding each, or why it cannot be looked at. */
export interface Examination {
  readonly findings: readonly string[]
  /** Those of them that are no damaged documents: what is listed, counted or searched may be wrong. */
  readonly structure: readonly string[]
  /** What to do where the file cannot be looked at. */
  readonly next?: string
  /** What is said of its index of texts, which only serves search, where that is damaged or was. */
  readonly texts?: string
}

/** What looks through a file in a process of its own. */
export interface Examiner {
  /** Its command line, to which the kind of the file and its path are added. */
  readonly command: readonly string[]
  /** Longest time that it may take, in milliseconds. @default by the size of the file */
  readonly timeoutMs?: number
}

const NEW_TEXTS = 'its index of texts, which only serves search, was damaged: it has been built anew'
const DAMAGED_TEXTS = 'its index of texts, which only serves search, is damaged, and cannot be built anew now'

/** Looks through a file in this process. */
export async function examine(name: ExaminedFile, path: string): Promise<Examination> {
  try {
    await refuseForeignStore(path)
    const { examineFile } = await loadExamination()
    const { structure, documents, lacksTexts, hasNewTexts } = await examineFile(name, path)
    const texts =
      lacksTexts === true && structure.length === 0 ? DAMAGED_TEXTS : hasNewTexts === true ? NEW_TEXTS : undefined
    return { findings: [...structure, ...documents], structure, ...defined({ texts }) }
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { findings: [error.message], structure: [error.message], ...defined({ next: error.hint }) }
  }
}

/** What another process printed of a file; undefined when it is something else. */
export function readExamination(printed: string): Examination | undefined {
  const found = parseJson(printed)
  if (!isRecord(found)) return undefined
  const { findings, structure = findings, next, texts } = found
  if (!isStrings(findings) || !isStrings(structure)) return undefined
  if (!(next === undefined || typeof next === 'string')) return undefined
  if (!(texts === undefined || typeof texts === 'string')) return undefined
  return { findings, structure, ...defined({ next, texts }) }
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Looks through the file that the words of a command line name. @returns JSON */
export async function examineByWords([name, path = '']: readonly string[]): Promise<string> {
  return JSON.stringify(await examine(name === 'wallet' ? 'wallet' : 'store', path))
}
