import { Box, useIsScreenReaderEnabled } from 'ink'
import type { ScreenProps } from '../../screen.ts'
import { RowLine, ScrolledRows } from '../../kit/components/ScrolledRows.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { bodyRoom, sideQr, columnsLeft } from './layout.ts'
import { screenRows } from './screen-rows.ts'
import type { QrCode, ReviewState } from './state.ts'
import { Text } from '../../kit/components/Text.tsx'

/** One frame of the Review screen. */
export function Review({ state, app, width, height }: ScreenProps<ReviewState>) {
  const spoken = useIsScreenReaderEnabled()
  if (state.showsQr && state.qr !== undefined) return <Code code={state.qr} width={width} height={height} />
  const code = spoken ? undefined : sideQr(state, width, height)
  const columns = columnsLeft(code, width)
  const { title, body, pinned } = screenRows(state, app, columns, spoken)
  const { typing, kind } = state.question ?? {}
  const room = bodyRoom(state, pinned, height)
  return (
    <Box width={width} height={spoken ? undefined : height}>
      <Box width={columns} flexDirection="column">
        <RowLine row={title} />
        <ScrolledRows rows={body} scroll={state.scroll} width={columns} height={room} />
        {pinned.map((row, index) => (
          <RowLine key={index} row={row} />
        ))}
        {typing === undefined ? null : <TextField line={typing} width={columns} hidden={kind === 'password'} active />}
      </Box>
      {code === undefined ? null : <Code code={code} width={code.width + 1} height={height} />}
    </Box>
  )
}

function Code({ code, width, height }: { readonly code: QrCode; readonly width: number; readonly height: number }) {
  return (
    <Box width={width} height={height} flexDirection="column">
      {code.lines.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
    </Box>
  )
}
