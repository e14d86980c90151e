import { atExit } from './at-exit.ts'

/** Keeps an object from being collected until the process ends. */
export function keepUntilExit(kept: object): void {
  atExit(() => void kept)
}
