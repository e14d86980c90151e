/**
 * Where a run stands. `locking`, `executing` and `signed` are intents: they are on disk before the act, so that
 * the process that finds them repeats the act in a way that takes effect only once.
 */
export const RUN_STEPS = [
  'quoted',
  'locking',
  'locked',
  'executing',
  'executed',
  'signed',
  'sent',
  'tracked',
  'final',
  'closed',
] as const
export type RunStep = (typeof RUN_STEPS)[number]
