import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { SettingsState } from './state.ts'

/** One frame of the Settings screen. */
export function Settings({ width, height }: ScreenProps<SettingsState>) {
  return (
    <Box width={width} height={height}>
      <Tone>Settings</Tone>
    </Box>
  )
}
