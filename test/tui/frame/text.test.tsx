import { renderToString } from 'ink'
import { expect, test } from 'vitest'
import { Text } from '../../../src/tui/frame/Text.tsx'
import { withoutLooks } from '../../../src/tui/terminal/screen-writer.ts'

const HOSTILE = '\u001B]52;c;QQ==\u0007\u001B[31m\u009B2J\u202E\u200B\uD800'

test('a text puts nothing on the screen that acts on it, however deep it stands', () => {
  const frame = renderToString(
    <Text>
      {HOSTILE}
      <>
        {HOSTILE}
        <Text>
          {1} {[HOSTILE, <Text key="in">{HOSTILE}</Text>]}
        </Text>
      </>
    </Text>,
    { columns: 1000 },
  )
  expect(withoutLooks(frame).match(/[\p{C}\u2028]/gu) ?? []).toEqual([])
  expect(frame.match(/\[31m/g)).toHaveLength(4)
})
