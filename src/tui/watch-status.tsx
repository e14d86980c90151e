import { Box, render, useInput } from 'ink'
import { useEffect, useState } from 'react'
import { progressText } from '../core/swap/progress.ts'
import { cleanText } from '../core/text/clean-text.ts'
import { stageMarks } from './kit/run/stages.ts'
import type { StatusResult } from '../core/api/documents.ts'
import { Text } from './frame/Text.tsx'

export interface WatchOptions {
  readonly colour: boolean
  /** Told when the user presses Ctrl-C or q. */
  readonly leave: () => void
}

/** Follows a transaction on the terminal; gives its last known status when the events end. */
export async function watchStatus(
  events: AsyncIterable<StatusResult>,
  options: WatchOptions,
): Promise<StatusResult | undefined> {
  let last: StatusResult | undefined
  const frame = () => <WatchView result={last} {...options} />
  const app = render(frame(), { exitOnCtrlC: false })
  try {
    for await (const result of events) {
      last = result
      app.rerender(frame())
    }
  } finally {
    app.clear()
    app.unmount()
    await app.waitUntilExit()
  }
  return last
}

interface ViewProps {
  readonly result: StatusResult | undefined
  readonly colour: boolean
  readonly leave: () => void
}

/** One frame: where the swap stands on its way. */
export function WatchView({ result, colour, leave }: ViewProps) {
  const [left, setLeft] = useState(false)
  useInput((input, key) => {
    if ((key.ctrl && input === 'c') || input === 'q') setLeft(true)
  })
  useEffect(() => {
    if (left) leave()
  }, [left, leave])
  const transaction = result?.transaction
  const progress = transaction === undefined ? '' : cleanText(progressText(transaction), 500)
  return (
    <Box flexDirection="column">
      <Text>
        {cleanText(transaction?.id ?? '')} {transaction?.status ?? 'PENDING'}
        {transaction?.late === true ? ', longer than estimated' : ''}
      </Text>
      <Box gap={1}>
        {stageMarks(transaction?.stage ?? 'awaiting_deposit').map(({ text, state }) => (
          <Text key={text} bold={colour && state === 'now'} dimColor={colour && state === 'later'}>
            {text}
          </Text>
        ))}
      </Box>
      {progress === '' ? null : <Text>{progress}</Text>}
      <Text>Ctrl-C leaves, the swap goes on</Text>
    </Box>
  )
}
