import type { Page } from '../../core/api/documents.ts'
import type { CachedAnswer } from '../http/answer-cache.ts'
import { cachedAnswer, JSON_TYPE, SHORT_CACHE, textAnswer } from '../http/answer.ts'
import type { Call, ServerContext } from '../route.ts'

/**
 * A page of the catalog, serialised once per catalog version, query and minute (flags such as `new` change with time),
 * then answered from memory.
 */
export function catalogAnswer(
  call: Call,
  server: ServerContext,
  list: () => Promise<Page<unknown>>,
): Response | Promise<Response> {
  const key = pageKey(server, `${call.path}${call.search}`, call.startedAt)
  if (key === undefined) {
    return list().then((page) => textAnswer(call, 200, JSON_TYPE, SHORT_CACHE, JSON.stringify(page)))
  }
  const known = server.cache.get(key)
  if (known !== undefined) return cachedAnswer(call, server.cache, known, JSON_TYPE)
  const text = async () => JSON.stringify(await list())
  return server.cache.putOnce(key, text).then((page) => cachedAnswer(call, server.cache, page, JSON_TYPE))
}

/** The cached page of a URL. @param atMs `monotonicMs` of its call */
export function knownPage(server: ServerContext, url: string, atMs: number): CachedAnswer | undefined {
  const key = pageKey(server, url, atMs)
  return key === undefined ? undefined : server.cache.get(key)
}

/** @param atMs `monotonicMs` of its call */
function pageKey(server: ServerContext, url: string, atMs: number): string | undefined {
  const version = server.options.catalogVersion?.()
  return version === undefined ? undefined : `${version} ${Math.floor(atMs / 60_000)} ${url}`
}
