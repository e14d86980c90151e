/** The door of prices: what an amount is worth by evidence that no counterparty makes. */
export type { PriceBookParts } from './book.ts'
export type { PriceData } from './tables.ts'

export const loadPriceBook = () => import('./book.ts')
