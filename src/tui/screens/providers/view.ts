import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { listWithDetail } from '../../kit/layout/detail-layout.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { tableRows } from '../../kit/layout/table.ts'
import { problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { detailRows, PROVIDER_LAYOUT } from './detail-rows.ts'
import { PROVIDER_COLUMNS, SERVER_COLUMNS, serverRow, tableRow } from './list-rows.ts'
import { type ListedProvider, markedProvider, type ProvidersState } from './state.ts'

/** The lines of the Providers screen. */
export function viewProviders(props: ScreenProps<ProvidersState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { provider, at } = markedProvider(state) ?? {}
  if (provider === undefined) return scrolledRows(emptyRows(props), { scroll: 0, width, height, spoken })
  const detail = (columns: number) =>
    scrolledRows(detailRows(provider, state, app, columns), { scroll: state.scroll, width: columns, height, spoken })
  return listWithDetail({
    layout: PROVIDER_LAYOUT,
    width,
    list: (columns) => listRows({ ...props, width: columns }, at ?? 0),
    detail: state.showsDetail ? detail : undefined,
  })
}

function emptyRows({ state: { problem, listed }, app, width }: ScreenProps<ProvidersState>): readonly Row[] {
  return problem !== undefined
    ? [...problemRows(problem, width), ...textRows(`${keyFor(app, 'refresh', 'r')} tries again.`, width)]
    : textRows(!app.ready || listed === undefined ? 'reading …' : 'No provider is listed.', width, 'dim')
}

function listRows(props: ScreenProps<ProvidersState>, selected: number): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { listed = [] } = state
  const isServer = app.place.api !== undefined
  return [
    textRow(headText(listed, isServer, app), width, 'accent'),
    ...tableRows({
      columns: isServer ? SERVER_COLUMNS : PROVIDER_COLUMNS,
      rows: listed.map((provider) => (isServer ? serverRow(provider) : tableRow(provider, state, app.now))),
      selected,
      width,
      height: height - 1,
      noun: 'provider',
      spoken,
    }),
  ]
}

function headText(listed: readonly ListedProvider[], isServer: boolean, app: AppFacts): string {
  if (isServer) return `${listed.length} providers of the server; only the server knows their setup`
  const ready = listed.filter(({ state }) => state?.reason === undefined).length
  const [one, all] = [keyFor(app, 'check', 'v'), keyFor(app, 'check-all', 'V')]
  return `${ready} of ${listed.length} ready · ${one} checks the selected provider, ${all} checks all`
}
