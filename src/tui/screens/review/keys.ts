import type { ActionOf, KeyRow } from '../../keys.ts'
import { jumpKeys } from '../../kit/moves.ts'

/** Modes of the Review screen. */
export type ReviewMode =
  | 'start'
  /** Agreeing executes the lock. */
  | 'terms'
  /** Agreeing executes the lock, and pays. */
  | 'terms-pay'
  | 'expired'
  | 'payment'
  | 'typed'
  /** The lock ran out over what is typed: the field takes the rest of it, so that no other key does. */
  | 'typed-late'
  | 'password'
  | 'name'
  | 'confirm'
  | 'running'
  /** A lock is asked for, and nothing is at stake. */
  | 'locking'
  | 'stopped'
  | 'ended'
  /** Nothing was sent, and the route is known. */
  | 'closed'
  /** The user pays with another wallet. */
  | 'own-wallet'
  | 'qr'

const OPEN = ['running', 'stopped'] as const
const ENDED = ['ended', 'closed', 'own-wallet'] as const
/** Modes of a question that is no text to type. */
const ASKED = ['terms', 'terms-pay', 'expired', 'payment'] as const
const WITH_RUN = [...ASKED, 'locking', ...OPEN, ...ENDED] as const

/** Modes in which another swap can be shown: the question of this one waits. */
const SWITCHING = ['start', 'typed', 'typed-late', 'password', 'name', ...WITH_RUN] as const

/** Keys that copy: all but that of the first take Alt. */
export const COPY_KEYS = [
  { keys: ['y'], label: 'copy', where: [...OPEN, ...ENDED], action: 'copy', footer: 5 },
  { keys: ['alt-a'], label: 'copy deposit address', where: OPEN, action: 'copy-address', footer: 6 },
  { keys: ['alt-m'], label: 'copy memo', where: OPEN, action: 'copy-memo', footer: 6 },
  { keys: ['alt-v'], label: 'copy amount', where: [...OPEN, 'own-wallet'], action: 'copy-amount', footer: 7 },
  { keys: ['alt-u'], label: 'copy payment link', where: OPEN, action: 'copy-link' },
  { keys: ['alt-e'], label: 'copy memo as hex', where: OPEN, action: 'copy-hex' },
  { keys: ['alt-p'], label: 'copy psbt command', where: OPEN, action: 'copy-psbt' },
  { keys: ['alt-d'], label: 'copy calldata', where: ['own-wallet'], action: 'copy-data' },
  { keys: ['alt-h'], label: 'copy hash', where: [...OPEN, ...ENDED], action: 'copy-hash', footer: 8 },
  { keys: ['alt-i'], label: 'copy id', where: WITH_RUN, action: 'copy-id', footer: 9 },
  { keys: ['alt-r'], label: 'copy resume command', where: WITH_RUN, action: 'copy-resume' },
] as const satisfies readonly KeyRow<ReviewMode>[]

/**
 * Keys of the Review screen. That which pays does nothing else anywhere; where the amount must be typed, Enter behind it
 * pays, and nothing that is not the amount does.
 */
export const REVIEW_KEYS = [
  { keys: ['P'], label: 'pay', where: ['terms-pay', 'payment'], action: 'pay', agrees: 'alone', footer: 1 },
  { keys: ['Y'], label: 'agree and execute', where: ['terms'], action: 'yes', agrees: 'alone', footer: 1 },
  { keys: ['Y'], label: 'yes', where: ['name', 'confirm'], action: 'yes', agrees: 'alone', footer: 1 },
  { keys: ['L'], label: 'lock again', where: ['expired'], action: 'lock-again', agrees: 'alone', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: [...ASKED, 'name', 'confirm', 'locking'], action: 'no', footer: 2 },
  { keys: ['enter'], label: 'send', where: ['typed'], action: 'enter', agrees: 'typed', footer: 1 },
  { keys: ['enter', 'esc'], label: 'leave the field', where: ['typed-late'], action: 'enter', footer: 1 },
  { keys: ['enter'], label: 'sign', where: ['password'], action: 'enter', footer: 1 },
  { keys: ['esc'], label: 'no', where: ['typed', 'password'], action: 'no', footer: 2 },
  { keys: ['c'], label: 'continue', where: ['start', 'stopped'], action: 'continue', footer: 1 },
  { keys: ['L'], label: 'lock this route again', where: ['closed'], action: 'again', footer: 1 },
  { keys: ['X'], label: 'give up', where: ['start', 'stopped', 'locking'], action: 'give-up', footer: 2 },
  { keys: ['+'], label: 'speed up', where: OPEN, action: 'speed-up', footer: 3 },
  { keys: ['-'], label: 'cancel transaction', where: OPEN, action: 'cancel', footer: 4 },
  ...COPY_KEYS,
  { keys: ['Q'], label: 'QR code', where: OPEN, action: 'qr', footer: 10 },
  { keys: ['esc', 'Q', 'enter'], label: 'close', where: ['qr'], action: 'back', footer: 1 },
  { keys: ['esc'], label: 'close', where: ['stopped', ...ENDED], action: 'close', footer: 11 },
  { keys: ['tab', '>'], label: 'next swap', where: SWITCHING, action: 'next-swap', looks: true, footer: 5 },
  { keys: ['shift-tab', '<'], label: 'swap before', where: SWITCHING, action: 'swap-before', looks: true },
  { keys: ['up', 'k'], label: 'up', where: SWITCHING, action: 'up' },
  {
    keys: ['down', 'j'],
    label: 'down',
    where: SWITCHING,
    action: 'down',
    footer: 12,
  },
  ...jumpKeys(SWITCHING),
] as const satisfies readonly KeyRow<ReviewMode>[]

export type ReviewAction = ActionOf<typeof REVIEW_KEYS>
export type CopyAction = ActionOf<typeof COPY_KEYS>
