import { readHomeMark } from '../../pay/home-mark.ts'
import { openRunFile } from '../../pay/runs.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Whether this home is the one that paid last on this machine; nothing where its files cannot be read, which others say. */
export async function checkMark(session: Session): Promise<readonly Check[]> {
  const remarks: string[] = []
  try {
    const { documents: wallet } = await openRunFile(session)
    const { standing } = await readHomeMark({ session, wallet, tell: (text) => remarks.push(text) })
    return [check(standing, remarks, session.stateHome)]
  } catch {
    return []
  }
}

function check(standing: 'current' | 'older' | 'unmarked', remarks: readonly string[], folder: string): Check {
  const [remark] = remarks
  if (remark !== undefined) return warn('mark', remark, 'Name a folder of your own by SWAPCLI_STATE')
  switch (standing) {
    case 'current':
      return ok('mark', `this home is the one that paid last here (${folder})`)
    case 'unmarked':
      return ok('mark', `this machine has seen no payment of this home (${folder})`)
    case 'older': {
      const what = `this home is older than one that has paid here (${folder}): what it has open may be paid`
      return fail('mark', what, 'swapcli resume --list')
    }
  }
}
