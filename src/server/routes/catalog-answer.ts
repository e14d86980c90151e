import type { Page } from '../../core/api/documents.ts'
import type { RequestFields, RequestOf } from '../../core/api/request-fields.ts'
import type { CachedAnswer } from '../http/answer-cache.ts'
import { cachedAnswer, JSON_TYPE, SHORT_CACHE, textAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import type { Call, ServerContext } from '../route.ts'

/** Most URLs whose pages are known by heart, and the longest of them, in characters. */
const MOST_URLS = 1000
const LONGEST_URL = 500

/** Names of pages by their URLs: for answers from memory, which read no query. */
export type PageNames = Map<string, string>

/**
 * A page of the catalog, serialised once per catalog version, query and minute (flags such as `new` change with time),
 * then answered from memory. What the query has besides its declared fields makes no other page.
 * @throws VALIDATION_ERROR as readQuery
 */
export function catalogAnswer<T extends RequestFields>(
  call: Call,
  server: ServerContext,
  table: T,
  list: (query: RequestOf<T>) => Promise<Page<unknown>>,
): Response | Promise<Response> {
  const query = readQuery(call.search, table)
  const name = `${call.path} ${JSON.stringify(query)}`
  const key = pageKey(server, name, call.startedAt)
  if (key === undefined) {
    return list(query).then((page) => textAnswer(call, 200, JSON_TYPE, SHORT_CACHE, JSON.stringify(page)))
  }
  noteName(server.pageNames, `${call.path}${call.search}`, name)
  const known = server.cache.get(key)
  if (known !== undefined) return cachedAnswer(call, server.cache, known, JSON_TYPE)
  const text = async () => JSON.stringify(await list(query))
  return server.cache.putOnce(key, text).then((page) => cachedAnswer(call, server.cache, page, JSON_TYPE))
}

/** The cached page of a URL. @param atMs `monotonicMs` of its call */
export function knownPage(server: ServerContext, url: string, atMs: number): CachedAnswer | undefined {
  const name = server.pageNames.get(url)
  const key = name === undefined ? undefined : pageKey(server, name, atMs)
  return key === undefined ? undefined : server.cache.get(key)
}

function noteName(names: PageNames, url: string, name: string): void {
  if (url.length > LONGEST_URL || names.has(url)) return
  if (names.size >= MOST_URLS) names.clear()
  names.set(url, name)
}

/** @param atMs `monotonicMs` of its call */
function pageKey(server: ServerContext, name: string, atMs: number): string | undefined {
  const version = server.options.catalogVersion?.()
  return version === undefined ? undefined : `${version} ${Math.floor(atMs / 60_000)} ${name}`
}
