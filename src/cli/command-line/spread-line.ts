import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import type { ArgumentTable, OptionTable } from '../command.ts'
import { usage } from '../usage.ts'
import { flagName } from './flags.ts'

/** What an argument that stands alone says: the arguments and the options that it stands for. */
export interface SpreadLine {
  /** In the order of the command's arguments. */
  readonly words: readonly string[]
  /** Options as they would be typed, by the names that declare them. */
  readonly values: Readonly<Record<string, string>>
}

/** Reads an argument that stands alone; undefined for one that is no line. @param options of the command @throws USAGE */
export type LineReader = (word: string, options: OptionTable) => SpreadLine | undefined

/** A command line as commander gives it. */
interface Given {
  readonly words: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/** The command line that a line stands for, with the options beside it. @throws USAGE where both say the same */
export function withLine(line: SpreadLine, given: Given): Given {
  const twice = Object.keys(line.values).find((name) => given.values[name] !== undefined)
  if (twice !== undefined) {
    throw usage(`The line says ${line.values[twice] ?? ''}, and ${flagName(twice)} says it again`, 'Say it once')
  }
  return { words: line.words, values: { ...given.values, ...line.values } }
}

/** The same failure, as one of the command line where an argument that the line stands for means nothing, or several things. */
export function nameLine(error: unknown, table: ArgumentTable): unknown {
  if (!isSwapError(error) || error.code !== 'VALIDATION_ERROR' || !Object.hasOwn(table, error.field ?? '')) return error
  const { message, field, errors, hint } = error
  return new SwapError('USAGE', message, { errors, cause: error, ...defined({ field, hint }) })
}
