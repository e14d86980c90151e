import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { asObject } from './support/contract-fields.ts'

/*
 * Who may import whom. Imports point one way; what a file may touch of the outside world depends on where it stands.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SRC = join(ROOT, 'src')

/** Rooms whose door a room may import, besides core. `types` may only be imported as types. */
const MAY_IMPORT: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> =
  {
    core: { values: [], types: [] },
    io: { values: [], types: [] },
    providers: { values: [], types: [] },
    prices: { values: [], types: [] },
    store: { values: [], types: [] },
    sandbox: { values: ['providers'], types: [] },
    wallet: { values: [], types: [] },
    // The client is opened by one function of its own, which takes the machine's clock and HTTP unless it is given others.
    client: { values: ['io'], types: [] },
    service: { values: ['providers'], types: ['store'] },
    payments: { values: ['io', 'store', 'providers', 'prices', 'sandbox', 'wallet'], types: ['service'] },
    server: { values: ['service', 'io'], types: [] },
    tui: { values: ['service', 'wallet', 'io'], types: [] },
    cli: {
      values: [
        ...[
          'io',
          'store',
          'providers',
          'prices',
          'sandbox',
          'service',
          'wallet',
          'client',
          'payments',
          'server',
          'tui',
        ],
      ],
      types: [],
    },
  }

/** What each part of the command line may load: doors of rooms, and other parts. A folder ends with `/`. */
const CLI_PARTS: Readonly<Record<string, { readonly rooms: readonly string[]; readonly parts: readonly string[] }>> = {
  // Starting: nothing but this makes sessions and opens services.
  'main.ts': { rooms: ['io'], parts: ['examination.ts', 'program.ts'] },
  // What doctor has another process do.
  'examination.ts': { rooms: ['io', 'store'], parts: [] },
  'program.ts': {
    rooms: [],
    parts: [
      'command-line/',
      'commands.ts',
      'done.ts',
      'examination.ts',
      'global-options.ts',
      'invocation.ts',
      'output/',
      'screens/',
      'usage.ts',
    ],
  },
  'invocation.ts': {
    rooms: ['io'],
    parts: [
      ...['command-line/', 'global-options.ts', 'node-settings.ts', 'or-interrupted.ts', 'output/'],
      ...['provider-settings.ts', 'session.ts', 'usage.ts'],
    ],
  },
  'database.ts': { rooms: ['open.ts'], parts: [] },
  'session.ts': {
    rooms: ['io', 'client', 'payments', 'open.ts', 'open-lists.ts'],
    parts: ['database.ts', 'examination.ts', 'pay/', 'provider-settings.ts', 'quote/', 'trace.ts'],
  },
  'trace.ts': { rooms: ['io'], parts: ['usage.ts'] },
  'node-settings.ts': { rooms: ['io', 'wallet'], parts: ['quote/', 'session.ts'] },
  'provider-settings.ts': { rooms: ['io', 'providers', 'sandbox'], parts: [] },
  'exclusive-changes.ts': { rooms: ['io', 'store'], parts: [] },
  // Declaring: what knows no command.
  'usage.ts': { rooms: [], parts: [] },
  'done.ts': { rooms: [], parts: [] },
  'or-interrupted.ts': { rooms: [], parts: [] },
  'command.ts': { rooms: [], parts: ['command-line/'] },
  'global-options.ts': { rooms: [], parts: ['command.ts'] },
  'history-filter.ts': { rooms: [], parts: ['command.ts'] },
  'prompts.ts': { rooms: [], parts: ['prompts/', 'usage.ts'] },
  'prompts/': { rooms: [], parts: [] },
  'command-line/': { rooms: ['io'], parts: ['global-options.ts', 'prompts.ts', 'provider-settings.ts', 'usage.ts'] },
  // Printing: views get their values, and reach the wallet only to have something put into words.
  'output/': { rooms: ['io'], parts: ['command.ts'] },
  'views/': { rooms: ['io', 'wallet'], parts: ['accounts/', 'output/'] },
  // Working: what several commands do.
  'quote/': {
    rooms: ['io', 'service'],
    parts: ['accounts/', 'command.ts', 'output/', 'prompts.ts', 'provider-settings.ts', 'usage.ts', 'views/'],
  },
  'accounts/': {
    rooms: ['io', 'payments', 'sandbox', 'wallet'],
    parts: [
      ...['command.ts', 'command-line/', 'exclusive-changes.ts', 'output/', 'pay/', 'prompts.ts', 'quote/'],
      ...['usage.ts', 'views/'],
    ],
  },
  'pay/': {
    rooms: ['io', 'payments', 'sandbox', 'store', 'wallet'],
    parts: [
      ...['accounts/', 'command.ts', 'command-line/', 'database.ts', 'output/', 'prompts.ts', 'quote/'],
      ...['session.ts', 'usage.ts', 'views/'],
    ],
  },
  'backup/': {
    rooms: ['io', 'payments', 'store', 'wallet'],
    parts: ['accounts/', 'database.ts', 'examination.ts', 'pay/', 'provider-settings.ts', 'session.ts'],
  },
  'screens/': {
    rooms: ['io', 'payments', 'tui', 'wallet'],
    parts: [
      ...['accounts/', 'command.ts', 'database.ts', 'done.ts', 'exclusive-changes.ts', 'output/', 'pay/'],
      ...['session.ts', 'trace.ts', 'usage.ts', 'views/'],
    ],
  },
  // Commands: no command is imported by anything but their list.
  'commands.ts': { rooms: [], parts: ['command.ts', 'commands/'] },
  'commands/': {
    rooms: ['io', 'payments', 'server', 'tui', 'wallet', 'open.ts'],
    parts: [
      'database.ts',
      'examination.ts',
      ...['accounts/', 'command.ts', 'command-line/', 'exclusive-changes.ts', 'global-options.ts', 'history-filter.ts'],
      ...['backup/', 'output/', 'pay/'],
      ...[
        'node-settings.ts',
        'or-interrupted.ts',
        'prompts.ts',
        'provider-settings.ts',
        'quote/',
        'session.ts',
        'trace.ts',
        'usage.ts',
      ],
      'views/',
    ],
  },
}

