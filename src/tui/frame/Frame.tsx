import { Box } from 'ink'
import { useLayoutEffect } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Help } from './Help.tsx'
import { StatusLine, statusRows } from './StatusLine.tsx'
import { Tone } from '../kit/components/Tone.tsx'
import { Activity } from '../screens/activity/Activity.tsx'
import { Providers } from '../screens/providers/Providers.tsx'
import { Review } from '../screens/review/Review.tsx'
import { Settings } from '../screens/settings/Settings.tsx'
import { Stats } from '../screens/stats/Stats.tsx'
import { Swap } from '../screens/swap/Swap.tsx'
import { bodySize } from '../kit/layout/scrolling.ts'
import { factsOf, focusOf, isTooSmall, LEAST_SIZE, type State } from '../state.ts'
import { readTheme, ThemeContext, themeOf } from '../theme.ts'

interface AppProps {
  readonly state: State
  /** Told when Ink takes the screens down, which it also does when the process ends. */
  readonly onGone: () => void
}

/** One frame, that of the whole program. */
export function App({ state, onGone }: AppProps) {
  useLayoutEffect(() => onGone, [onGone])
  return <Frame state={state} />
}

/** One frame: a function of the state. */
export function Frame({ state }: { readonly state: State }) {
  const { size } = state
  const theme = themeOf(readTheme(state.settings['theme']))
  if (isTooSmall(state)) {
    return (
      <Box width={size.columns} height={size.rows} flexDirection="column">
        <Tone>
          swapcli needs {LEAST_SIZE.columns} x {LEAST_SIZE.rows} cells.
        </Tone>
        <Tone>
          This terminal has {size.columns} x {size.rows}.
        </Tone>
        <Tone>Make it larger, or q to quit.</Tone>
      </Box>
    )
  }
  const status = statusRows(state)
  return (
    <ThemeContext.Provider value={theme}>
      <Box width={size.columns} height={size.rows} flexDirection="column" overflow="hidden">
        <Header state={state} />
        <Body state={state} height={bodySize(size).rows - (status.length - 1)} />
        <StatusLine rows={status} width={size.columns} />
        <Footer focus={focusOf(state)} width={size.columns} helpIsOpen={state.help !== undefined} />
      </Box>
    </ThemeContext.Provider>
  )
}

function Body({ state, height }: { readonly state: State; readonly height: number }) {
  const app = factsOf(state)
  const place = { app, width: state.size.columns, height }
  if (state.help !== undefined) {
    return <Help focus={focusOf(state)} from={state.help} width={place.width} height={place.height} />
  }
  switch (state.tab) {
    case 'swap':
      return <Swap state={state.swap} {...place} />
    case 'review':
      return <Review state={state.review} {...place} />
    case 'activity':
      return <Activity state={state.activity} {...place} />
    case 'providers':
      return <Providers state={state.providers} {...place} />
    case 'stats':
      return <Stats state={state.stats} {...place} />
    case 'settings':
      return <Settings state={state.settingsScreen} {...place} />
  }
}
