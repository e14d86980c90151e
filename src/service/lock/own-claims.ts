/*
 * Which locks this process is executing, and which locks it is making under an Idempotency-Key. What another process began may
 * have ended with it: nobody is told, and only the time of its claim says when it counts as over.
 */

/** Claims of this process, by the id of what they claim. */
export interface OwnClaims {
  begin(id: string): void
  end(id: string): void
  has(id: string): boolean
}

export function createOwnClaims(): OwnClaims {
  const counts = new Map<string, number>()
  return {
    begin: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    end: (id) => {
      const count = (counts.get(id) ?? 0) - 1
      if (count > 0) counts.set(id, count)
      else counts.delete(id)
    },
    has: (id) => counts.has(id),
  }
}
