import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { atExit } from '../../src/io/at-exit.ts'
import { systemClock } from '../../src/io/clock.ts'
import { keepUntilExit } from '../../src/io/keep-until-exit.ts'
import { nextTurn } from '../../src/io/next-turn.ts'
import type { StoreThreads } from '../../src/store/threads/channel.ts'
import { openThreadedStore, type ThreadedStoreOptions } from '../../src/store/threads/threaded-store.ts'
import { type TempStore, tempStorePath } from './store.ts'

let built: string | undefined

/** What a store's threads run, built from its present sources. */
export function storeProgram(): StoreThreads {
  built ??= buildThread(fileURLToPath(new URL('../../src/store-worker.ts', import.meta.url)))
  return { url: pathToFileURL(built), execArgv: [] }
}

/** Builds what a thread runs: tsx reads sources in the first thread of a process only. @returns path of the program */
export function buildThread(source: string): string {
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
  const path = `${cache}${basename(source, '.ts')}.mjs`
  const { outputFiles } = buildSync({
    entryPoints: [source],
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', external: ['libsql'] },
    define: { __SWAPCLI_VERSION__: '"0.0.0"' },
  })
  mkdirSync(cache, { recursive: true })
  // Another process of these tests may read it, or write the same.
  writeFileSync(`${path}.${process.pid}`, outputFiles[0]?.contents ?? '')
  renameSync(`${path}.${process.pid}`, path)
  return path
}

/** A store in threads, at `path`. */
export function openThreads(path: string, options: Partial<ThreadedStoreOptions> = {}) {
  return openThreadedStore({
    path,
    program: storeProgram(),
    clock: systemClock,
    nextTurn,
    atExit,
    keep: keepUntilExit,
    ...options,
  })
}

/** A new, empty store in threads. */
export async function openTempThreads(options: Partial<ThreadedStoreOptions> = {}): Promise<TempStore> {
  const { path, remove } = tempStorePath()
  const store = await openThreads(path, options)
  return {
    store,
    path,
    cleanup: async () => {
      await store.close()
      remove()
    },
  }
}
