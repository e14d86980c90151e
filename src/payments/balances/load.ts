/** What reads balances: loaded where they are asked for. */
export { type HoldingAccount, valueHoldings } from './account-holdings.ts'
export { openCoinBalances } from './coin-balances.ts'
export { readHeld } from './kept-figures.ts'
export { MAIN_CHAINS, type PortfolioParts, readAccount, withChange } from './portfolio.ts'
export { readPastSwaps } from './swapped-assets.ts'
