import type { ActionOf, KeyRow, ModeOf } from '../../keys.ts'
import { pageKeys } from '../../kit/moves.ts'

const TERMS = 'terms'
const EXPIRED = 'expired'
const PAYMENT = 'payment'
const STOPPED = 'stopped'
const OPEN = ['running', STOPPED] as const
/** The user pays with another wallet. */
const OWN_WALLET = 'own-wallet'
/** Nothing was sent, and the route is known. */
const CLOSED = 'closed'
const ENDED = ['ended', CLOSED, OWN_WALLET] as const
const WITH_RUN = [TERMS, EXPIRED, PAYMENT, ...OPEN, ...ENDED] as const

/** Keys that copy. */
export const COPY_KEYS = [
  { keys: ['a'], label: 'copy deposit address', where: OPEN, action: 'copy-address', footer: 5 },
  { keys: ['m'], label: 'copy memo', where: OPEN, action: 'copy-memo', footer: 6 },
  { keys: ['v'], label: 'copy amount', where: [...OPEN, OWN_WALLET], action: 'copy-amount', footer: 7 },
  { keys: ['u'], label: 'copy payment link', where: OPEN, action: 'copy-link' },
  { keys: ['d'], label: 'copy calldata', where: [OWN_WALLET], action: 'copy-data' },
  { keys: ['h'], label: 'copy hash', where: [...OPEN, ...ENDED], action: 'copy-hash', footer: 8 },
  { keys: ['i'], label: 'copy id', where: WITH_RUN, action: 'copy-id', footer: 9 },
  { keys: ['r'], label: 'copy resume command', where: WITH_RUN, action: 'copy-resume' },
] as const satisfies readonly KeyRow[]

/** Keys of the Review screen. Enter never agrees to anything. */
export const REVIEW_KEYS = [
  { keys: ['y'], label: 'agree and execute', where: [TERMS], action: 'agree', footer: 1 },
  { keys: ['l'], label: 'lock again', where: [EXPIRED], action: 'lock-again', footer: 1 },
  { keys: ['s'], label: 'sign and send', where: [PAYMENT], action: 'agree', footer: 1 },
  { keys: ['n', 'esc'], label: 'decline', where: [TERMS, EXPIRED, PAYMENT], action: 'decline', footer: 2 },
  { keys: ['enter'], label: 'confirm', where: ['typed', 'password'], action: 'enter', footer: 1 },
  { keys: ['esc'], label: 'back', where: ['typed'], action: 'back', footer: 2 },
  { keys: ['esc'], label: 'do not sign', where: ['password'], action: 'back', footer: 2 },
  { keys: ['c'], label: 'continue', where: ['start', STOPPED], action: 'continue', footer: 1 },
  { keys: ['l'], label: 'lock this route again', where: [CLOSED], action: 'again', footer: 1 },
  { keys: ['x'], label: 'give up', where: ['start', STOPPED], action: 'give-up', footer: 2 },
  { keys: ['y'], label: 'yes', where: ['confirm'], action: 'confirm', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['confirm'], action: 'back', footer: 2 },
  { keys: ['+'], label: 'speed up', where: OPEN, action: 'speed-up', footer: 3 },
  { keys: ['-'], label: 'cancel transaction', where: OPEN, action: 'cancel', footer: 4 },
  ...COPY_KEYS,
  { keys: ['o'], label: 'QR code', where: OPEN, action: 'qr', footer: 10 },
  { keys: ['esc', 'o', 'enter'], label: 'close', where: ['qr'], action: 'back', footer: 1 },
  { keys: ['esc'], label: 'close', where: [STOPPED, ...ENDED], action: 'close', footer: 11 },
  { keys: ['up', 'k'], label: 'up', where: ['start', ...WITH_RUN], action: 'up' },
  { keys: ['down', 'j'], label: 'down', where: ['start', ...WITH_RUN], action: 'down', footer: 12 },
  ...pageKeys(WITH_RUN),
] as const satisfies readonly KeyRow[]

export type ReviewMode = ModeOf<typeof REVIEW_KEYS>
export type ReviewAction = ActionOf<typeof REVIEW_KEYS>
export type CopyAction = ActionOf<typeof COPY_KEYS>
