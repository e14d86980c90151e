/** What tells that work shall stop, once: an AbortSignal, or something that costs a tenth of one. */
export interface StopSignal {
  readonly aborted: boolean
  /** Why; undefined before. */
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Something that ends once. */
export interface Ending {
  readonly stopped: StopSignal
  /** An AbortSignal that says the same, for what needs one. The same each time. */
  readonly signal: () => AbortSignal
  /** Ends it; more than once is as once. */
  readonly end: (reason: unknown) => void
}

/**
 * An AbortController takes Node some 10 µs with its signal and its abort, and a quote has some for each provider. No getters:
 * an object with getters of its own has a hidden class of its own, and all that it holds stays until a full collection.
 */
export function createEnding(): Ending {
  let listeners: Set<() => void> | undefined
  let controller: AbortController | undefined
  const state = { aborted: false, reason: undefined as unknown }
  const stopped: StopSignal = Object.assign(state, {
    addEventListener: (_type: 'abort', listener: () => void) => {
      if (!state.aborted) (listeners ??= new Set()).add(listener)
    },
    removeEventListener: (_type: 'abort', listener: () => void) => {
      listeners?.delete(listener)
    },
  })
  return {
    stopped,
    signal: () => {
      if (controller === undefined) {
        controller = new AbortController()
        if (state.aborted) controller.abort(state.reason)
      }
      return controller.signal
    },
    end: (reason) => {
      if (state.aborted) return
      state.aborted = true
      state.reason = reason
      controller?.abort(reason)
      listeners?.forEach((listener) => listener())
      listeners = undefined
    },
  }
}
