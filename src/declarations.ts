/** Everything that the entries of the package export, each thing once: `build-types.mjs` makes their declarations of it. */
export * from './index.ts'
export { createSwapClient as createWebClient } from './client.ts'
export * from './wallet.ts'
