import { Box } from 'ink'
import type { ReactNode } from 'react'
import type { DetailLayout } from '../layout/detail-layout.ts'

interface ListWithDetailProps {
  readonly layout: DetailLayout
  readonly width: number
  readonly height: number
  readonly list: (width: number) => ReactNode
  /** Undefined where the list stands alone. */
  readonly detail: ((width: number) => ReactNode) | undefined
}

/** A list, and the detail of its marked row: next to it where the terminal is wide, else in its place. */
export function ListWithDetail({ layout, width, height, list, detail }: ListWithDetailProps) {
  const columns = layout.detailColumns(width)
  if (detail !== undefined && !layout.isSideBySide(width)) return detail(columns)
  return (
    <Box width={width} height={height}>
      {list(detail === undefined ? width : width - columns - 2)}
      {detail === undefined ? null : <Box marginLeft={2}>{detail(columns)}</Box>}
    </Box>
  )
}