/** Functions of the wallet that views of the command line may call. */
const VIEWS_READ = [
  'depositOf',
  'readDepositMemo',
  'statedMemos',
  'readDepositMessage',
  'boundLines',
  'outputSteps',
  'isFamilyKey',
]

/** A folder with more files of its own than this wants another folder inside. */
const MOST_FILES = 24

/** Folders and packages that reach scripted commands only by import(), so that those start fast. */
const SLOW_FOR_CLI = ['tui', 'server', 'viem', 'ink', 'react', 'hono', '@hono/node-server', '@inquirer/prompts', 'ora']

/** Packages that no door loads: what needs them stands behind import() inside its room. */
const SLOW_BEHIND_DOORS = ['viem', 'ox', 'zod', 'undici', 'conf', 'ora', 'libsql', '@scure/bip39', '@inquirer/prompts']

/** Rooms that are reached by import() as a whole, so that their doors may load what they need. */
const LOADED_WHOLE = ['tui', 'server', 'client']

interface Import {
  readonly specifier: string
  readonly kind: 'value' | 'type' | 'dynamic'
  /** Path from src for our own files, else undefined. */
  readonly own: string | undefined
}

interface SourceFile {
  readonly path: string
  readonly folder: string
  readonly source: ts.SourceFile
  readonly imports: readonly Import[]
}

async function sourceFiles(): Promise<readonly SourceFile[]> {
  const names = await readdir(SRC, { recursive: true })
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => name.split(sep).join('/'))
  return Promise.all(
    paths.sort().map(async (path) => {
      const text = await readFile(join(SRC, path), 'utf8')
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
      const folder = path.includes('/') ? (path.split('/')[0] ?? '') : ''
      return { path, folder, source, imports: importsOf(path, source) }
    }),
  )
}

