import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderToString } from 'ink'
import { expect, test } from 'vitest'
import { Text } from '../../../../src/tui/kit/components/Text.tsx'
import { Tone } from '../../../../src/tui/kit/components/Tone.tsx'
import { withoutLooks } from '../../../../src/tui/terminal/screen-writer.ts'

const TUI = fileURLToPath(new URL('../../../../src/tui', import.meta.url))
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

test('no other file takes the text of Ink, which passes escape codes through', async () => {
  const files = await readdir(TUI, { recursive: true })
  const sources = files.filter((name) => /\.tsx?$/.test(name))
  const takers = await Promise.all(
    sources.map(async (name) => {
      const text = await readFile(join(TUI, name), 'utf8')
      const taken = [...text.matchAll(/import \{([^}]*)\} from 'ink'/g)].flatMap(([, names = '']) => names.split(','))
      return taken.some((each) => /^\s*(?:Text|Static|Newline)\b/.test(each)) ? [name] : []
    }),
  )
  expect(takers.flat()).toEqual([join('kit', 'components', 'Text.tsx')])
})
