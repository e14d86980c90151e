import type { AcceptCode } from './acceptances.ts'

/** Codes with which a warning may begin, so that programs find it: `below-floor: the provider promises …`. */
export type WarningCode =
  | 'below-floor'
  | 'unpriced-cost'
  | 'single-node'
  | 'value-unknown'
  | 'allowance-left'
  | 'nothing-arrived'
  | 'below-least'
  | 'paper-printed'
  | 'promised'
  | AcceptCode

/** A warning with its code. @param text a clause or sentence */
export function codedWarning(code: WarningCode, text: string): string {
  return `${code}: ${text}`
}

/** True where one of these warnings has this code. */
export function hasWarning(warnings: readonly string[] | undefined, code: WarningCode): boolean {
  return warnings?.some((warning) => warning.startsWith(`${code}: `)) === true
}
