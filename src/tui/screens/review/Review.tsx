import { Box, Text, useIsScreenReaderEnabled } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { RowLine, ScrolledRows } from '../../components/ScrolledRows.tsx'
import { TextField } from '../../components/TextField.tsx'
import { clusters, type Line } from '../../line-edit.ts'
import { screenRows } from './screen-rows.ts'
import type { QrCode, ReviewState } from './state.ts'

/** Columns that the lines keep beside a QR code. */
const LEAST_BESIDE_QR = 76

/** One frame of the Review screen. */
export function Review({ state, app, width, height }: ScreenProps<ReviewState>) {
  const spoken = useIsScreenReaderEnabled()
  if (state.showsQr && state.qr !== undefined) return <Code code={state.qr} width={width} height={height} />
  const code = spoken ? undefined : codeBeside(state, width, height)
  const columns = code === undefined ? width : width - code.width - 1
  const { title, body, pinned } = screenRows(state, app, columns, spoken)
  const { typing, kind } = state.question ?? {}
  const field = typing === undefined ? undefined : kind === 'password' ? masked(typing) : typing
  const room = Math.max(1, height - 1 - pinned.length - (field === undefined ? 0 : 1))
  return (
    <Box width={width} height={spoken ? undefined : height}>
      <Box width={columns} flexDirection="column">
        <RowLine row={title} />
        <ScrolledRows rows={body.map((row) => ({ row }))} scroll={state.scroll} width={columns} height={room} />
        {pinned.map((row, index) => (
          <RowLine key={index} row={row} />
        ))}
        {field === undefined ? null : <TextField line={field} width={columns} active />}
      </Box>
      {code === undefined ? null : <Code code={code} width={code.width + 1} height={height} />}
    </Box>
  )
}

/** What is typed, as dots. */
function masked({ text, cursor }: Line): Line {
  return { text: '•'.repeat(clusters(text).length), cursor }
}

/** The code, where it stands beside the lines without taking their place. */
function codeBeside({ qr, run, question, playing }: ReviewState, width: number, height: number): QrCode | undefined {
  const isDue = playing && question === undefined && run?.deposit !== undefined && run.step === 'tracked'
  const stage = run?.transaction?.stage
  if (!isDue || qr === undefined || (stage !== undefined && stage !== 'awaiting_deposit')) return undefined
  return qr.lines.length <= height && width - qr.width - 1 >= LEAST_BESIDE_QR ? qr : undefined
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
