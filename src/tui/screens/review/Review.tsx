import { Box, Text, useIsScreenReaderEnabled } from 'ink'
import type { ScreenProps } from '../../components/screen-props.ts'
import { TextField } from '../../components/TextField.tsx'
import { Tone } from '../../components/Tone.tsx'
import { clusters, type Line } from '../../line-edit.ts'
import type { Row } from './rows.ts'
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
  const isLong = body.length > room
  const shown = isLong ? room - 1 : room
  const first = Math.min(state.scroll, Math.max(0, body.length - shown))
  const rows = spoken ? body : body.slice(first, first + shown)
  return (
    <Box width={width} height={spoken ? undefined : height}>
      <Box width={columns} flexDirection="column">
        <RowLine row={title} />
        <Box flexDirection="column" flexGrow={1}>
          {rows.map((row, index) => (
            <RowLine key={first + index} row={row} />
          ))}
        </Box>
        {isLong && !spoken ? <Tone role="dim">{moreText(first, body.length - first - shown)}</Tone> : null}
        {pinned.map((row, index) => (
          <RowLine key={index} row={row} />
        ))}
        {field === undefined ? null : <TextField line={field} width={columns} active />}
      </Box>
      {code === undefined ? null : <Code code={code} width={code.width + 1} height={height} />}
    </Box>
  )
}

function moreText(above: number, below: number): string {
  const parts = [...(above > 0 ? [`${above} more above`] : []), ...(below > 0 ? [`${below} more below`] : [])]
  return `↑↓ ${parts.join(', ')}`
}

function RowLine({ row }: { readonly row: Row }) {
  // A line without text would take no line at all.
  if (row.length === 0) return <Text> </Text>
  return (
    <Text wrap="truncate-end">
      {row.map(({ text, role }, index) => (
        <Tone key={index} {...(role === undefined ? {} : { role })}>
          {text}
        </Tone>
      ))}
    </Text>
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
