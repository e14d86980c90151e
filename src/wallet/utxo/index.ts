/** What makes the unsigned deposits of Bitcoin-like chains: slow to load. */
export { makeDepositPsbt } from './deposit-psbt.ts'
export { openEsplora } from './esplora.ts'
