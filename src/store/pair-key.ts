import { hash } from 'node:crypto'
import type { RoutePair } from '../core/swap/records.ts'

/** What rows of a pair are found by: short, for there are many. 22 characters. */
export function pairKey({ srcChain, srcAddress, dstChain, dstAddress }: RoutePair): string {
  const text = JSON.stringify([srcChain, srcAddress, dstChain, dstAddress])
  return hash('sha256', text, 'buffer').subarray(0, 16).toString('base64url')
}
