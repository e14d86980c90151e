import { createContext } from 'react'
import { SETTINGS } from '../io/index.ts'

/** Looks that the user may choose from. */
export const THEMES = SETTINGS.theme.choices
export type ThemeName = (typeof THEMES)[number]

/** What a piece of text is, apart from how it looks. */
export const ROLES = ['text', 'dim', 'title', 'accent', 'good', 'warn', 'bad', 'selected', 'key'] as const
export type Role = (typeof ROLES)[number]

/** Look of a text, as Ink's Text takes it. */
export interface Look {
  readonly color?: string
  readonly bold?: boolean
  readonly dimColor?: boolean
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
}

const LIGHT: Theme = {
  ...DARK,
  accent: { color: 'blue' },
  good: { color: '#006400' },
  warn: { color: '#8a5a00' },
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
}

/** No codes at all: what is selected or bad is also said by signs and words. */
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

/** The theme in force, for components. */
export const ThemeContext = createContext<Theme>(DARK)
