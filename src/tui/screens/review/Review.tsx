import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { ReviewState } from './state.ts'

/** One frame of the Review screen. */
export function Review({ state, width, height }: ScreenProps<ReviewState>) {
  return (
    <Box width={width} height={height} flexDirection="column">
      <Tone>
        {state.route === undefined ? 'No route chosen: choose one on the Swap screen (1).' : state.route.provider}
      </Tone>
    </Box>
  )
}
