import type { HomeMark } from '../../../core/ports.ts'
import { describeOlder } from '../../../wallet/index.ts'
import { readHomeMark, verifyStateHome } from '../../pay/home-mark.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'
import type { ReadWallet } from './wallet.ts'

/** Whether this home is the one that paid last on this machine; nothing where its files cannot be read, which others say. */
export async function checkMark(session: Session, wallet: ReadWallet): Promise<readonly Check[]> {
  if ('error' in wallet) return []
  const remarks: string[] = []
  const parts = { session, wallet: wallet.documents, tell: (text: string) => remarks.push(text) }
  const mark = await readHomeMark(parts).catch((error: unknown) =>
    failCheck('mark', error, 'Go on without it: swapcli doctor --accept older-home'),
  )
  if (remarks.length === 0) await verifyStateHome(session).catch((error: unknown) => remarks.push(unkeptText(error)))
  return ['result' in mark ? mark : check(mark, remarks, session.stateHome)]
}

function unkeptText(error: unknown): string {
  return `no payment of this home can be noted on this machine: ${error instanceof Error ? error.message : String(error)}`
}

function check(mark: Pick<HomeMark, 'standing' | 'behind'>, remarks: readonly string[], folder: string): Check {
  const [remark] = remarks
  if (remark !== undefined) return warn('mark', remark, 'Name a folder of your own by SWAPCLI_STATE')
  switch (mark.standing) {
    case 'current':
      return ok('mark', `this home is the one that paid last here (${folder})`)
    case 'unmarked':
      return ok('mark', `this machine has seen no payment of this home (${folder})`)
    case 'older': {
      const next =
        'Look at what is open: swapcli resume --list; to go on with this copy: swapcli doctor --accept older-home'
      return fail('mark', `${describeOlder(mark)} (${folder})`, next)
    }
  }
}
