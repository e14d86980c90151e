import type { Page } from '../../core/documents.ts'
import { cachedAnswer, JSON_TYPE, SHORT_CACHE, textAnswer } from '../answer.ts'
import type { Call, ServerContext } from '../call.ts'

/**
 * A page of the catalog. Serialised once per catalog version, query and minute (flags such as `new` change with time)
 * and answered from memory, at once, after that.
 */
export function catalogAnswer(
  call: Call,
  server: ServerContext,
  list: () => Promise<Page<unknown>>,
): Response | Promise<Response> {
  const version = server.options.catalogVersion?.()
  if (version === undefined) {
    return list().then((page) => textAnswer(call, 200, JSON_TYPE, SHORT_CACHE, JSON.stringify(page)))
  }
  const key = `${version} ${Math.floor(call.startedAt / 60_000)} ${call.path}${call.search}`
  const known = server.cache.get(key)
  if (known !== undefined) return cachedAnswer(call, known, JSON_TYPE)
  return list().then((page) => cachedAnswer(call, server.cache.put(key, JSON.stringify(page)), JSON_TYPE))
}
