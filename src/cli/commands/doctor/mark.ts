import type { DocumentStore } from '../../../core/ports.ts'
import { describeOlder } from '../../../wallet/index.ts'
import { countedSince, storedMark, verifyStateHome } from '../../../payments/index.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'
import type { ReadWallet } from './wallet.ts'

/** Whether this home is the one that paid last on this machine; nothing where its files cannot be read, which others say. */
export async function checkMark(session: Session, wallet: ReadWallet): Promise<readonly Check[]> {
  if ('error' in wallet) return []
  const { home, remarks, unfinished, damaged, documents } = wallet
  if ('unread' in home) return [failCheck('mark', home.unread, 'Go on without it: swapcli doctor --accept older-home')]
  const { stateHome } = session
  const [remark = await verifyStateHome(session).then(() => undefined, unkeptText)] = remarks
  if (remark !== undefined) return [warn('mark', remark, 'Name a folder of your own by SWAPCLI_STATE')]
  switch (home.standing) {
    case 'current':
      return [ok('mark', `this home is the one that paid last here (${stateHome})`)]
    case 'unmarked':
      return [ok('mark', `${(await isKnown(session, documents)) ? CAME_BACK : UNSEEN_HOME} (${stateHome})`)]
    case 'older': {
      const hasOpen = unfinished.length + damaged.length > 0
      const look = hasOpen
        ? 'Look at what is open: swapcli resume --list; to go on with this copy'
        : 'Go on with this copy'
      const text = `${describeOlder(home, hasOpen)} (${stateHome})`
      return [fail('mark', text, `${look}: swapcli doctor --accept older-home`)]
    }
  }
}

const UNSEEN_HOME = 'this machine has seen no payment of this home'
const CAME_BACK =
  'this home has paid nothing on this machine since it came here or was restored: what is open in it is looked up on its chain first'

/** True where this machine counts payments of the home. */
async function isKnown(session: Session, documents: DocumentStore): Promise<boolean> {
  const mark = await storedMark(documents)
  return mark !== undefined && (await countedSince(session, mark)) !== undefined
}

function unkeptText(error: unknown): string {
  return `no payment of this home can be noted on this machine: ${error instanceof Error ? error.message : String(error)}`
}
