import { Box } from 'ink'
import type { Route } from '../../../core/documents.ts'
import { warningsOf } from '../../../core/price-loss.ts'
import { explainRoute } from '../../../core/ranking.ts'
import { Tone } from '../../components/Tone.tsx'
import type { AppFacts } from '../../events.ts'
import { duration } from '../../../core/duration.ts'
import { cutText, fitText, textWidth } from '../../text-fit.ts'
import type { Role } from '../../theme.ts'
import { markedIndex, shownRoutes } from './quoting.ts'
import type { SwapState } from './state.ts'

interface DetailProps {
  readonly state: SwapState
  readonly app: AppFacts
  readonly width: number
  readonly height: number
}

/** The sum behind the marked route, its steps and its warnings. */
export function RouteDetail({ state, app, width, height }: DetailProps) {
  const routes = shownRoutes(state, app)
  const route = routes[markedIndex(state, routes)]
  if (route === undefined) return <Tone role="dim">No route yet.</Tone>
  const lines = detailLines(route, state)
  const shown = lines.length <= height ? lines : lines.slice(0, height - 1)
  return (
    <Box flexDirection="column" width={width} height={height}>
      {shown.map(({ label, value, role }, index) => (
        <Tone key={index} role={role}>
          {value === '' ? cutText(label, width) : `${fitText(label, width - textWidth(value) - 2)}  ${value}`}
        </Tone>
      ))}
      {shown.length < lines.length ? (
        <Tone role="dim">{`… ${lines.length - shown.length} more lines: make the terminal higher`}</Tone>
      ) : null}
    </Box>
  )
}

interface DetailLine {
  readonly label: string
  readonly value: string
  readonly role: Role
}

function detailLines(route: Route, state: SwapState): readonly DetailLine[] {
  const sum = explainRoute(route)
  const line = (label: string, value: string, role: Role = 'text'): DetailLine => ({ label, value, role })
  const item = (suffix: string) => (fee: (typeof sum.included)[number]) =>
    line(`  ${signOf(fee.usd)} ${fee.type.replaceAll('_', ' ')}${suffix}: ${fee.description}`, dollars(fee.usd))
  const symbol = state.quote?.asked.from.symbol ?? ''
  return [
    line(`${route.provider}, about ${duration(route.estimatedTime)}`, '', 'title'),
    ...warningsOf(route).map((warning) => line(`! ${warning}`, '', 'warn')),
    line(`  you send ${route.src.formatted} ${symbol}`, dollars(sum.srcUsd)),
    ...sum.included.map(item('')),
    line(`  = arrives ${route.dst.formatted} ${route.dst.currency}`, dollars(sum.dstUsd)),
    ...sum.onTop.map(item(' (on top)')),
    line('  = you keep', dollars(sum.netUsd), 'good'),
    ...sum.unpriced.map((text) => line(`  not priced, in none of the sums: ${text}`, '', 'warn')),
    ...(route.minimumReceived === undefined
      ? []
      : [line(`at least ${route.minimumReceived} ${route.dst.currency} within the slippage`, '')]),
    line(`way: ${route.steps.map(({ type, name }) => `${type} with ${name}`).join(', then ')}`, ''),
    ...(route.expiresAt === undefined ? [] : [line(`price until ${route.expiresAt}`, '', 'dim')]),
  ]
}

function signOf(usd: string): string {
  return usd.startsWith('-') ? '+' : '-'
}

function dollars(usd: string): string {
  return usd === '' ? 'not stated' : `$${usd.replace(/^-/, '')}`
}
