import { abortReason } from '../../src/core/deadline.ts'
import type { PooledHttp } from '../../src/core/ports.ts'

/** Connections to servers that take a request and say nothing, until the caller gives up. */
export interface SilentHttp extends PooledHttp {
  /** Resolves with the first request. */
  readonly asked: Promise<void>
}

export function createSilentHttp(): SilentHttp {
  let ask = () => undefined as void
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  return {
    asked,
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true })
        ask()
      }),
    close: () => Promise.resolve(),
  }
}
