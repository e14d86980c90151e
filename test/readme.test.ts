import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { assetSchema, chainSchema } from '../src/core/api/document-schemas.ts'
import { ERROR_TABLE, MAX_BODY_KIB } from '../src/core/api/errors.ts'
import { NEW_FOR_MS } from '../src/core/assets/catalog.ts'
import { confirmationsOf } from '../src/core/evm/confirmations.ts'
import { REFUSAL_REASONS } from '../src/core/api/refusal-reasons.ts'
import { MOST_LOSS_BPS_OF } from '../src/core/money/loss.ts'
import { ACCEPTANCES } from '../src/core/swap/acceptances.ts'
import { MOST_LOSS_BPS, NOTABLE_LOSS_BPS } from '../src/core/money/price-loss.ts'
import { DEFAULT_RATE_LIMIT, QUOTE_DEADLINE_SEC, ROUTES_DEADLINE_MS } from '../src/core/swap/defaults.ts'
import { DAY_MS } from '../src/core/text/duration.ts'
import { DEFAULT_PORT } from '../src/cli/commands/serve.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { QUIT_EXIT_CODE } from '../src/cli/screens/start.ts'
import { createDataFiles, defaultText, SETTING_NAMES, settingForms, SETTINGS } from '../src/io/index.ts'
import { liveProviders } from '../src/providers/live.ts'
import { createSandboxProviders } from '../src/sandbox/index.ts'
import { SANDBOX_STEERING } from '../src/sandbox/steering.ts'
import { KEEP_MS } from '../src/service/lock/idempotency.ts'

/*
 * What the README and the topics of `swapcli help` say is what the code does: their tables are the tables of the code, and their examples compile.
 * Tables are found by the words of their first row, wherever they stand.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCS = join(ROOT, 'src/docs')
const topics = (await readdir(DOCS)).filter((name) => name.endsWith('.md')).sort()
const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
/** The README and every topic of `swapcli help`. */
const documents = [readme, ...(await Promise.all(topics.map((name) => readFile(join(DOCS, name), 'utf8'))))].join('\n')

/** Rows of the table whose header has exactly these columns; cells without their code marks. */
function rowsOf(...columns: readonly string[]): readonly (readonly string[])[] {
  const lines = documents.split('\n')
  const start = lines.findIndex((line) => cellsOf(line).join('|') === columns.join('|'))
  if (start < 0) throw new Error(`No document has a table with the columns ${columns.join(', ')}`)
  const rows = []
  for (const line of lines.slice(start + 2)) {
    if (!line.trim().startsWith('|')) break
    rows.push(cellsOf(line))
  }
  return rows
}

function cellsOf(line: string): readonly string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/^`(.*)`$/, '$1'),
  )
}

test('the error table of the documents is the error table of the code', () => {
  const expected = Object.entries(ERROR_TABLE).map(([code, row]) => [
    code,
    code === 'PROVIDER_UNAVAILABLE' ? '409 or 503' : String(row.httpStatus),
    String(row.exitCode),
    row.meaning,
  ])
  expect(rowsOf('Code', 'HTTP', 'Exit code', 'Meaning')).toEqual(expected)
})

test('the exit codes of the documents are those that errors have, 0, and that of screens that were told to quit', () => {
  const exits = new Set([0, QUIT_EXIT_CODE, ...Object.values(ERROR_TABLE).map(({ exitCode }) => exitCode)])
  const expected = [...exits].sort((a, b) => a - b).map(String)
  expect(rowsOf('Exit code', 'Meaning').map(([code]) => code)).toEqual(expected)
})

test('the steering table of the documents is that of the sandbox', () => {
  const expected = SANDBOX_STEERING.map(({ decimals, happens }) => [`.${decimals}`, happens])
  expect(rowsOf('Decimals', 'What happens')).toEqual(expected)
})

test('the settings table of the documents is the table of the settings', () => {
  const expected = SETTING_NAMES.map((name) => {
    const { key, variable } = settingForms(name)
    const { takesEffect, description } = SETTINGS[name]
    return [key, variable, defaultText(SETTINGS[name]) ?? '', takesEffect, description]
  })
  expect(rowsOf('Key', 'Environment', 'Default', 'Takes effect', 'Meaning')).toEqual(expected)
})

