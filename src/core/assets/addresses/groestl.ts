import type { Digest } from './codecs.ts'

const ROUNDS = 14
const ROWS = 8
const COLUMNS = 16
const STATE_LENGTH = ROWS * COLUMNS
const SHIFTS_P = [0, 1, 2, 3, 4, 5, 6, 11]
const SHIFTS_Q = [1, 3, 5, 11, 0, 2, 4, 6]
const MIX = [2, 2, 3, 4, 5, 3, 5, 7]
const SBOX = aesSbox()

/** Grøstl-512 applied twice, the checksum hash of Groestlcoin (specification of 2 March 2011), for up to 119 bytes. */
export const groestl512d: Digest = (data) => groestl512(groestl512(data))

/** One block only: base58 payloads and digests are never longer. */
function groestl512(data: Uint8Array): Uint8Array {
  const block = new Uint8Array(STATE_LENGTH)
  block.set(data)
  block[data.length] = 0x80
  block[STATE_LENGTH - 1] = 1
  const start = new Uint8Array(STATE_LENGTH)
  start[STATE_LENGTH - 2] = 2
  const state = xor(xor(permute(xor(start, block), 'P'), permute(block, 'Q')), start)
  return xor(permute(state, 'P'), state).subarray(STATE_LENGTH / 2)
}

function permute(input: Uint8Array, kind: 'P' | 'Q'): Uint8Array {
  const shifts = kind === 'P' ? SHIFTS_P : SHIFTS_Q
  let state = input
  for (let round = 0; round < ROUNDS; round++) {
    const mixed = new Uint8Array(STATE_LENGTH)
    for (let column = 0; column < COLUMNS; column++) {
      const moved = shifts.map((shift, row) => {
        const from = (column + shift) % COLUMNS
        return SBOX[(state[from * ROWS + row] ?? 0) ^ roundConstant(kind, round, row, from)] ?? 0
      })
      for (let row = 0; row < ROWS; row++) {
        let sum = 0
        for (let index = 0; index < ROWS; index++) sum ^= times(MIX[index] ?? 0, moved[(row + index) % ROWS] ?? 0)
        mixed[column * ROWS + row] = sum
      }
    }
    state = mixed
  }
  return state
}

function roundConstant(kind: 'P' | 'Q', round: number, row: number, column: number): number {
  if (kind === 'P') return row === 0 ? (column << 4) ^ round : 0
  return row === 7 ? 0xff ^ (column << 4) ^ round : 0xff
}

/** `factor` (2 to 7) times `byte` in the field of AES. */
function times(factor: number, byte: number): number {
  const twice = double(byte)
  return (factor & 1 ? byte : 0) ^ (factor & 2 ? twice : 0) ^ (factor & 4 ? double(twice) : 0)
}

function double(byte: number): number {
  return ((byte << 1) ^ (byte & 0x80 ? 0x1b : 0)) & 0xff
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0))
}

/** The S-box of AES: the inverse in its field (p runs through powers of 3 and q through their inverses), then affine. */
function aesSbox(): Uint8Array {
  const box = new Uint8Array(256)
  let [p, q] = [1, 1]
  do {
    p ^= double(p)
    q ^= q << 1
    q ^= q << 2
    q = (q ^ (q << 4)) & 0xff
    if (q & 0x80) q ^= 0x09
    const spread = q | (q << 8)
    box[p] = (spread ^ (spread >> 7) ^ (spread >> 6) ^ (spread >> 5) ^ (spread >> 4) ^ 0x63) & 0xff
  } while (p !== 1)
  box[0] = 0x63
  return box
}
