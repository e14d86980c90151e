import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { ActivityState } from './state.ts'

/** One frame of the Activity screen. */
export function Activity({ width, height }: ScreenProps<ActivityState>) {
  return (
    <Box width={width} height={height}>
      <Tone>Activity</Tone>
    </Box>
  )
}
