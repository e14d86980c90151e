import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { SwapState } from './state.ts'

/** One frame of the Swap screen. */
export function Swap({ width, height }: ScreenProps<SwapState>) {
  return (
    <Box width={width} height={height}>
      <Tone>Swap</Tone>
    </Box>
  )
}
