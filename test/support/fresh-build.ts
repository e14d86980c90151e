import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { BUILD } from './built-program.ts'

/** Makes sure, before the first test and before each run of watch mode, that dist is built from the present sources. */
export async function setup(project: TestProject): Promise<void> {
  await buildWhereStale()
  project.onTestsRerun(buildWhereStale)
}

async function buildWhereStale(): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [BUILD, '--if-stale'])
  } catch (cause) {
    throw new Error('The tests of the built program do not run, because it cannot be built', { cause })
  }
}
