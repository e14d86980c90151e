/** Questions that running work has put to the user; an answer goes to the piece of work that waits for it. */
export interface Questions<A> {
  /** Waits for the answer. @param name of the piece of work; one question of a name waits at a time */
  ask(name: string, signal: AbortSignal): Promise<A>
  /** Answers; does nothing where nobody waits. */
  answer(name: string, answer: A): void
}

/** Makes an empty desk of questions. */
export function createQuestions<A>(): Questions<A> {
  const waiting = new Map<string, (answer: A) => void>()
  return {
    ask: (name, signal) =>
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
    answer: (name, answer) => waiting.get(name)?.(answer),
  }
}
