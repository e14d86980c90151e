/** The door of server: what other rooms may use of it. */
export { createHandler, type HandlerOptions } from './app.ts'
export { embeddedOptions } from './embedded-options.ts'
export { serve } from './serve.ts'
export type { AccessEntry } from './listen/access-log.ts'
export type { LogEntry } from './options.ts'
