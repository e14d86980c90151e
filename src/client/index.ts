/** The door of client: what other rooms may use of it. */
export { createSwapClient, type SwapClientOptions } from './client.ts'
