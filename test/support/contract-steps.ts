import { expect } from 'vitest'
import type { Api, Operation, Refusal } from './contract.ts'
import { asList, asObject, asText } from './contract-fields.ts'
import { BRIDGE, type Fields, LOCKABLE } from './contract-world.ts'

type Answer = Readonly<Record<string, unknown>>

/** Routes of a quote, best first. */
export async function routesOf(api: Api, request: Fields): Promise<readonly Answer[]> {
  return asList((await api.ok('quote', request))['data']).map((route) => asObject(route))
}

/** Quotes, and gives the route of one provider. */
export async function routeOf(api: Api, provider: string, request: Fields): Promise<Answer> {
  const routes = await routesOf(api, request)
  const route = routes.find((candidate) => candidate['provider'] === provider)
  if (route === undefined) throw new Error(`${provider} has no route among ${routes.length}`)
  return route
}

/** Quotes and locks the route of one provider. */
export async function lockOf(api: Api, provider = BRIDGE, request: Fields = LOCKABLE): Promise<Answer> {
  const { routeId } = await routeOf(api, provider, request)
  return api.ok('lock', { ...request, provider, routeId })
}

/** Quotes, locks and executes; the id of the transaction. */
export async function swapOf(api: Api, provider = BRIDGE, request: Fields = LOCKABLE): Promise<string> {
  const { lockId } = await lockOf(api, provider, request)
  const { transaction } = await api.ok('execute', { lockId })
  return asText(asObject(transaction)['id'])
}

/** The transaction in an answer of status. */
export async function statusOf(api: Api, query: Fields): Promise<Answer> {
  return asObject((await api.ok('status', query))['transaction'])
}

/** Transactions of one page of the history. */
export async function historyOf(api: Api, query: Fields = {}): Promise<readonly Answer[]> {
  return asList((await api.ok('history', query))['data']).map((item) => asObject(item))
}

/** What a program branches on. */
export function essence(refusal: Refusal): Pick<Refusal, 'code' | 'httpStatus' | 'field'> {
  const { code, httpStatus, field } = refusal
  return { code, httpStatus, field }
}

/** Expects a 400 for this field. @param code @default 'VALIDATION_ERROR' */
export async function expectRefused(
  api: Api,
  operation: Operation,
  request: Fields,
  field: string,
  code = 'VALIDATION_ERROR',
): Promise<Refusal> {
  const refused = await api.refused(operation, request)
  expect(essence(refused), `${operation} ${JSON.stringify(request)}`).toEqual({ code, httpStatus: 400, field })
  return refused
}

/** Fields with a problem, in the order in which they were reported. */
export function problemsOf(refusal: Refusal): readonly (readonly [string | undefined, string])[] {
  return refusal.errors.map(({ field, code }) => [field, code])
}
