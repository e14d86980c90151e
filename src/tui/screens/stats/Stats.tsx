import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { StatsState } from './state.ts'

/** One frame of the Stats screen. */
export function Stats({ width, height }: ScreenProps<StatsState>) {
  return (
    <Box width={width} height={height}>
      <Tone>Stats</Tone>
    </Box>
  )
}
