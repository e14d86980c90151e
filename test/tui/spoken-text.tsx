import { render } from 'ink'
import { Writable } from 'node:stream'
import { SpokenFrame } from '../../src/tui/frame/App.tsx'
import { frameRows } from '../../src/tui/frame/frame.ts'
import { type AppState, SCREENS } from '../../src/tui/screens.ts'
import { themeOf } from '../../src/tui/theme.ts'
import { withoutLooks } from '../../src/tui/terminal/screen-writer.ts'

/** What a screen reader is given of one frame. */
export function spokenText(state: AppState): string {
  const written: string[] = []
  const stdout = Object.assign(
    new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk))
        done()
      },
    }),
    { columns: 120, rows: 40, isTTY: false },
  )
  const app = render(
    <SpokenFrame rows={frameRows(SCREENS, state, true)} theme={themeOf('dark')} onGone={() => undefined} />,
    {
      // The stream has what Ink uses of a terminal.
      stdout: stdout as unknown as NodeJS.WriteStream,
      isScreenReaderEnabled: true,
      exitOnCtrlC: false,
      patchConsole: false,
      debug: true,
    },
  )
  app.unmount()
  return withoutLooks(written.join(''))
}
