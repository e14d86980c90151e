/** Answers that running work waits for. */
export interface PendingAnswers<A> {
  /** Waits for an answer. @param name of the piece of work, which waits for one answer at a time */
  wait(name: string, signal: AbortSignal): Promise<A>
  /** Gives an answer to the work that waits for it; does nothing where none does. */
  give(name: string, answer: A): void
}

/** Starts with no one waiting. */
export function createPendingAnswers<A>(): PendingAnswers<A> {
  const waiting = new Map<string, (answer: A) => void>()
  return {
    wait: (name, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(name)
          reject(signal.reason instanceof Error ? signal.reason : new Error('left'))
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave, { once: true })
        waiting.set(name, (answer) => {
          waiting.delete(name)
          signal.removeEventListener('abort', leave)
          resolve(answer)
        })
      }),
    give: (name, answer) => waiting.get(name)?.(answer),
  }
}
