import { SwapError } from '../../core/api/errors.ts'
import type { Connection } from '../sqlite/connection.ts'

/** A connection that calls `check` before each of its statements, also of the databases in memory that it opens. */
export function withDeadline(connection: Connection, check: () => void): Connection {
  return {
    get: (sql, params) => {
      check()
      return connection.get(sql, params)
    },
    one: (sql, params) => {
      check()
      return connection.one(sql, params)
    },
    all: (sql, params) => {
      check()
      return connection.all(sql, params)
    },
    run: (sql, params) => {
      check()
      return connection.run(sql, params)
    },
    exec: (sql) => {
      check()
      connection.exec(sql)
    },
    write: (work) => {
      check()
      return connection.write(work)
    },
    read: (work) => {
      check()
      return connection.read(work)
    },
    leave: (write, item) => connection.leave(write, item),
    connectMemory: () => withDeadline(connection.connectMemory(), check),
    connectRelaxed: () => withDeadline(connection.connectRelaxed(), check),
    close: () => connection.close(),
  }
}

/** The refusal of a read that takes too long. */
export function overBudget(): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', 'This read of the store takes too long.', {
    hint: 'Ask for less: a longer text, a wallet, a status, or a page nearer to the first',
    retryAfterSec: 1,
  })
}

/** The refusal of a read that others leave no time for. */
export function busyReading(): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', 'The store is busy with other lists and searches.', {
    hint: 'Try again in a moment',
    retryAfterSec: 2,
  })
}
