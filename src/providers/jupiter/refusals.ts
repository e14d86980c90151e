/** Why it has no route within Solana. */
export const WAITS_FOR_SOLANA = 'It swaps on Solana, and waits until this program can sign for that chain'
