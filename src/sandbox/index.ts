/** The door of sandbox: what other rooms may use of it. */
export { pricedSymbol } from './market.ts'
export { createSandboxMarket, createSandboxProviders } from './providers.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
export const loadPaperWallet = () => import('./paper-wallet.ts')
export const loadPaperMoney = () => import('./paper-money.ts')
export const loadSandboxPriceBook = () => import('./price-book.ts')
export const loadSandboxManifests = () => import('./manifests.ts')