test('the providers table of the documents is that of the manifests', () => {
  const expected = liveProviders().map(({ manifest: { key, type, settings = [], budget } }) => {
    const names = settings.map(({ name }) => name.toLowerCase().replaceAll('_', '-'))
    const period = (ms: number) => (ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 1000} s`)
    const counted = budget === undefined ? '-' : `${budget.requests} in ${period(budget.perMs)}`
    return [key, type, names.join('`, `') || '-', counted]
  })
  expect(rowsOf('Provider', 'Kind', 'Settings', 'Requests counted')).toEqual(expected)
})

test('the table of what was proved names every live provider, in their order', () => {
  const named = [...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, key]) => key)
  expect(named).toEqual(liveProviders().map(({ manifest }) => manifest.key))
})

/** Small numbers as words. */
const WORDS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'.split(
    ' ',
  )
const wordOf = (count: number) => WORDS[count] ?? String(count)
const live = liveProviders().length
/** Read over RPC alone, and silent until Solana can be signed for. */
const UNRECORDED = ['UNISWAP', 'JUPITER']
const data = createDataFiles()
const chains = data.chains()
const assets = chains.flatMap(({ key }) => data.assets(key))

test.each([
  `at most ${MOST_LOSS_BPS / 100} % of the value lost`,
  `the larger of $1 and ${MOST_LOSS_BPS_OF.same / 100} % for two forms of one asset, or ${MOST_LOSS_BPS_OF.priced / 100} % for two assets`,
  `A swap that loses ${NOTABLE_LOSS_BPS / 100} % of its value or more says so`,
  `${DEFAULT_RATE_LIMIT} requests a minute per client elsewhere`,
  `at most ${MAX_BODY_KIB} KiB`,
  `works on lock and execute, for ${KEEP_MS / 3_600_000} h.`,
  `While there is no route a quote waits ${QUOTE_DEADLINE_SEC} s (\`quote-deadline\`); once there are routes, the rest get ${ROUTES_DEADLINE_MS / 1000} s`,
  `(${wordOf(confirmationsOf('ethereum'))} blocks on Ethereum)`,
  `${wordOf(live)} real providers; the adapters of ${wordOf(live - UNRECORDED.length)} were proved`,
  `a paper wallet and ${wordOf(createSandboxProviders({ seed: 1, speed: 1 }).length)} providers`,
  `(${chains.length} chains, ${assets.length.toLocaleString('en-US')} assets)`,
])('the documents say: %s', (sentence) => {
  expect(documents.replace(/\s+/g, ' ').includes(sentence)).toBe(true)
})

test('the documents list every doubt that can be accepted, and every reason of a refusal with its option', () => {
  const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  expect(rowsOf('Code', 'What stays in doubt')).toEqual(
    Object.entries(ACCEPTANCES).map(([code, text]) => [code, sentence(text)]),
  )
  const refused = rowsOf('Reason', 'What was refused', 'Accepted by')
  expect(refused.map(([reason, , option]) => [reason, option])).toEqual(
    Object.entries(REFUSAL_REASONS).map(([reason, option]) => [reason, option ?? '']),
  )
})

test('addresses of a server in the documents have the port that `swapcli serve` takes', () => {
  const ports = [...documents.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
  expect([...new Set(ports)]).toEqual([DEFAULT_PORT])
})

test('what counts as new is what the API document says', () => {
  const since = `added less than ${wordOf(NEW_FOR_MS / DAY_MS)} days ago`
  expect(chainSchema.shape.new.description).toContain(since)
  expect(assetSchema.shape.new.description).toContain(since)
})

test('the README names every command', () => {
  const [, named = ''] = /^Commands: `([^`]+)`/m.exec(readme) ?? []
  expect(named.split(/\s+/).sort()).toEqual(COMMANDS.map(({ name }) => name).sort())
})

test('the README names every topic of `swapcli help`', () => {
  expect(
    rowsOf('Topic', 'What it tells')
      .map(([topic]) => `${topic}.md`)
      .sort(),
  ).toEqual(topics)
})

test('a topic begins with one heading: its name, a colon, and what it is about', async () => {
  const firsts = await Promise.all(
    topics.map(async (name) => (await readFile(join(DOCS, name), 'utf8')).split('\n')[0]),
  )
  expect(firsts.map((line = '') => line.replace(/: .+$/, '').toLowerCase())).toEqual(
    topics.map((name) => `# ${name.replace('.md', '')}`),
  )
})

test('the TypeScript examples of the documents compile against the library', () => {
  const examples = [...documents.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  expect(examples.length).toBeGreaterThan(0)
  expect(compile(examples)).toEqual([])
})

/** Errors of the examples, each a module of its own that imports the library by its name. */
function compile(examples: readonly string[]): readonly string[] {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT)
  const settings: ts.CompilerOptions = {
    ...options,
    noUnusedLocals: false,
    paths: { swapcli: [join(ROOT, 'src/index.ts')], 'swapcli/*': [join(ROOT, 'src/*.ts')] },
  }
  const files = new Map(examples.map((code, index) => [join(ROOT, `readme-example-${index + 1}.ts`), code]))
  const host = ts.createCompilerHost(settings)
  const readSource = host.getSourceFile.bind(host)
  host.getSourceFile = (path, version) => {
    const code = files.get(path)
    return code === undefined ? readSource(path, version) : ts.createSourceFile(path, code, version, true)
  }
  const fileExists = host.fileExists.bind(host)
  host.fileExists = (path) => files.has(path) || fileExists(path)
  const program = ts.createProgram([...files.keys()], settings, host)
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start }) => {
        const line = source === undefined ? 0 : source.getLineAndCharacterOfPosition(start ?? 0).line + 1
        return `${path.slice(ROOT.length)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      },
    )
  })
}

test('safety fits on one screen, and names every code and option that accepts something', async () => {
  const text = await readFile(join(DOCS, 'safety.md'), 'utf8')
  const lines = text.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(50)
  // The figures of the attack suite are copied as one line.
  expect(lines.filter((line) => line.length > 80 && !line.includes(' attacks: '))).toEqual([])
  const options = Object.values(REFUSAL_REASONS).filter((option) => option !== undefined)
  expect([...options, ...Object.keys(ACCEPTANCES)].filter((word) => !text.includes(`\`${word}`))).toEqual([])
})
