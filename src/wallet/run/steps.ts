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

/** True while nothing was signed. */
export function isBeforePayment({ step }: { readonly step: RunStep }): boolean {
  return ['quoted', 'locking', 'locked', 'executing', 'executed'].includes(step)
}

/** True once nothing more is signed or sent: the run is followed, or over. */
export function isPastSigning({ step }: { readonly step: RunStep }): boolean {
  return step === 'tracked' || step === 'final' || step === 'closed'
}
