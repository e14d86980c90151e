import { describeOlder } from '../../../wallet/index.ts'
import { verifyStateHome } from '../../pay/home/home-mark.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'
import type { ReadWallet } from './wallet.ts'

/** Whether this home is the one that paid last on this machine; nothing where its files cannot be read, which others say. */
export async function checkMark(session: Session, wallet: ReadWallet): Promise<readonly Check[]> {
  if ('error' in wallet) return []
  const { home, remarks, unfinished, damaged } = wallet
  if ('unread' in home) return [failCheck('mark', home.unread, 'Go on without it: swapcli doctor --accept older-home')]
  const { stateHome } = session
  const [remark = await verifyStateHome(session).then(() => undefined, unkeptText)] = remarks
  if (remark !== undefined) return [warn('mark', remark, 'Name a folder of your own by SWAPCLI_STATE')]
  switch (home.standing) {
    case 'current':
      return [ok('mark', `this home is the one that paid last here (${stateHome})`)]
    case 'unmarked':
      return [ok('mark', `this machine has seen no payment of this home (${stateHome})`)]
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

function unkeptText(error: unknown): string {
  return `no payment of this home can be noted on this machine: ${error instanceof Error ? error.message : String(error)}`
}
