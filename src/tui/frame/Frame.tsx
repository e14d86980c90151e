import { Box } from 'ink'
import { useLayoutEffect } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Help } from './Help.tsx'
import { helpLines } from './help-lines.ts'
import { StatusLine, statusRows } from './StatusLine.tsx'
import { Tone } from '../kit/components/Tone.tsx'
import { bodySize } from '../kit/layout/scrolling.ts'
import { type Screen, type ScreenList, screenNamed, type ScreenProps } from '../screen.ts'
import { factsOf, isTooSmall, LEAST_SIZE, offeredKeys, type State } from '../state.ts'
import { readTheme, ThemeContext, themeOf } from '../theme.ts'

interface FrameProps {
  readonly screens: ScreenList
  readonly state: State
}

interface AppProps extends FrameProps {
  /** Told when Ink takes the screens down, which it also does when the process ends. */
  readonly onGone: () => void
}

/** One frame, that of the whole program. */
export function App({ screens, state, onGone }: AppProps) {
  useLayoutEffect(() => onGone, [onGone])
  return <Frame screens={screens} state={state} />
}

/** One frame: a function of the state. */
export function Frame({ screens, state }: FrameProps) {
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
        <Header screens={screens} state={state} />
        <Body screens={screens} state={state} height={bodySize(size).rows - (status.length - 1)} />
        <StatusLine rows={status} width={size.columns} />
        <Footer keys={offeredKeys(screens, state)} width={size.columns} helpIsOpen={state.help !== undefined} />
      </Box>
    </ThemeContext.Provider>
  )
}

function Body({ screens, state, height }: FrameProps & { readonly height: number }) {
  const { columns: width } = state.size
  if (state.help !== undefined) {
    const lines = helpLines(offeredKeys(screens, state))
    return <Help lines={lines} from={state.help} width={width} height={height} />
  }
  const screen = screenNamed(screens, state.tab)
  const props = { state: state.screens[screen.name], app: factsOf(state), width, height }
  return <ScreenBody key={screen.name} screen={screen} {...props} />
}

/** The view of one screen: its hooks belong to it, and end with it. */
function ScreenBody({ screen, ...props }: ScreenProps<unknown> & { readonly screen: Screen }) {
  return screen.view(props)
}
