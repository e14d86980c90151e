import { describe } from 'vitest'
import { anvilBinary } from './anvil.ts'

/** `describe` for tests that need anvil: they always run on Linux x64, elsewhere they are skipped, aloud, where it is missing. */
export const describeOnChains = process.platform === 'linux' && process.arch === 'x64' ? describe : describeWhereFound()

function describeWhereFound() {
  try {
    anvilBinary()
    return describe
  } catch (error) {
    console.warn(`Tests on local chains are skipped: ${error instanceof Error ? error.message : String(error)}`)
    return describe.skip
  }
}
