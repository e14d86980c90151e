import { dirname } from 'node:path'
import { SwapError } from '../core/api/errors.ts'
import { makePrivateFolder, settingsUnwritable, writeSetting } from '../io/index.ts'
import { loadFileLock } from '../store/index.ts'
import type { Session } from './session.ts'

type Place = Pick<Session, 'configFile' | 'clock'>

/** Pause between two tries, and the longest wait for another process, in milliseconds: a change takes some of them. */
const TRY_MS = 20
const LONGEST_WAIT_MS = 60_000

/**
 * Changes settings or accounts while no other process does, so that nothing is lost of what two of them read and write
 * back. The lock ends with the process.
 * @throws CONFIG_INVALID where no file can be written, SERVICE_UNAVAILABLE while another process goes on for too long
 */
export async function changeAlone<T>(place: Place, change: () => Promise<T>): Promise<T> {
  const release = await takeLock(place)
  try {
    return await change()
  } finally {
    release()
  }
}

/** Writes or removes one setting. @param value undefined to remove it @throws CONFIG_INVALID SERVICE_UNAVAILABLE */
export async function changeSetting(place: Place, key: string, value: string | undefined): Promise<void> {
  await changeAlone(place, () => writeSetting(place.configFile, key, value))
}

async function takeLock({ configFile, clock }: Place): Promise<() => void> {
  try {
    await makePrivateFolder(dirname(configFile))
    const { tryFileLock } = await loadFileLock()
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += TRY_MS) {
      const release = await tryFileLock(`${configFile}.lock`)
      if (release !== undefined) return release
      await clock.sleep(TRY_MS)
    }
  } catch (cause) {
    throw settingsUnwritable(configFile, cause)
  }
  throw new SwapError(
    'SERVICE_UNAVAILABLE',
    'Other swapclis change settings or accounts: this one had no turn within 60 s',
    {
      hint: 'Nothing was changed. Run the command again once they have ended',
    },
  )
}
