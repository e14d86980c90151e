import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The id of a route: the same for the same way, which is named by a text of any length. */
export function routeIdOf(prefix: string, way: string): string {
  return `${prefix}-${bytesToHex(sha256(utf8ToBytes(way))).slice(0, 16)}`
}
