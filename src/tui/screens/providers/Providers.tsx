import { Box } from 'ink'
import type { ScreenProps } from '../../screen.ts'
import { ListWithDetail } from '../../kit/components/ListWithDetail.tsx'
import { ScrolledRows } from '../../kit/components/ScrolledRows.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import { cutText } from '../../kit/text/text-fit.ts'
import { problemRows, textRows } from '../../kit/text/rows.ts'
import { detailRows, PROVIDER_LAYOUT } from './detail-rows.ts'
import { PROVIDER_COLUMNS, SERVER_COLUMNS, serverRow, tableRow } from './list-rows.ts'
import { type ListedProvider, markedProvider, type ProvidersState } from './state.ts'

/** One frame of the Providers screen. */
export function Providers(props: ScreenProps<ProvidersState>) {
  const { state } = props
  const { provider, at } = markedProvider(state) ?? {}
  if (provider === undefined) return <Nothing {...props} />
  return (
    <ListWithDetail
      {...props}
      layout={PROVIDER_LAYOUT}
      list={(width) => <List {...props} at={at ?? 0} width={width} />}
      detail={state.showsDetail ? (width) => <Detail {...props} provider={provider} width={width} /> : undefined}
    />
  )
}

function Nothing({ state: { problem, listed }, app, width, height }: ScreenProps<ProvidersState>) {
  const rows =
    problem !== undefined
      ? [...problemRows(problem, width), ...textRows('g tries again.', width)]
      : textRows(!app.ready || listed === undefined ? 'reading …' : 'No provider is listed.', width, 'dim')
  return <ScrolledRows rows={rows} scroll={0} width={width} height={height} />
}

function List({ state, app, width, height, at }: ScreenProps<ProvidersState> & { readonly at: number }) {
  const { listed = [] } = state
  const isServer = app.place.api !== undefined
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Tone role="accent">{cutText(headText(listed, isServer), width)}</Tone>
      <Table
        columns={isServer ? SERVER_COLUMNS : PROVIDER_COLUMNS}
        rows={listed.map((provider) => (isServer ? serverRow(provider) : tableRow(provider, state, app.now)))}
        selected={at}
        width={width}
        height={height - 1}
        noun="provider"
      />
    </Box>
  )
}

function headText(listed: readonly ListedProvider[], isServer: boolean): string {
  if (isServer) return `${listed.length} providers of the server; only the server knows their setup`
  const ready = listed.filter(({ state }) => state?.reason === undefined).length
  return `${ready} of ${listed.length} ready · c checks the selected provider, C checks all`
}

function Detail({
  state,
  app,
  provider,
  width,
  height,
}: ScreenProps<ProvidersState> & { readonly provider: ListedProvider }) {
  const rows = detailRows(provider, state, app, width)
  return <ScrolledRows rows={rows} scroll={state.scroll} width={width} height={height} />
}
