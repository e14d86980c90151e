import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../../src/cli/program.ts'
import { type LocalServer, localServer } from '../../support/local-server.ts'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { ANSWERS } from '../../server/fake-service.ts'

/*
 * A server fills the texts of its answers with what acts on a terminal, one field after the other and all at once: nothing
 * of it may reach the terminal, by any command.
 */

/** The clipboard, a colour that is not ours, C1, line ends, bidi, zero width, a tag, half a character, backspace, NUL. */
const HOSTILE = '\u001B]52;c;QQ==\u0007\u001B[7m\u009B2J\r\nNext: x\u2028\u202E\u200B\u{E0001}\uD800\b\u0000'
/** Codes of our own: colours, and going back over what was drawn. */
// eslint-disable-next-line no-control-regex -- these are the codes
const OWN = /\u001B\[(?:1|2|22|31|32|33|36|39)m|\u001B\[\d+A\r\u001B\[0J/g

type Document = object
type Path = readonly (string | number)[]

/** Where texts stand in a document; of a list only in its first item. */
function textPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => textPaths(item, [...path, 0]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => textPaths(field, [...path, name]))
}

/** A copy with another text at every place that `isAt` names. */
function poison(value: unknown, isAt: (path: Path) => boolean, path: Path = []): unknown {
  if (typeof value === 'string') return isAt(path) ? HOSTILE : value
  if (Array.isArray(value)) return value.map((item) => poison(item, isAt, [...path, 0]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, poison(field, isAt, [...path, name])]))
}

const { transaction: tracked } = ANSWERS.track.data
const { transaction } = ANSWERS.status.data
const ETH = '0x0000000000000000000000000000000000000000'
const PAPER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RECIPIENT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const QUOTE = ['quote', '100', 'ethereum:USDC', 'bitcoin:BTC', '--why', '--explain']

/** What a server answers, where, and the commands that show it. */
const SHOWN: Readonly<Record<string, { path: string; document: Document; commands: string[][] }>> = {
  chains: { path: '/swap/chains', document: ANSWERS.chains, commands: [['chains']] },
  assets: { path: '/swap/assets', document: ANSWERS.assets, commands: [['assets']] },
  sources: { path: '/swap/sources', document: ANSWERS.sources, commands: [['sources']] },
  quote: { path: '/quote', document: ANSWERS.quote, commands: [QUOTE, [...QUOTE, '--stream']] },
  verdicts: { path: '/verdicts', document: ANSWERS.verdicts, commands: [QUOTE] },
  lock: {
    path: '/quote/lock',
    document: ANSWERS.lock,
    commands: [['lock', '-', '--depositor', PAPER, '--recipient', RECIPIENT]],
  },
  execute: { path: '/quote/execute', document: ANSWERS.execute, commands: [['execute', 'lock_1']] },
  track: { path: '/transaction/track', document: ANSWERS.track, commands: [['track', tracked.id]] },
  status: { path: '/transaction/status', document: ANSWERS.status, commands: [['status', transaction.id]] },
  history: { path: '/transaction/history', document: ANSWERS.history, commands: [['history'], ['history', '--csv']] },
  stats: { path: '/transaction/stats', document: ANSWERS.stats, commands: [['stats']] },
}

/** What `quote --json` printed, for `lock -`. */
const PIPED = JSON.stringify({
  request: { srcChain: 'ethereum', srcAddress: ETH, dstChain: 'bitcoin', dstAddress: 'BTC', amount: '1' },
  data: ANSWERS.quote.data,
})

const FAILURE = {
  error: {
    code: 'VALIDATION_ERROR',
    message: 'no',
    field: 'amount',
    requestId: 'req',
    hint: 'do',
    details: { errors: [{ code: 'A', field: 'b', message: 'c' }] },
  },
}

describe('what a hostile server sends', () => {
  let server: LocalServer
  let answers: ReadonlyMap<string, { readonly status: number; readonly document: unknown }> = new Map()
  beforeAll(async () => {
    server = await localServer((request, response) => {
      const path = (request.url ?? '').replace(/^\/api\/v1/, '').replace(/\?.*/, '')
      const { status, document } = answers.get(path) ?? { status: 404, document: {} }
      const link = { Link: '</api/v1/verdicts>; rel="describedby"' }
      response.writeHead(status, { 'Content-Type': 'application/json', ...link }).end(JSON.stringify(document))
    })
  })
  afterAll(() => server.close())

  /** Everything that a command writes to its terminal. */
  async function written(args: readonly string[]): Promise<string> {
    let text = ''
    const stream = () => {
      const sink = new PassThrough().setEncoding('utf8').on('data', (part: string) => (text += part))
      return Object.assign(sink, { isTTY: true, columns: 120, rows: 40 })
    }
    await runProgram([...args, '--api', `${server.url}/api/v1`], {
      env: { ...homeEnv(await newHome()), SWAPCLI_DEBUG: '1', CI: '1' },
      nodeVersion: process.version,
      stdin: Readable.from([PIPED]),
      stdout: stream(),
      stderr: stream(),
      openStderr: stream,
      signal: new AbortController().signal,
      checkpoint: undefined,
    })
    return text
  }

  /** What of a text could act on a terminal. */
  function acting(text: string): readonly string[] {
    return (
      text
        .replace(OWN, '')
        .replaceAll('\r\n', '\n')
        .replaceAll('\n', '')
        .match(/[\p{C}\p{Zl}\p{Zp}]/gu) ?? []
    )
  }

  const good = Object.values(SHOWN).map(({ path, document }) => [path, { status: 200, document }] as const)

  test.each(Object.keys(SHOWN))('in %s reaches no terminal', async (name) => {
    const { path, document, commands } = SHOWN[name] ?? { path: '', document: {}, commands: [] }
    const paths = textPaths(document)
    const places = [() => true, ...paths.map((place) => (at: Path) => at.join('.') === place.join('.'))]
    let shown = 0
    for (const isAt of places) {
      answers = new Map([...good, [path, { status: 200, document: poison(document, isAt) }]])
      for (const command of commands) {
        for (const form of [[], ['--json']]) {
          const text = await written([...command, ...form])
          expect([command, acting(text)]).toEqual([command, []])
          // The text itself is shown, in a form that does nothing.
          if (text.includes('52;c;QQ==')) shown += 1
        }
      }
    }
    expect([name, paths.length > 0, shown > 0]).toEqual([name, true, true])
  })

  test('in errors reaches no terminal', async () => {
    for (const place of textPaths(FAILURE)) {
      const document = poison(FAILURE, (at) => at.join('.') === place.join('.'))
      answers = new Map(Object.values(SHOWN).map(({ path }) => [path, { status: 400, document }]))
      for (const { commands } of Object.values(SHOWN)) {
        for (const command of commands) {
          const text = await written(command)
          expect([command, acting(text)]).toEqual([command, []])
        }
      }
    }
  })
})
