/** The door of client: what other rooms may use of it. */
export { createSwapClient, type SwapClient, type SwapClientOptions } from './client.ts'
export type { ByteStream, ClientFetch, ClientReply } from './fetch-option.ts'
