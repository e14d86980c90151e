import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { countText } from '../../../core/text/count-text.ts'
import { Box, useIsScreenReaderEnabled } from 'ink'
import type { AppFacts } from '../../events.ts'
import type { ScreenProps } from '../../screen.ts'
import { ListWithDetail } from '../../kit/components/ListWithDetail.tsx'
import { ScrolledRows } from '../../kit/components/ScrolledRows.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import { cutText } from '../../kit/text/text-fit.ts'
import { BLANK, problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import { detailLines, ACTIVITY_LAYOUT } from './detail-rows.ts'
import { ACTIVITY_COLUMNS, tableRow } from './list-rows.ts'
import { type ActivityRow, isFiltered, markedIndex, shownRows } from './list.ts'
import type { ActivityState } from './state.ts'

/** One frame of the Activity screen. */
export function Activity(props: ScreenProps<ActivityState>) {
  const { state, app } = props
  const rows = shownRows(state, app.place.api)
  const row = rows[markedIndex(state, rows)]
  return (
    <ListWithDetail
      {...props}
      layout={ACTIVITY_LAYOUT}
      list={(width) => <List {...props} rows={rows} width={width} />}
      detail={
        state.showsDetail && row !== undefined ? (width) => <Detail {...props} row={row} width={width} /> : undefined
      }
    />
  )
}

type ListProps = ScreenProps<ActivityState> & { readonly rows: readonly ActivityRow[] }

function List({ state, app, rows, width, height }: ListProps) {
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Box width={width} height={1}>
        {state.typing === undefined ? (
          <Tone role="accent">{cutText(headText(state, rows), width)}</Tone>
        ) : (
          <>
            <Tone role="title">{'search: '}</Tone>
            <TextField line={state.typing} width={width - 8} placeholder="id, hash, address, symbol or chain" active />
          </>
        )}
      </Box>
      {rows.length === 0 ? (
        <ScrolledRows rows={emptyRows(state, app, width)} scroll={0} width={width} height={height - 1} />
      ) : (
        <Table
          columns={ACTIVITY_COLUMNS}
          rows={rows.map((row) => tableRow(row, app))}
          selected={markedIndex(state, rows)}
          width={width}
          height={height - 1}
          noun="swap"
        />
      )}
    </Box>
  )
}

function headText(state: ActivityState, rows: readonly ActivityRow[]): string {
  const { filter, counts, total, isTotalLeast, loading, items, damaged, problem } = state
  const { statuses, provider, search } = filter
  const which = [
    ...(statuses.length === 0 ? [] : [statuses.join(', ')]),
    ...(provider === undefined ? [] : [`provider ${provider}`]),
    ...(search === '' ? [] : [`search "${search}"`]),
  ]
  const own = provider === undefined ? (total ?? 0) : items.filter((item) => item.provider === provider).length
  const least = isTotalLeast ? 'at least ' : ''
  const found = `${provider === undefined ? least : ''}${countText(own, 'swap')}`
  const isPart = total !== undefined && items.length + damaged.length < total
  const of = !isPart
    ? found
    : provider === undefined
      ? `${found}, the newest ${items.length} loaded`
      : `${found} among the newest ${items.length} of ${least}${total}`
  const open = rows.filter(({ kind }) => kind === 'run').length
  const byStatus =
    counts === undefined
      ? []
      : Object.entries(counts.byStatus).flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`]))
  return [
    ...(which.length === 0 ? [] : [`only ${which.join(', ')} (A shows all)`]),
    ...(open === 0 ? [] : [`${open} open`]),
    loading && items.length === 0 ? 'reading …' : problem !== undefined ? 'history unavailable; retrying' : of,
    ...(damaged.length === 0 ? [] : [`${damaged.length} damaged, not shown`]),
    ...(which.length > 0 || problem !== undefined ? [] : byStatus),
    ...(loading && items.length > 0 ? ['reading more …'] : []),
  ].join(' · ')
}

function emptyRows(state: ActivityState, { ready, place }: AppFacts, width: number): readonly Row[] {
  const { problem, loading, filter, pages, damaged } = state
  if (problem !== undefined) {
    return [BLANK, ...problemRows(problem, width), ...textRows('g tries again.', width)]
  }
  if (!ready || loading || pages === 0) return []
  if (damaged.length > 0) {
    const lost = `${countText(damaged.length, 'swap is', 'swaps are')} damaged in the store: ${commandLine(['doctor', ...placeWords(place)])}.`
    const rest = isFiltered(filter) ? 'No other matches. A shows all.' : 'There are no others.'
    return [BLANK, ...textRows(lost, width), ...textRows(rest, width)]
  }
  if (isFiltered(filter)) return [BLANK, ...textRows('No swap matches. A shows all.', width)]
  return [
    BLANK,
    ...textRows('No swaps yet.', width),
    ...textRows('Choose assets and an amount on Swap (1), then pick a route with Enter: the swap appears here.', width),
  ]
}

type DetailProps = ScreenProps<ActivityState> & { readonly row: ActivityRow }

function Detail({ state, app, row, width, height }: DetailProps) {
  const spoken = useIsScreenReaderEnabled()
  const lines = detailLines(state, row, app, width, spoken)
  return <ScrolledRows rows={lines} scroll={state.scroll} width={width} height={height} />
}
