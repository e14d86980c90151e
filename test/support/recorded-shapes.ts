import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isRecord } from '../../src/core/is-record.ts'
import type { Json } from '../../src/core/ports.ts'
import { encodeShape, mergeShapes, type ReplyShape, shapeOf } from '../../src/core/text/reply-shape.ts'
import { callName } from '../../src/service/drift/check-drift.ts'
import { toFullReply } from './provider-lab.ts'
import type { ProviderCases } from './provider-suite.ts'

const PROVIDERS = new URL('../providers/', import.meta.url)

/** The cases of every provider that has an API, by its folder. */
export async function allCases(): Promise<readonly ProviderCases[]> {
  const files = readdirSync(PROVIDERS)
    .sort()
    .map((name) => new URL(`${name}/cases.ts`, PROVIDERS))
    .filter((file) => existsSync(file))
  const modules = await Promise.all(
    files.map((file) => import(file.href) as Promise<Readonly<Record<string, unknown>>>),
  )
  return modules.flatMap((module) => Object.values(module).filter(isCases))
}

function isCases(value: unknown): value is ProviderCases {
  return isRecord(value) && 'provider' in value && 'quotes' in value && 'url' in value
}

/** Where the program carries the shapes. */
export const SHAPES_FILE = new URL('../../src/data/shapes.json', import.meta.url)

/** The text of that file: the shape of each reply that a quote with routes is recorded with, a line a call. */
export async function recordedShapesText(): Promise<string> {
  const providers = (await allCases()).map((cases) => {
    const lines = [...shapesOf(cases)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([call, shape]) => `${JSON.stringify(call)}:${JSON.stringify(sortNames(encodeShape(shape)))}`)
    return `${JSON.stringify(cases.provider.manifest.key)}:{\n${lines.join(',\n')}\n}`
  })
  return `{\n${providers.join(',\n')}\n}\n`
}

function shapesOf(cases: ProviderCases): ReadonlyMap<string, ReplyShape> {
  const replies = cases.quotes.flatMap(({ exchanges, expected }) => ('routes' in expected ? exchanges : []))
  const good = replies.flatMap(({ method, path, reply }) => {
    const { file, text = '', status = 200 } = toFullReply(reply)
    return status === 200 ? [{ call: callName(method, path), file, text }] : []
  })
  const shapes = new Map<string, ReplyShape>()
  for (const { call, file, text } of good) {
    // Where a call has recordings, what cases make of them says nothing about the provider.
    if (file === undefined && good.some((other) => other.call === call && other.file !== undefined)) continue
    const json = file === undefined ? text : readFileSync(new URL(`./recordings/${file}`, cases.url), 'utf8')
    const shape = shapeOf(JSON.parse(json))
    const known = shapes.get(call)
    shapes.set(call, known === undefined ? shape : mergeShapes(known, shape))
  }
  return shapes
}

/** The order of fields in a recording means nothing. */
function sortNames(coded: Json): Json {
  if (Array.isArray(coded)) return (coded as readonly Json[]).map(sortNames)
  if (typeof coded !== 'object' || coded === null) return coded
  const named = Object.entries(coded as Readonly<Record<string, Json>>)
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, sortNames(item)]))
}
