/** The door of prices: what an amount is worth by evidence that no counterparty makes. */
export const loadPriceBook = () => import('./book.ts')
