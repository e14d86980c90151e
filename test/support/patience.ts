/**
 * Longest wait for what must come, in milliseconds. Tests wait for what they need to see; only a hang reaches this, also on
 * one core that something else keeps busy.
 */
export const PATIENCE_MS = 90_000

/** How to wait with `vi.waitFor`. */
export const PATIENT = { timeout: PATIENCE_MS, interval: 10 } as const
