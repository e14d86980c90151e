import { VERSION } from '../core/version.ts'
import { loadGoneTerminal, openOutput } from '../io/index.ts'
import type { Outside } from './program.ts'

/** Exit code of the error table's OUTPUT_FAILED, which is not loaded to print a version. */
const OUTPUT_FAILED = 3

/** What ends a command in its own order: Ctrl-C, a service manager, and a terminal that is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * First word of a command line that looks through a file and prints what it finds as JSON. Not for people: `doctor` starts
 * it, so that a driver that ends the process over a damaged file is a finding.
 */
const EXAMINE_WORD = '__examine'

/**
 * Runs the command line: reads `argv` (as `process.argv`), prints, and sets the exit code. Resolves when everything has
 * been said; the process then ends by itself once its output is written.
 * @param machine what only tests say of the machine: no option, variable or setting does
 */
export async function run(
  argv: readonly string[] = process.argv,
  machine: Pick<Outside, 'scryptN'> = {},
): Promise<void> {
  const args = argv.slice(2)
  if (args[0] === '--version' || args[0] === '-V') {
    const fail = (error: NodeJS.ErrnoException | null = null) => {
      if (error === null || error.code === 'EPIPE' || process.exitCode !== undefined) return
      process.stderr.write(`Error: Not all of the output could be written (${error.code ?? error.message})\n`)
      process.exitCode = OUTPUT_FAILED
    }
    const stdout = openOutput(1, () => process.stdout)
    stdout.on('error', fail)
    stdout.write(`${VERSION}\n`, fail)
    return
  }
  if (args[0] === EXAMINE_WORD) {
    const { examineByWords } = await import('./examination.ts')
    process.stdout.write(await examineByWords(args.slice(1)))
    return
  }
  const interrupt = new AbortController()
  let interruptions = 0
  const onSignal = (signal: NodeJS.Signals) => {
    // A terminal that is closed sends it, and the shell in it once more: nobody is impatient.
    if (signal === 'SIGHUP' && interruptions > 0) return
    interruptions += 1
    interrupt.abort(signal)
    if (interruptions < 2) return
    for (const each of ENDING) process.off(each, onSignal)
    process.kill(process.pid, signal)
  }
  for (const each of ENDING) process.on(each, onSignal)
  let hasScreens = false
  const { runProgram } = await import('./program.ts')
  process.exitCode = await runProgram(args, {
    env: process.env,
    nodeVersion: process.version,
    examiner: () => ({ command: [process.execPath, ...process.argv.slice(1, 2), EXAMINE_WORD] }),
    // Opened when it is first read: that takes Node longer than parsing the command line.
    get stdin() {
      return process.stdin
    },
    stdout: openOutput(1, () => process.stdout),
    stderr: openOutput(2, () => process.stderr),
    openStderr: () => process.stderr,
    signal: interrupt.signal,
    onScreens: () => {
      hasScreens = true
    },
    checkpoint: killPoint(process.env['SWAPCLI_TEST_KILL_AT']),
    ...machine,
  })
  for (const each of ENDING) if (each !== 'SIGHUP' || !interrupt.signal.aborted) process.off(each, onSignal)
  // A call that was left by Ctrl-C or a key may still be open; what was printed must be written before the process goes.
  if (interrupt.signal.aborted || hasScreens) await leave(process.exitCode)
}

/**
 * For tests of crashes: SWAPCLI_TEST_KILL_AT names a point of a swap run (see RUN_POINTS) at which the process kills
 * itself as `kill -9` would; `<point>:2` does so the second time that the point is passed.
 */
function killPoint(text: string | undefined): Outside['checkpoint'] {
  if (text === undefined || text === '') return undefined
  const [name, time = '1'] = text.split(':')
  let passed = 0
  return (point) => {
    if (point === name) passed += 1
    if (point === name && passed === Number(time)) process.kill(process.pid, 'SIGKILL')
  }
}

async function leave(code: number): Promise<void> {
  const flush = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()))
  await Promise.all([flush(process.stdout), flush(process.stderr)])
  const { closeGoneTerminal } = await loadGoneTerminal()
  closeGoneTerminal()
  process.exit(code)
}
