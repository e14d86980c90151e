/** What the library opens: in the package it is the program's own service, handler and client, so that they are there once. */
export { createSwapClient } from './client/index.ts'
export { openSwapService } from './open.ts'
export { createHandler } from './server/index.ts'
