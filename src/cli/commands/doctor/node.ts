import type { Session } from '../../session.ts'
import { type Check, fail, ok } from './check.ts'

/** Earliest Node.js that the program supports. */
const LEAST_NODE = [20, 19] as const

/** Whether this Node.js is new enough. */
export function checkNode({ nodeVersion }: Session): Check {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_NODE
  const fine = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  return fine
    ? ok('node', nodeVersion)
    : fail('node', `${nodeVersion} is too old`, `Install Node.js ${LEAST_NODE.join('.')} or newer`)
}
