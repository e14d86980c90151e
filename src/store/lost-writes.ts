import { existsSync } from 'node:fs'
import { isSwapError, type SwapError } from '../core/api/errors.ts'
import { type DatabaseOptions, openDatabase } from './sqlite/database.ts'
import { EXAMINED_KINDS, type ExaminedFile } from './sqlite/integrity.ts'
import { forgetMarker, readMarker } from './sqlite/store-file.ts'

/**
 * Why a file that there is, or was, cannot be used; undefined where it can.
 * @throws SERVICE_UNAVAILABLE where another process holds it for too long
 */
export async function findFault(
  name: ExaminedFile,
  options: Pick<DatabaseOptions, 'path' | 'verify'>,
): Promise<SwapError | undefined> {
  const { path } = options
  if (!existsSync(path) && readMarker(path) === undefined) return undefined
  try {
    const database = await openDatabase({ ...options, mustExist: true }, EXAMINED_KINDS[name])
    database.close()
    return undefined
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
    return error
  }
}

/**
 * Goes on with what a file holds where its last writes, or all of it, are lost.
 * @returns what was lost, a sentence; undefined where nothing is
 * @throws STORE_UNUSABLE where the file cannot be used for another reason
 */
export async function acceptLostWrites(
  name: ExaminedFile,
  options: Pick<DatabaseOptions, 'path' | 'verify'>,
): Promise<string | undefined> {
  const fault = await findFault(name, options)
  if (fault === undefined) return undefined
  if (fault.reason !== 'lost-writes') throw fault
  forgetMarker(options.path)
  return fault.message
}