function importsOf(path: string, source: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, kind: Import['kind']) => {
    if (node === undefined || !ts.isStringLiteralLike(node)) return
    const specifier = node.text
    const own = specifier.startsWith('.')
      ? relative(SRC, resolve(SRC, dirname(path), specifier))
          .split(sep)
          .join('/')
      : undefined
    found.push({ specifier, kind, own })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node) ? 'type' : 'value')
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyExport(node) ? 'type' : 'value')
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'dynamic')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTypeOnly(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

function isTypeOnlyExport(node: ts.ExportDeclaration): boolean {
  if (node.isTypeOnly) return true
  const clause = node.exportClause
  return clause !== undefined && ts.isNamedExports(clause) && clause.elements.every((element) => element.isTypeOnly)
}

/** True when a path of src is one of the places: a folder, a file at its top, or one file. */
function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`))
}

const files = await sourceFiles()

describe('imports', () => {
  test('point one way: core, then what stands on it, then the service, then its faces', () => {
    const wrong = files.flatMap(({ path, folder, imports }) =>
      imports
        .filter(({ own }) => own !== undefined && roomOf(own) !== folder && !['core', ''].includes(roomOf(own)))
        .filter(({ own, kind }) => {
          const rule = MAY_IMPORT[folder]
          if (rule === undefined) return false
          return ![...rule.values, ...(kind === 'type' ? rule.types : [])].includes(roomOf(own ?? ''))
        })
        .map(({ own, kind }) => `${path} imports ${own} (${kind})`),
    )
    expect(wrong).toEqual([])
  })

  test('point the way that the map draws: from every room to rooms before it', async () => {
    const map = await readFile(join(SRC, 'README.md'), 'utf8')
    const line = /^Imports point one way: (.*)\.$/m.exec(map)?.[1] ?? ''
    const steps = line.split(' <- ').map((step) => [...step.matchAll(/`([a-z]+)`/g)].map(([, room = '']) => room))
    expect(steps.flat().sort()).toEqual(Object.keys(MAY_IMPORT).sort())
    const before = (room: string) =>
      steps
        .slice(
          0,
          steps.findIndex((step) => step.includes(room)),
        )
        .flat()
    const wrong = Object.entries(MAY_IMPORT).flatMap(([room, { values, types }]) =>
      [...values, ...types].filter((other) => !before(room).includes(other)).map((other) => `${room} -> ${other}`),
    )
    expect(wrong).toEqual([])
  })

  test('enter another room by its door, index.ts; core is open', () => {
    const wrong = files.flatMap(({ path, folder, imports }) =>
      imports
        .filter(({ own }) => own !== undefined && !['', folder, 'core', 'data'].includes(roomOf(own)))
        .filter(({ own }) => own !== `${roomOf(own ?? '')}/index.ts`)
        .map(({ own }) => `${path} imports ${own}`),
    )
    expect(wrong).toEqual([])
  })

  test('of a door load nothing that is slow', () => {
    const doors = files.filter(({ path, folder }) => path === `${folder}/index.ts` && !LOADED_WHOLE.includes(folder))
    expect(doors.length).toBeGreaterThan(5)
    const wrong = doors.flatMap(({ path }) =>
      loadedBy(path).flatMap(({ path: from, imports }) =>
        imports
          .filter(({ kind, specifier }) => kind === 'value' && isIn(specifier, SLOW_BEHIND_DOORS))
          .map(({ specifier }) => `${path} loads ${specifier} by ${from}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('make no circles: no file loads itself by way of others, import() included', () => {
    expect(circlesOf(files)).toEqual([])
  })

  test('make circles that are found: the search itself works', () => {
    const file = (path: string, ...specifiers: readonly (readonly [string, Import['kind']])[]) => ({
      path,
      imports: specifiers.map(([own, kind]) => ({ specifier: `./${own}`, kind, own })),
    })
    const circle = [file('b.ts', ['c.ts', 'value']), file('c.ts', ['a.ts', 'type'], ['b.ts', 'dynamic'])]
    expect(circlesOf([file('a.ts', ['b.ts', 'value']), ...circle])).toEqual([['b.ts', 'c.ts']])
  })

  test('know every room of src, so that a new one gets its rule', () => {
    const rooms = new Set(files.map(({ folder }) => folder).filter((folder) => folder !== ''))
    expect([...rooms].filter((room) => MAY_IMPORT[room] === undefined)).toEqual([])
  })

  test('have folders to be found in: none holds more files of its own than one can look over', () => {
    const counts = new Map<string, number>()
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
  })

  test('of our own files name files that exist', () => {
    const known = new Set(files.map(({ path }) => path))
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ own }) => own !== undefined && /\.tsx?$/.test(own) && !known.has(own))
        .map(({ own }) => `${path} imports ${own}`),
    )
    expect(missing).toEqual([])
  })

  test('of the screens and the server reach no provider, and those of the service no wallet', () => {
    const wrong = files.flatMap(({ path, folder, imports }) => {
      const forbidden = folder === 'server' || folder === 'tui' ? ['providers', 'sandbox'] : []
      if (folder === 'service') forbidden.push('wallet', 'server', 'cli', 'tui', 'sandbox')
      return imports.filter(({ own }) => isIn(own ?? '', forbidden)).map(({ own, kind }) => ({ path, own, kind }))
    })
    expect(wrong).toEqual([])
  })

  test('keep commands and screens apart: none reaches into another, and what screens share knows no screen', () => {
    const unitOf = (path: string) => /^(?:cli\/commands|tui\/screens)\/[^/.]+/.exec(path)?.[0]
    const isEntry = (path: string) => /^tui\/screens\/[^/]+\/entry\.ts$/.test(path)
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ own = '' }) => unitOf(own) !== undefined && unitOf(own) !== unitOf(path) && !isEntry(own))
        .filter(() => unitOf(path) !== undefined || path.startsWith('tui/kit/'))
        .map(({ own }) => `${path} imports ${own}`),
    )
    expect(wrong).toEqual([])
  })

  test('of screens, server, wallet and prompts in the command line are dynamic', () => {
    const wrong = files
      .filter(({ folder }) => folder === 'cli')
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ kind, own, specifier }) => kind === 'value' && isIn(own ?? specifier, SLOW_FOR_CLI))
          .map(({ specifier }) => `${path} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  test('of the command line go from starting by commands to what they share: each part loads what it may', () => {
    const parts = files.filter(({ folder }) => folder === 'cli')
    expect([...new Set(parts.map(({ path }) => cliPartOf(path)))].sort()).toEqual(Object.keys(CLI_PARTS).sort())
    const wrong = parts.flatMap(({ path, imports }) => {
      const part = cliPartOf(path)
      const { rooms = [], parts: others = [] } = CLI_PARTS[part] ?? {}
      return imports
        .filter(({ kind, own }) => kind !== 'type' && own !== undefined && roomOf(own) !== 'core')
        .map(({ own = '' }) => (own.startsWith('cli/') ? cliPartOf(own) : roomOf(own) || own))
        .filter((target) => target !== part && ![...rooms, ...others].includes(target))
        .map((target) => `${path} loads ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('of views take of the wallet only what reads a run, nothing that signs, sends or keeps', () => {
    const wrong = files
      .filter(({ path }) => path.startsWith('cli/views/'))
      .flatMap(({ path, source }) =>
        valuesFrom(source, 'wallet/index.ts')
          .filter((name) => !VIEWS_READ.includes(name))
          .map((name) => `${path} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('of our own files carry their extension', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ own }) => own !== undefined && !/\.(ts|tsx|json)$/.test(own))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  // Those of dist are part of it, but for its dependencies: the build refuses others.
  test('of packages name ones that package.json does', async () => {
    const manifest = asObject(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')))
    const declared = [
      ...Object.keys(asObject(manifest['dependencies'])),
      ...Object.keys(asObject(manifest['devDependencies'])),
    ]
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ own, specifier, kind }) => own === undefined && kind !== 'type' && !specifier.startsWith('node:'))
        .filter(({ specifier }) => !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })
})

/** Circles of files that load each other, by import or import(): each as its files in order. */
function circlesOf(all: readonly Pick<SourceFile, 'path' | 'imports'>[]): readonly (readonly string[])[] {
  const next = new Map(
    all.map(({ path, imports }) => [path, imports.flatMap(({ own, kind }) => (kind === 'type' ? [] : (own ?? [])))]),
  )
  const reached = new Map(
    all.map(({ path }) => {
      const found = new Set<string>()
      const open = [...(next.get(path) ?? [])]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (found.has(at)) continue
        found.add(at)
        open.push(...(next.get(at) ?? []))
      }
      return [path, found] as const
    }),
  )
  const circles = all.flatMap(({ path }) => {
    const ahead = reached.get(path)
    if (ahead?.has(path) !== true) return []
    const circle = [...ahead].filter((other) => reached.get(other)?.has(path) === true).sort()
    return circle[0] === path ? [circle] : []
  })
  return circles
}

/** A file and all that is loaded with it: by import, not by import(). */
function loadedBy(entry: string): readonly SourceFile[] {
  const found = new Map<string, SourceFile>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = files.find((candidate) => candidate.path === path)
    if (file === undefined || found.has(path)) continue
    found.set(path, file)
    for (const { own, kind } of file.imports) if (own !== undefined && kind === 'value') open.push(own)
  }
  return [...found.values()]
}

/** Part of the command line: a folder with `/` at its end, or a file at its top. */
function cliPartOf(path: string): string {
  const [, part = '', more] = path.split('/')
  return more === undefined ? part : `${part}/`
}

/** Names that a file imports as values from a path that ends so. */
function valuesFrom(source: ts.SourceFile, ending: string): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || isTypeOnly(statement)) return []
    const named = statement.importClause?.namedBindings
    const isFrom = ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text.endsWith(ending)
    if (!isFrom || named === undefined || !ts.isNamedImports(named)) return []
    return named.elements.filter(({ isTypeOnly: light }) => !light).map(({ name }) => name.text)
  })
}

/** First folder of a path of src; empty for a file at its top. */
function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : ''
}

/** Files that may touch the process: the entry of the command line and io. */
const isOutside = (path: string) => path === 'cli/main.ts' || path.startsWith('io/')

const OUTSIDE_GLOBALS = ['process', 'console', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'performance']
const OUTSIDE_CALLS = ['Date.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']

describe('the outside world', () => {
  test('is touched in the entry of the command line and in io only', () => {
    const wrong = files
      .filter(({ path }) => !isOutside(path))
      .flatMap(({ path, source }) => outsideUses(source).map((use) => `${path}: ${use}`))
    expect(wrong).toEqual([])
  })

  test('is found where it is used: the search itself works', () => {
    const text = 'const a = Date.now(); const fetcher = x.fetch; process.exit(); new Date(); fetch(a); ({ fetch: 1 })'
    const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true)
    expect(outsideUses(source)).toEqual(['Date.now', 'process', 'new Date()', 'fetch'])
  })
})

function outsideUses(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const text = node.getText(source)
      if (OUTSIDE_CALLS.includes(text)) found.push(text)
    }
    if (ts.isNewExpression(node) && node.expression.getText(source) === 'Date' && (node.arguments?.length ?? 0) === 0) {
      found.push('new Date()')
    }
    if (ts.isIdentifier(node) && OUTSIDE_GLOBALS.includes(node.text) && isGlobalUse(node, source)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** True when an identifier means the global of that name: not a property, a declaration, or a shadowed name. */
function isGlobalUse(node: ts.Identifier, source: ts.SourceFile): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if ((ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) && parent.name === node) return false
  if (ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent)) return false
  if (ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) {
    if (parent.name === node) return false
  }
  if (ts.isImportSpecifier(parent) || ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent)) return false
  return !declaredNames(source).has(node.text)
}

/** Names that the file itself declares or imports. */
function declaredNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const declares =
      ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node)
    if (declares && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

describe('exports', () => {
  test('have names: nothing in src is a default export', () => {
    const wrong = files.flatMap(({ path, source }) => (source.statements.some(isDefaultExport) ? [path] : []))
    expect(wrong).toEqual([])
  })

  test('come from files that say what they are about', () => {
    const vague = files.filter(({ path }) => /(^|[/-])(utils?|helpers?|common|managers?|misc)(\.tsx?$|\/|-)/.test(path))
    expect(vague.map(({ path }) => path)).toEqual([])
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*([a-z0-9]+(-[a-z0-9]+)*\.tsx?|[A-Z][A-Za-z0-9]*\.tsx)$/
    expect(files.map(({ path }) => path).filter((path) => !kebab.test(path))).toEqual([])
  })
})

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause
    return (
      clause !== undefined && ts.isNamedExports(clause) && clause.elements.some(({ name }) => name.text === 'default')
    )
  }
  return ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    : false
}
