import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { closeGate, createGate, gateOf } from '../../../src/store/sqlite/driver-gate.ts'
import { buildThread, storeProgram } from '../../support/threaded-store.ts'
import { tempStorePath } from '../../support/store.ts'

interface Ended {
  readonly code: unknown
  readonly stderr: string
}

/** Runs a program of these tests to its end. */
function run(program: string, ...args: readonly string[]): Promise<Ended> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', path, ...args], (error, _, stderr) =>
      resolve({ code: error?.signal ?? error?.code, stderr }),
    )
  })
}

describe('a process that leaves by process.exit', () => {
  test('while its threads are within the driver ends with its own code, and is not aborted', async () => {
    const program = buildThread(fileURLToPath(new URL('leaving-thread.ts', import.meta.url)))
    for (let time = 0; time < 5; time += 1) {
      expect(await run('leaving-process.ts', program)).toEqual({ code: 3, stderr: '' })
    }
  })

  test('does so while the threads of stores open their files', async () => {
    storeProgram()
    for (const afterMs of ['30', '60', '90', '120', '150', '180', '210', '240']) {
      const { path, remove } = tempStorePath()
      expect(await run('../threads/leaving-process.ts', path, '4', afterMs)).toEqual({ code: 3, stderr: '' })
      remove()
    }
  })
})

describe('a gate', () => {
  test('that is free is closed at once, and again', () => {
    const memory = createGate()
    const gate = gateOf(memory)
    gate.enter()
    gate.enter()
    gate.leave()
    gate.leave()
    closeGate(memory)
    closeGate(memory)
    expect(Atomics.load(memory, 0)).toBe(2)
  })
})
