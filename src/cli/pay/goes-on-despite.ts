import type { PaidDoubt, RunContext } from '../../wallet/index.ts'
import { confirm } from '../prompts.ts'
import type { Session } from '../session.ts'

/** Goes on with what may be paid already: by its option, or by a person who sees why. @param despite reasons that are accepted */
export function goesOnDespite(
  session: Session,
  despite: readonly PaidDoubt['reason'][] = [],
): NonNullable<RunContext['goesOnDespite']> {
  return async ({ reason, text }) => {
    const isAccepted = despite.includes(reason)
    if (!isAccepted && !session.interactive) return false
    session.output.say(session.output.clean(`warning     ${text}`))
    return isAccepted || confirm(session, 'Go on all the same?')
  }
}
