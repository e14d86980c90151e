/*
 * What signing takes of viem. Load it by import(): it names what it takes so that the bundle leaves out the rest, where
 * `import('viem')` costs a payment 100 ms of processor time more (viem 2.57.1).
 */
export { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem'
// Of ox, because viem takes keys as text only, which cannot be overwritten.
export { fromPublicKey } from 'ox/Address'
export { getPublicKey, sign } from 'ox/Secp256k1'

/** 0x-hex as viem types it. @param digits with or without 0x */
export function asHex(digits: string): `0x${string}` {
  return `0x${digits.replace(/^0x/, '')}`
}
