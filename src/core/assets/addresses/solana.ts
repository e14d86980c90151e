import { base58 } from '@scure/base'
import { accept, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { decodeWith, isZero } from './codecs.ts'

const FIELD = 2n ** 255n - 19n
/** d of the curve -x² + y² = 1 + d·x²·y² (RFC 8032, section 5.1). */
const CURVE_D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Checks a Solana address: base58 of 32 bytes; one off the curve is legal but belongs to a program, not to a wallet. */
export function checkSolana(text: string): AddressCheck {
  if (text.length < 32 || text.length > 44) return refuse('A Solana address has 32 to 44 base58 characters')
  const key = decodeWith(base58, text)
  if (key?.length !== 32) return refuse('This is not a Solana address: those are base58 of 32 bytes')
  if (isZero(key)) return refuse(ZERO_ADDRESS)
  if (isOnCurve(key)) return accept(text)
  return accept(
    text,
    'This address belongs to a program, not to an ordinary wallet: make sure that it can receive funds',
  )
}

/** True when 32 bytes are an ed25519 public key, by the Legendre symbol of x². */
export function isOnCurve(key: Uint8Array): boolean {
  let y = 0n
  for (let index = 31; index >= 0; index--) y = (y << 8n) | BigInt((key[index] ?? 0) & (index === 31 ? 0x7f : 0xff))
  if (y >= FIELD) return false
  const ySquared = (y * y) % FIELD
  const numerator = (ySquared + FIELD - 1n) % FIELD
  const denominator = (CURVE_D * ySquared + 1n) % FIELD
  return jacobi((numerator * denominator) % FIELD, FIELD) !== -1
}

/** The Jacobi symbol of a over an odd modulus: 1, 0 or -1. */
function jacobi(a: bigint, modulus: bigint): -1 | 0 | 1 {
  let [upper, lower, sign] = [a, modulus, 1]
  while (upper !== 0n) {
    while ((upper & 1n) === 0n) {
      upper >>= 1n
      const rest = lower & 7n
      if (rest === 3n || rest === 5n) sign = -sign
    }
    if ((upper & 3n) === 3n && (lower & 3n) === 3n) sign = -sign
    ;[upper, lower] = [lower % upper, upper]
  }
  return lower !== 1n ? 0 : sign === 1 ? 1 : -1
}
