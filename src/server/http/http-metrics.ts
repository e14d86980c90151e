import type { MetricFamily } from '../options.ts'

/** Metrics of the server's answers. */
export interface HttpMetrics {
  /** A recorder for one route template and method. */
  forRoute(route: string, method: string): (status: number, ms: number) => void
  /** Text in the Prometheus exposition format, ending in a newline. */
  render(extra: readonly MetricFamily[]): string
}

/** Upper bounds of the duration histogram, in milliseconds. */
const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

interface Series {
  readonly route: string
  readonly method: string
  readonly status: number
  count: number
  sumMs: number
  readonly buckets: number[]
}

/** Labels are route templates, methods and status codes only, so that the number of series is bounded. */
export function createHttpMetrics(): HttpMetrics {
  const all: Series[] = []
  let limited = 0
  const recorders = new Map<string, (status: number, ms: number) => void>()
  return {
    forRoute: (route, method) => {
      // One recorder per label set: two would print duplicate series.
      const known = recorders.get(`${method} ${route}`)
      if (known !== undefined) return known
      const byStatus = new Map<number, Series>()
      const record = (status: number, ms: number) => {
        let series = byStatus.get(status)
        if (series === undefined) {
          series = { route, method, status, count: 0, sumMs: 0, buckets: BOUNDS_MS.map(() => 0) }
          byStatus.set(status, series)
          all.push(series)
        }
        series.count += 1
        series.sumMs += ms
        const bucket = BOUNDS_MS.findIndex((bound) => ms <= bound)
        if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
        if (status === 429) limited += 1
      }
      recorders.set(`${method} ${route}`, record)
      return record
    },
    render: (extra) =>
      [
        ...requestLines(all),
        ...durationLines(all),
        '# HELP swapcli_ratelimited_total Requests refused by the rate limit.',
        '# TYPE swapcli_ratelimited_total counter',
        `swapcli_ratelimited_total ${limited}`,
        ...extra.flatMap(familyLines),
        '',
      ].join('\n'),
  }
}

function requestLines(all: readonly Series[]): string[] {
  return [
    '# HELP swapcli_http_requests_total Requests answered.',
    '# TYPE swapcli_http_requests_total counter',
    ...all.map((series) => `swapcli_http_requests_total${labels(labelsOf(series))} ${series.count}`),
  ]
}

function durationLines(all: readonly Series[]): string[] {
  const name = 'swapcli_http_request_duration_seconds'
  const lines = [`# HELP ${name} Time until the answer was ready.`, `# TYPE ${name} histogram`]
  for (const series of all) {
    let below = 0
    BOUNDS_MS.forEach((bound, index) => {
      below += series.buckets[index] ?? 0
      lines.push(`${name}_bucket${labels({ ...labelsOf(series), le: String(bound / 1000) })} ${below}`)
    })
    lines.push(`${name}_bucket${labels({ ...labelsOf(series), le: '+Inf' })} ${series.count}`)
    lines.push(`${name}_sum${labels(labelsOf(series))} ${series.sumMs / 1000}`)
    lines.push(`${name}_count${labels(labelsOf(series))} ${series.count}`)
  }
  return lines
}

function labelsOf(series: Series): Record<string, string> {
  return { route: series.route, method: series.method, code: String(series.status) }
}

function familyLines(family: MetricFamily): string[] {
  return [
    `# HELP ${family.name} ${family.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${family.name} ${family.type}`,
    ...family.samples.map((sample) => `${family.name}${labels(sample.labels ?? {})} ${sample.value}`),
  ]
}

function labels(pairs: Readonly<Record<string, string>>): string {
  const parts = Object.entries(pairs).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
