import type { Place } from '../context.ts'

/** ` of everybody who uses swap.example.com`: whose swaps a server counts and lists; '' for this machine's own service. */
export function everybodyText({ api }: Pick<Place, 'api'>): string {
  if (api === undefined) return ''
  return ` of everybody who uses ${URL.canParse(api) ? new URL(api).host : 'the server'}`
}
