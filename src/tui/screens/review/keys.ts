import type { ActionOf, KeyRow } from '../../keys.ts'
import { pageKeys } from '../../kit/moves.ts'

/** Modes of the Review screen. */
export type ReviewMode =
  | 'start'
  | 'terms'
  | 'expired'
  | 'payment'
  | 'typed'
  | 'password'
  | 'name'
  | 'confirm'
  | 'running'
  | 'stopped'
  | 'ended'
  /** Nothing was sent, and the route is known. */
  | 'closed'
  /** The user pays with another wallet. */
  | 'own-wallet'
  | 'qr'

const OPEN = ['running', 'stopped'] as const
const ENDED = ['ended', 'closed', 'own-wallet'] as const
const WITH_RUN = ['terms', 'expired', 'payment', ...OPEN, ...ENDED] as const

/** Keys that copy. */
export const COPY_KEYS = [
  { keys: ['a'], label: 'copy deposit address', where: OPEN, action: 'copy-address', footer: 5 },
  { keys: ['m'], label: 'copy memo', where: OPEN, action: 'copy-memo', footer: 6 },
  { keys: ['v'], label: 'copy amount', where: [...OPEN, 'own-wallet'], action: 'copy-amount', footer: 7 },
  { keys: ['u'], label: 'copy payment link', where: OPEN, action: 'copy-link' },
  { keys: ['e'], label: 'copy memo as hex', where: OPEN, action: 'copy-hex' },
  { keys: ['p'], label: 'copy psbt command', where: OPEN, action: 'copy-psbt' },
  { keys: ['d'], label: 'copy calldata', where: ['own-wallet'], action: 'copy-data' },
  { keys: ['h'], label: 'copy hash', where: [...OPEN, ...ENDED], action: 'copy-hash', footer: 8 },
  { keys: ['i'], label: 'copy id', where: WITH_RUN, action: 'copy-id', footer: 9 },
  { keys: ['r'], label: 'copy resume command', where: WITH_RUN, action: 'copy-resume' },
] as const satisfies readonly KeyRow<ReviewMode>[]

/** Keys of the Review screen. Enter never agrees to anything. */
export const REVIEW_KEYS = [
  { keys: ['y'], label: 'agree and execute', where: ['terms'], action: 'agree', footer: 1 },
  { keys: ['l'], label: 'lock again', where: ['expired'], action: 'lock-again', footer: 1 },
  { keys: ['s'], label: 'sign and send', where: ['payment'], action: 'agree', footer: 1 },
  { keys: ['n', 'esc'], label: 'decline', where: ['terms', 'expired', 'payment'], action: 'decline', footer: 2 },
  { keys: ['enter'], label: 'confirm', where: ['typed', 'password'], action: 'enter', footer: 1 },
  { keys: ['esc'], label: 'back', where: ['typed'], action: 'back', footer: 2 },
  { keys: ['esc'], label: 'do not sign', where: ['password'], action: 'back', footer: 2 },
  { keys: ['c'], label: 'continue', where: ['start', 'stopped'], action: 'continue', footer: 1 },
  { keys: ['l'], label: 'lock this route again', where: ['closed'], action: 'again', footer: 1 },
  { keys: ['x'], label: 'give up', where: ['start', 'stopped'], action: 'give-up', footer: 2 },
  { keys: ['y'], label: 'yes', where: ['name'], action: 'agree', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['name'], action: 'decline', footer: 2 },
  { keys: ['y'], label: 'yes', where: ['confirm'], action: 'confirm', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['confirm'], action: 'back', footer: 2 },
  { keys: ['+'], label: 'speed up', where: OPEN, action: 'speed-up', footer: 3 },
  { keys: ['-'], label: 'cancel transaction', where: OPEN, action: 'cancel', footer: 4 },
  ...COPY_KEYS,
  { keys: ['o'], label: 'QR code', where: OPEN, action: 'qr', footer: 10 },
  { keys: ['esc', 'o', 'enter'], label: 'close', where: ['qr'], action: 'back', footer: 1 },
  { keys: ['esc'], label: 'close', where: ['stopped', ...ENDED], action: 'close', footer: 11 },
  { keys: ['up', 'k'], label: 'up', where: ['start', ...WITH_RUN], action: 'up' },
  { keys: ['down', 'j'], label: 'down', where: ['start', ...WITH_RUN], action: 'down', footer: 12 },
  ...pageKeys(WITH_RUN),
] as const satisfies readonly KeyRow<ReviewMode>[]

export type ReviewAction = ActionOf<typeof REVIEW_KEYS>
export type CopyAction = ActionOf<typeof COPY_KEYS>
