/** The door of client: what other rooms may use of it. */
export type { SwapClient, SwapClientOptions } from './client.ts'
export type { ByteStream, ClientFetch, ClientReply } from './fetch-option.ts'
export { createSwapClient } from './pooled-client.ts'
export { createWebClient } from './web-client.ts'
