import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountId, accountIdParts } from '../core/assets/account-id.ts'
import { addressKey } from '../core/assets/address-key.ts'
import type { Clock } from '../core/ports.ts'
import { loadFileLock } from '../store/index.ts'
import { type PaymentQueue, type RunTurn, waitForTurn } from '../wallet/index.ts'

/*
 * Processes of one home take turns behind lock files, which end with the process: to pay from an account, and to bring a run on.
 */

/**
 * Payments of one account of a home queue behind its lock file, which ends with the process.
 * @param tell told that a payment waits for another one
 */
export function openPaymentQueue(home: string, tell: (text: string) => void): PaymentQueue {
  return {
    enter: async (account) => {
      const { tryFileLock } = await loadFileLock()
      return tryFileLock(join(home, queueFileName(account)))
    },
    onWait: tell,
  }
}

/**
 * Name of the lock file of an account, the same in every version that may run at the same time: before there were other
 * families, those of EVM accounts had the chain id and the address only.
 */
export function queueFileName(account: AccountId): string {
  const { namespace, reference, address } = accountIdParts(account)
  const chain = namespace === 'eip155' ? reference : `${namespace}-${reference}`
  return `paying-${chain}-${addressKey(address)}.lock`
}

/** Where runs are, and what time it is. */
interface Place {
  readonly home: string
  readonly clock: Clock
}

/**
 * The turn of a run of a home: a lock file of its own, which ends with the process and is removed once nothing more of
 * the run is signed.
 * @param tell told that another process has the run
 */
export function openRunTurn({ home, clock }: Place, runId: string, tell: (text: string) => void): RunTurn {
  const path = join(home, `${encodeURIComponent(runId)}.lock`)
  let release: (() => void) | undefined
  const enter = async () => {
    const { tryFileLock } = await loadFileLock()
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryFileLock(path)
      } catch (error) {
        // Whoever had it may just have removed the file, which fails who looked at it then.
        if (tries === MOST_FAILURES) throw error
      }
    }
  }
  const leave = () => {
    release?.()
    release = undefined
  }
  return {
    get isTaken() {
      return release !== undefined
    },
    take: async () => {
      release ??= await enter()
      return release !== undefined
    },
    wait: async (signal) => {
      const onWait = () => tell(`waiting: another swapcli is continuing the run ${runId}`)
      release ??= await waitForTurn({ enter, onWait }, clock, signal)
      return release !== undefined
    },
    release: leave,
    end: () => {
      if (release === undefined) return
      leave()
      // Whoever makes it anew finds a run of which nothing is signed any more.
      removeFile(path)
    },
  }
}

/** How often a file that cannot be locked is tried: more often than others can have removed it in a row. */
const MOST_FAILURES = 50

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Some systems keep a file while another process looks at it: that one removes it.
  }
}
