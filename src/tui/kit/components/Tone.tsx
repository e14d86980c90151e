import { type ReactNode, useContext } from 'react'
import { type Role, ThemeContext } from '../../theme.ts'
import { Text } from './Text.tsx'

/** Text in the look of a role, on one line: what does not fit is cut. */
export function Tone({ role = 'text', children }: { readonly role?: Role; readonly children?: ReactNode }) {
  const theme = useContext(ThemeContext)
  return (
    <Text {...theme[role]} wrap="truncate-end">
      {children}
    </Text>
  )
}
