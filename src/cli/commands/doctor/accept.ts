import { NETWORKS } from '../../../core/api/enums.ts'
import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { describeOlder } from '../../../wallet/index.ts'
import { acceptLoss, goOnAfterLoss, isStoreForgotten, makeStore } from '../../pay/home/accept-loss.ts'
import { networksWithRuns, readHomeMark, removeDamagedMarks } from '../../../payments/index.ts'
import { openRunFile } from '../../pay/runs.ts'
import type { Session } from '../../session.ts'
import { type Check, failCheck, ok } from './check.ts'

/** What a person may go on with, by the reason of its refusal. */
export const GOES_ON_WITH = ['lost-writes', 'older-home'] as const

/** Goes on with what is there, in the files of every network. */
export async function acceptFound(
  session: Session,
  accepted: readonly (typeof GOES_ON_WITH)[number][],
): Promise<readonly Check[]> {
  const found: Check[] = []
  const accept = async (work: () => Promise<string | void>) => {
    try {
      const text = await work()
      if (typeof text === 'string') found.push(ok('accepted', `from now on it goes on with what is there: ${text}`))
    } catch (error) {
      found.push(failCheck('accepted', error, 'Mend that first, then accept it'))
    }
  }
  if (accepted.includes('lost-writes')) {
    for (const network of NETWORKS) {
      const place = { ...session, network }
      const lost: ('store' | 'wallet')[] = []
      for (const name of ['store', 'wallet'] as const) {
        await accept(async () => {
          const text = await acceptLoss(place, name)
          if (text !== undefined) lost.push(name)
          return text
        })
      }
      if (lost.length > 0) await accept(() => goOnAfterLoss(place, lost))
    }
  }
  if (accepted.includes('older-home')) {
    for (const network of await networksWithRuns(session.home))
      await accept(() => acceptOlderHome({ ...session, network }))
  }
  return accepted.length > 0 && found.length === 0 ? [ok('accepted', 'nothing: nothing is lost or older')] : found
}

async function acceptOlderHome(session: Session): Promise<string | undefined> {
  const { documents: wallet } = await openRunFile(session, true)
  if (await isStoreForgotten(session, wallet).catch(() => false)) await makeStore(session)
  const parts = { place: session, wallet, tell: (text: string) => session.output.note(text) }
  const mark = await readHomeMark(parts).catch(async (error: unknown) => {
    if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
    await removeDamagedMarks(parts)
    return error
  })
  if (mark instanceof SwapError) {
    const next = await readHomeMark(parts)
    if (next.standing === 'older') await next.adopt()
    return mark.message
  }
  if (mark.standing !== 'older') return undefined
  const text = `${describeOlder(mark, false)} (${session.network})`
  await mark.adopt()
  return text
}
