import { type Clean, clean, cleanText } from '../../core/text/clean-text.ts'
import type { TerminalForms } from './terminal-forms.ts'

/*
 * Codes that tell the terminal something besides what is drawn on it. All end with BEL, which every terminal takes, but the
 * notice of kitty, whose specification asks for ST: https://sw.kovidgoyal.net/kitty/desktop-notifications
 */

const ESC = clean`\u001B`
const BEL = clean`\u0007`
const ST = clean`${ESC}\\`
/** Longest text, in UTF-16 units. */
const MAX_TEXT = 120

/** What its user wants to be told by. */
export interface NoticeWishes {
  readonly bell: boolean
  readonly desktop: boolean
}

/**
 * One notice, in the one form that this terminal is known to have: a notice of the desktop, else the bell.
 * @param text by strangers too, such as the symbols of assets
 * @param number differs from one notice to the next
 */
export function noticeCode(text: string, number: number, forms: TerminalForms, wishes: NoticeWishes): Clean {
  const bell = wishes.bell ? BEL : clean``
  // In codes a semicolon separates fields.
  const body = cleanText(text.replaceAll(';', ','), MAX_TEXT)
  if (!wishes.desktop) return bell
  switch (forms.desktop) {
    case undefined:
      return bell
    case 'osc9':
      // The name stands first: a text that begins with a number would be another code.
      return clean`${ESC}]9;swapcli: ${body}${BEL}`
    case 'osc777':
      return clean`${ESC}]777;notify;swapcli;${body}${BEL}${forms.isDoubtful ? bell : clean``}`
    case 'osc99':
      return clean`${ESC}]99;i=swapcli-${number}:d=0:p=title;swapcli${ST}${ESC}]99;i=swapcli-${number}:d=1:p=body;${body}${ST}`
  }
}

/** Asks a terminal for its name and version, XTVERSION: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
export const ASK_VERSION = clean`${ESC}[>0q`
/** Asks it for its status, DSR, which it answers once it has worked off all before it. */
export const ASK_STATUS = clean`${ESC}[5n`

/** Keeps the title that the terminal has, where it can. */
export const KEEP_TITLE = clean`${ESC}[22;2t`
/** Brings it back; terminals that cannot keep one show their own. */
export const RESTORE_TITLE = clean`${ESC}]2;${BEL}${ESC}[23;2t`

/** Sets the title. */
export function titleCode(text: string): Clean {
  return clean`${ESC}]2;${cleanText(text, MAX_TEXT)}${BEL}`
}

/** Shows how far something is. @param percent from 0 to 100; undefined shows nothing any more */
export function progressCode(percent: number | undefined): Clean {
  return percent === undefined ? clean`${ESC}]9;4;0${BEL}` : clean`${ESC}]9;4;1;${Math.round(percent)}${BEL}`
}
