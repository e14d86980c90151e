import { type Connection, IN_MEMORY, numberOf } from '../connection.ts'

/** Keeps what was last read of a file while nobody has written to it since. */
export interface RecentAnswers<T> {
  get(key: string, read: () => T): T
}

/**
 * Which state of the file is read, by how many commits there were; undefined where they are not counted. Leases and quoted
 * routes do not count.
 */
export function stateOf(connection: Connection, file: string): number | undefined {
  if (file === IN_MEMORY) return undefined
  return numberOf(connection.one('SELECT CAST(n AS INTEGER) AS n FROM commits'), 'n')
}

/**
 * Keeps answers for one state of a file.
 * @param sizeOf what an answer takes of `mostSize`
 */
export function keepRecentAnswers<T>(
  connection: Connection,
  file: string,
  mostSize: number,
  sizeOf: (answer: T) => number,
): RecentAnswers<T> {
  const kept = new Map<string, T>()
  let state: number | undefined
  let size = 0
  return {
    get: (key, read) => {
      const now = stateOf(connection, file)
      if (now === undefined) return read()
      if (now !== state) {
        kept.clear()
        size = 0
        state = now
      }
      const found = kept.get(key)
      if (found !== undefined) return found
      const answer = read()
      size += sizeOf(answer)
      // A Map lists what was set first first.
      for (const [oldest, dropped] of kept) {
        if (size <= mostSize) break
        size -= sizeOf(dropped)
        kept.delete(oldest)
      }
      if (size <= mostSize) kept.set(key, answer)
      else size -= sizeOf(answer)
      return answer
    },
  }
}
