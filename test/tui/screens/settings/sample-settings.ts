import type { AppState, ProgramEvent } from '../../../../src/tui/screens.ts'
import type { AccountSummary } from '../../../../src/tui/context.ts'
import { keys, play, screensOf } from '../../sample-swap.ts'

export const MAIN: AccountSummary = {
  name: 'main',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  kind: 'keystore',
}
export const COLD: AccountSummary = {
  name: 'cold',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  kind: 'watch',
}

interface Sample {
  readonly settings?: Readonly<Record<string, string>>
  /** Origins that are no settings file, or of secrets. */
  readonly origins?: Readonly<Record<string, readonly [name: string, isFile: boolean]>>
  readonly accounts?: readonly AccountSummary[]
  readonly api?: string
  readonly size?: readonly [columns: number, rows: number]
}

/** What the screen is told when it is shown. */
export function facts({ settings = {}, origins = {}, accounts = [] }: Sample): ProgramEvent {
  const kept = Object.keys(settings).map((key) => [key, { name: 'config.json', isFile: true }] as const)
  const others = Object.entries(origins).map(([key, [name, isFile]]) => [key, { name, isFile }] as const)
  return { on: 'settings', type: 'facts', origins: Object.fromEntries([...kept, ...others]), accounts }
}

/** The screens on the Settings tab. */
export function shown(sample: Sample = {}): AppState {
  const { settings = {}, api, size = [120, 40] } = sample
  const start = screensOf(...size)
  const place = { ...start.place, api }
  return play({ ...start, place, settings }, [{ on: 'app', type: 'opened' }, ...keys('6'), facts(sample)]).state
}
