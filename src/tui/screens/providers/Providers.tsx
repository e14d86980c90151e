import { Box } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { Tone } from '../../components/Tone.tsx'
import type { ProvidersState } from './state.ts'

/** One frame of the Providers screen. */
export function Providers({ width, height }: ScreenProps<ProvidersState>) {
  return (
    <Box width={width} height={height}>
      <Tone>Providers</Tone>
    </Box>
  )
}
