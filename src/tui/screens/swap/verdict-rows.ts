import type { Verdict } from '../../../core/api/documents.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { type Row, wrapAtMost } from '../../kit/text/rows.ts'
import type { Role } from '../../theme.ts'
import { verdictText } from './quote.ts'

/** Columns of the mark before a verdict, which its other lines leave free. */
const MARK = 2

/** How the reason of a provider is written. */
interface VerdictRoom {
  /** What it was asked to send. */
  readonly from: SwapAsset
  /** Columns. */
  readonly width: number
  /** Most lines; what needs more is cut. @default as many as it needs */
  readonly most?: number
  /** Role of one that has no route; an error stands out. */
  readonly role: Role
}

/** How a provider ended without a route. */
export function verdictRows(verdict: Verdict, { from, width, most = Infinity, role }: VerdictRoom): readonly Row[] {
  const isError = verdict.outcome === 'error'
  const lines = wrapAtMost(`${verdict.provider}: ${verdictText(verdict, from)}`, width - MARK, most)
  const mark = `${isError ? '!' : '·'} `
  return lines.map((line, at) => [{ text: (at === 0 ? mark : ' '.repeat(MARK)) + line, role: isError ? 'bad' : role }])
}
