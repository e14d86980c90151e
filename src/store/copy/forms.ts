import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Json } from '../../core/ports.ts'
import type { NewEvent } from '../port.ts'
import { type JsonForm, lockForm, transactionForm } from '../record-json.ts'
import { keyText } from '../postgres/stored-text.ts'
import type { CopiedCollection, CopiedValues } from './rows.ts'

/** Reads the value of a row from its text. @throws Error where that is none of its collection, or of another row */
type ReadValue<C extends CopiedCollection> = (id: string, text: string | undefined) => CopiedValues[C]

const READ: { readonly [C in CopiedCollection]: ReadValue<C> } = {
  documents: (_, text) => parseText<Json>(text),
  locks: (id, text) => own(id, parseForm(text, lockForm), (lock) => lock.id),
  transactions: (id, text) => own(id, parseForm(text, transactionForm), (record) => record.id),
  events: (_, text) => parseRecord<NewEvent>(text),
  idempotency: (_, text) => (text === undefined ? undefined : parseText<Json>(text)),
  catalog_chains: (id, text) => own(id, parseRecord<CatalogChain>(text), ({ key }) => key),
  catalog_assets: (id, text) =>
    own(id, parseRecord<CatalogAsset>(text), ({ chain, address }) => `${keyText(chain)} ${keyText(address)}`),
}

/** The value of a row. @throws Error as above */
export function readValue<C extends CopiedCollection>(
  collection: C,
  id: string,
  text: string | undefined,
): CopiedValues[C] {
  return READ[collection](id, text)
}

/** Only this program writes a store; its schema determines the shape. */
function parseText<T>(text: string | undefined): T {
  if (text === undefined) throw new Error('it has no document')
  return JSON.parse(text) as T
}

function parseRecord<T>(text: string | undefined): T {
  const json = parseText<T>(text)
  if (!isRecord(json)) throw new Error('it is no record')
  return json
}

function parseForm<T, J>(text: string | undefined, form: JsonForm<T, J>): T {
  return form.fromJson(parseText<J>(text))
}

function own<T>(id: string, value: T, idOf: (value: T) => string): T {
  if (keyText(idOf(value)) !== keyText(id)) throw new Error('the document states another id')
  return value
}
