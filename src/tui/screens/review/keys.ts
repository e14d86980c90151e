import type { KeyRow } from '../../keys.ts'

const TERMS = 'review.terms'
const EXPIRED = 'review.expired'
const PAYMENT = 'review.payment'
const PLAYING = ['review.playing', 'review.playing.deposit', 'review.playing.sent']
const STOPPED = ['review.stopped', 'review.stopped.deposit', 'review.stopped.sent']
/** The user pays a deposit. */
const DEPOSIT = ['review.playing.deposit', 'review.stopped.deposit']
/** A transaction waits for a block. */
const SENT = ['review.playing.sent', 'review.stopped.sent']
/** The user pays with a wallet of his own. */
const OWN_WALLET = 'review.own-wallet'
/** Nothing was sent, and the route is known. */
const CLOSED = 'review.closed'
const ENDED = ['review.ended', CLOSED, OWN_WALLET]
const WITH_RUN = [TERMS, EXPIRED, PAYMENT, ...PLAYING, ...STOPPED, ...ENDED]

/** Keys of the Review screen. Enter never agrees to anything. */
export const REVIEW_KEYS: readonly KeyRow[] = [
  { keys: ['y'], label: 'agree and execute', where: [TERMS], action: 'review.agree', footer: 1 },
  { keys: ['l'], label: 'lock again', where: [EXPIRED], action: 'review.lock-again', footer: 1 },
  { keys: ['s'], label: 'sign and send', where: [PAYMENT], action: 'review.agree', footer: 1 },
  { keys: ['n', 'esc'], label: 'decline', where: [TERMS, EXPIRED, PAYMENT], action: 'review.decline', footer: 2 },
  { keys: ['enter'], label: 'confirm', where: ['review.typed', 'review.password'], action: 'review.enter', footer: 1 },
  { keys: ['esc'], label: 'back', where: ['review.typed'], action: 'review.back', footer: 2 },
  { keys: ['esc'], label: 'sign nothing', where: ['review.password'], action: 'review.back', footer: 2 },
  { keys: ['c'], label: 'continue', where: ['review', ...STOPPED], action: 'review.continue', footer: 1 },
  { keys: ['l'], label: 'lock this route again', where: [CLOSED], action: 'review.again', footer: 1 },
  { keys: ['x'], label: 'give up', where: ['review', ...STOPPED], action: 'review.give-up', footer: 2 },
  { keys: ['y'], label: 'yes', where: ['review.sure'], action: 'review.sure', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['review.sure'], action: 'review.back', footer: 2 },
  { keys: ['+'], label: 'speed up', where: SENT, action: 'review.speed-up', footer: 3 },
  { keys: ['-'], label: 'cancel the transaction', where: SENT, action: 'review.cancel', footer: 4 },
  { keys: ['a'], label: 'copy deposit address', where: DEPOSIT, action: 'review.copy-address', footer: 5 },
  { keys: ['m'], label: 'copy memo', where: DEPOSIT, action: 'review.copy-memo', footer: 6 },
  { keys: ['v'], label: 'copy amount', where: [...DEPOSIT, OWN_WALLET], action: 'review.copy-amount', footer: 7 },
  { keys: ['u'], label: 'copy payment link', where: DEPOSIT, action: 'review.copy-link' },
  { keys: ['d'], label: 'copy calldata', where: [OWN_WALLET], action: 'review.copy-data' },
  { keys: ['h'], label: 'copy hash', where: [...PLAYING, ...STOPPED, ...ENDED], action: 'review.copy-hash', footer: 8 },
  { keys: ['i'], label: 'copy id', where: WITH_RUN, action: 'review.copy-id', footer: 9 },
  { keys: ['r'], label: 'copy resume command', where: WITH_RUN, action: 'review.copy-resume' },
  { keys: ['o'], label: 'QR code', where: DEPOSIT, action: 'review.qr', footer: 10 },
  { keys: ['esc', 'o', 'enter'], label: 'close', where: ['review.qr'], action: 'review.back', footer: 1 },
  { keys: ['esc'], label: 'close', where: [...STOPPED, ...ENDED], action: 'review.close', footer: 11 },
  { keys: ['up', 'k'], label: 'up', where: ['review', ...WITH_RUN], action: 'review.up' },
  { keys: ['down', 'j'], label: 'down', where: ['review', ...WITH_RUN], action: 'review.down', footer: 12 },
  { keys: ['pageup'], label: 'ten up', where: WITH_RUN, action: 'review.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: WITH_RUN, action: 'review.page-down' },
]
