import { clusters, type Line } from '../text/line-edit.ts'
import { cutText, textWidth } from '../text/text-fit.ts'
import { Tone } from './Tone.tsx'
import { Text } from './Text.tsx'

interface TextFieldProps {
  readonly line: Line
  readonly width: number
  /** Shown while it is empty. */
  readonly placeholder?: string
  /** True to show dots instead of what is typed. @default false */
  readonly hidden?: boolean
  /** True while it takes what is typed: then the cursor is shown. */
  readonly active: boolean
}

/** A line of text that scrolls sideways so that its cursor is seen; on one line, at most `width` columns. */
export function TextField({ line: typed, width, placeholder = '', hidden = false, active }: TextFieldProps) {
  const line = hidden ? maskLine(typed) : typed
  if (!active) {
    return line.text === '' ? (
      <Tone role="dim">{cutText(placeholder, width)}</Tone>
    ) : (
      <Tone>{cutText(line.text, width)}</Tone>
    )
  }
  const { before, at, after } = visiblePart(line, width)
  return (
    <Text wrap="truncate-end">
      <Tone>{before}</Tone>
      <Text inverse underline>
        {at}
      </Text>
      <Tone>{after}</Tone>
      {line.text === '' ? <Tone role="dim">{cutText(placeholder, width - 1)}</Tone> : null}
    </Text>
  )
}

function maskLine({ text, cursor }: Line): Line {
  return { text: '•'.repeat(clusters(text).length), cursor }
}

/** The part of a line around its cursor that fits into `width` columns. */
function visiblePart(line: Line, width: number): { before: string; at: string; after: string } {
  const all = clusters(line.text)
  const at = all[line.cursor] ?? ' '
  let before = ''
  let used = textWidth(at)
  for (let index = line.cursor - 1; index >= 0; index -= 1) {
    const cluster = all[index] ?? ''
    if (used + textWidth(cluster) > width) break
    before = cluster + before
    used += textWidth(cluster)
  }
  let after = ''
  for (let index = line.cursor + 1; index < all.length; index += 1) {
    const cluster = all[index] ?? ''
    if (used + textWidth(cluster) > width) break
    after += cluster
    used += textWidth(cluster)
  }
  return { before, at, after }
}
