import { SETTINGS } from '../io/index.ts'

/** Looks that the user may choose from. */
export const THEMES = SETTINGS.theme.choices
export type ThemeName = (typeof THEMES)[number]

/** What a piece of text is, apart from how it looks. */
export const ROLES = ['text', 'dim', 'title', 'accent', 'good', 'warn', 'bad', 'selected', 'key', 'cursor'] as const
export type Role = (typeof ROLES)[number]

/** Colours by the names that Ink knows, and what selects each on a terminal (SGR). */
export const COLOURS = {
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  cyan: '36',
  gray: '90',
  redBright: '91',
  greenBright: '92',
  yellowBright: '93',
  cyanBright: '96',
  whiteBright: '97',
  'ansi256(22)': '38;5;22',
  'ansi256(94)': '38;5;94',
} as const

/** Look of a text. */
export interface Look {
  readonly color?: keyof typeof COLOURS
  readonly bold?: boolean
  readonly inverse?: boolean
  readonly underline?: boolean
}

export type Theme = Readonly<Record<Role, Look>>

const DARK: Theme = {
  text: {},
  dim: { color: 'gray' },
  title: { bold: true },
  accent: { color: 'cyan' },
  good: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red' },
  selected: { inverse: true },
  key: { color: 'cyan', bold: true },
  cursor: { inverse: true, underline: true },
}

const LIGHT: Theme = {
  ...DARK,
  accent: { color: 'blue' },
  good: { color: 'ansi256(22)' },
  warn: { color: 'ansi256(94)' },
  key: { color: 'blue', bold: true },
}

const HIGH_CONTRAST: Theme = {
  text: { bold: true },
  dim: {},
  title: { bold: true, underline: true },
  accent: { color: 'cyanBright', bold: true },
  good: { color: 'greenBright', bold: true },
  warn: { color: 'yellowBright', bold: true },
  bad: { color: 'redBright', bold: true },
  selected: { inverse: true, bold: true },
  key: { color: 'whiteBright', bold: true, underline: true },
  cursor: { inverse: true, underline: true },
}

/** No looks but that of the text cursor: what is selected or bad is also said by signs and words. */
const NONE: Theme = {
  text: {},
  dim: {},
  title: {},
  accent: {},
  good: {},
  warn: {},
  bad: {},
  selected: {},
  key: {},
  cursor: { inverse: true, underline: true },
}

const THEME: Readonly<Record<ThemeName, Theme>> = {
  dark: DARK,
  light: LIGHT,
  'high-contrast': HIGH_CONTRAST,
  none: NONE,
}

/** The looks of a theme. */
export function themeOf(name: ThemeName): Theme {
  return THEME[name]
}

/** The theme that a setting names. @default dark */
export function readTheme(text: string | undefined): ThemeName {
  return THEMES.find((name) => name === text) ?? 'dark'
}

/** What is left of a look where there are to be no colours: the marks by which a place is found. */
export function withoutColour({ inverse }: Look): Look {
  return inverse === true ? { inverse } : {}
}
