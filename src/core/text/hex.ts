/*
 * Shapes of hex text, in any letter case. A shape says nothing of a checksum: `isEvmAddress` checks the one of EIP-55.
 */

/** `0x` and 40 digits: an EVM address. */
export const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** `0x` and 64 digits: a hash, or a word of calldata. */
export const HEX_WORD = /^0x[0-9a-fA-F]{64}$/

/** 64 digits without `0x`. */
export const WORD_DIGITS = /^[0-9a-fA-F]{64}$/

/** `0x` and any number of whole bytes. */
export const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/
