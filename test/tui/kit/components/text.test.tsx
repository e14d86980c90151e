import { renderToString } from 'ink'
import { expect, test } from 'vitest'
import { cleanText } from '../../../../src/core/text/clean-text.ts'
import { Link, Text } from '../../../../src/tui/kit/components/Text.tsx'
import { Tone } from '../../../../src/tui/kit/components/Tone.tsx'
import { withoutLooks } from '../../../../src/tui/terminal/screen-writer.ts'

const HOSTILE = '\u001B]52;c;QQ==\u0007\u001B[31m\u009B2J\u202E\u200B\uD800'

test('a text puts nothing on the screen that acts on it, however deep it stands', () => {
  const frame = renderToString(
    <Text>
      {HOSTILE}
      <>
        {HOSTILE}
        <Tone>
          {1} {[HOSTILE, <Tone key="in">{HOSTILE}</Tone>]}
        </Tone>
      </>
    </Text>,
    { columns: 1000 },
  )
  expect(withoutLooks(frame).match(/[\p{C}\u2028]/gu) ?? []).toEqual([])
  expect(frame.match(/\[31m/g)).toHaveLength(4)
})

test('a link leads to a page and nowhere else, whatever its address holds', () => {
  const frame = renderToString(
    <Text>
      <Link url={`https://x.example/${HOSTILE}`}>
        <Text>{HOSTILE}</Text>
      </Link>
    </Text>,
    { columns: 1000 },
  )
  const text = cleanText(HOSTILE)
  expect(frame).toBe(`\u001B]8;;https://x.example/${text}\u0007${text}\u001B]8;;\u0007`)
})
