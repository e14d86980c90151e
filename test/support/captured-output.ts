import { createOutput, type Output } from '../../src/cli/output/output.ts'

interface Streams {
  /** Both streams are terminals. @default false */
  readonly tty?: boolean
  /** Of both streams. @default 300 */
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly json?: boolean
  /** @default false */
  readonly color?: boolean | undefined
  readonly namePlace?: (text: string) => string
}

/** An output whose streams are kept as text. */
export function captureOutput(streams: Streams = {}) {
  const { tty = false, columns = 300, env = {}, json = false, namePlace = (text: string) => text } = streams
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    isTTY: tty,
    columns,
    write: (text: string) => (said[name] += text),
    on: () => undefined,
  })
  const color = 'color' in streams ? streams.color : false
  const output: Output = createOutput({
    ...{ stdout: stream('stdout'), stderr: stream('stderr') },
    ...{ env, json, quiet: false, color, namePlace },
  })
  return { output, said }
}
