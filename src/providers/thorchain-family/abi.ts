/** keccak-256 of `depositWithExpiry(address,address,uint256,string,uint256)`, first four bytes. */
const DEPOSIT_WITH_EXPIRY = '0x44bc937b'
/** Bytes before the text: five arguments, of which the text is an offset. */
const HEAD_BYTES = 160n

export interface RouterDeposit {
  /** The vault, 0x and 40 hex digits. */
  readonly vault: string
  /** The token's contract; the zero address for the native coin. */
  readonly asset: string
  /** Base units of the asset on its own chain. */
  readonly amount: bigint
  /** Printable ASCII. */
  readonly memo: string
  /** Epoch seconds after which the router refuses the call. */
  readonly expiration: number
}

/** Calldata of the router's `depositWithExpiry`. */
export function encodeDeposit(deposit: RouterDeposit): string {
  const memo = Array.from(new TextEncoder().encode(deposit.memo), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [
    DEPOSIT_WITH_EXPIRY,
    address(deposit.vault),
    address(deposit.asset),
    word(deposit.amount),
    word(HEAD_BYTES),
    word(BigInt(deposit.expiration)),
    word(BigInt(memo.length / 2)),
    memo.padEnd(Math.ceil(memo.length / 64) * 64, '0'),
  ].join('')
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function address(text: string): string {
  return text.slice(2).toLowerCase().padStart(64, '0')
}
