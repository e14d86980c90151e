import { countText } from '../../../core/text/count-text.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { listWithDetail } from '../../kit/layout/detail-layout.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { tableRows } from '../../kit/layout/table.ts'
import { oldText } from '../../kit/text/ages.ts'
import { problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { failedCheck } from './availability.ts'
import { detailRows, PROVIDER_LAYOUT } from './detail-rows.ts'
import { PROVIDER_COLUMNS, SERVER_COLUMNS, serverRow, tableRow } from './list-rows.ts'
import { markedProvider, shownProviders, siftTable } from './sifting.ts'
import type { ProvidersState } from './state.ts'

/** The lines of the Providers screen. */
export function viewProviders(props: ScreenProps<ProvidersState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { listed = [] } = state
  if (listed.length === 0) return scrolledRows(emptyRows(props), { scroll: 0, width, height, spoken })
  const { provider, at } = markedProvider(state, app) ?? {}
  const detail = (columns: number) =>
    provider === undefined
      ? []
      : scrolledRows(detailRows(provider, state, { app, width: columns, spoken }), {
          ...{ scroll: state.scroll, width: columns, height, spoken },
        })
  return listWithDetail({
    layout: PROVIDER_LAYOUT,
    width,
    list: (columns) => listRows({ ...props, width: columns }, at),
    detail: state.showsDetail && provider !== undefined ? detail : undefined,
  })
}

function emptyRows({ state: { problem, listed }, app, width }: ScreenProps<ProvidersState>): readonly Row[] {
  return problem !== undefined
    ? [...problemRows(problem, width), ...textRows(`${keyFor(app, 'refresh', 'r')} tries again.`, width)]
    : textRows(!app.ready || listed === undefined ? 'reading …' : 'No provider is listed.', width, 'dim')
}

function listRows(props: ScreenProps<ProvidersState>, selected: number | undefined): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { listed = [] } = state
  const isServer = app.place.api !== undefined
  const shown = shownProviders(state, app)
  const sifted = siftRows(
    { table: siftTable(state, app.place), rows: listed, shown: shown.length, width, spoken },
    state.sifting,
  )
  const head = sifted.length > 0 ? sifted : [textRow(headText(state, isServer, app), width, 'accent')]
  return [
    ...head,
    ...tableRows({
      columns: sortedColumns(isServer ? SERVER_COLUMNS : PROVIDER_COLUMNS, state.sifting, app, spoken),
      rows: shown.map((provider) => (isServer ? serverRow(provider) : tableRow(provider, state, app.now))),
      selected,
      width,
      height: height - head.length,
      noun: 'provider',
      spoken,
    }),
  ]
}

function headText({ listed = [], listedAt, checks }: ProvidersState, isServer: boolean, app: AppFacts): string {
  const old = oldText(listedAt, app)
  const served = `${countText(listed.length, 'provider')} of the server`
  if (isServer) return `${old === '' ? served : `${old}: ${served}`}; figures are its word, of all its users`
  const failed = listed.filter((provider) => failedCheck(provider, checks) !== undefined).length
  const ready = listed.filter(({ state }) => state?.reason === undefined).length - failed
  const found = failed === 0 ? '' : `, ${failed} failed the check`
  const [one, all] = [keyFor(app, 'check', 'v'), keyFor(app, 'check-all', 'V')]
  return `${ready} of ${listed.length} ready${found} · ${one} checks the selected provider, ${all} checks all`
}
