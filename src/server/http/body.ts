import { isRecord } from '../../core/is-record.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { ERROR_TABLE, MAX_BODY_KIB, SwapError } from '../../core/api/errors.ts'
import { BodyTooLarge, readBody } from '../../core/text/read-body.ts'
import type { RequestFields, RequestOf } from '../../core/api/request-fields.ts'

const MAX_BODY_BYTES = MAX_BODY_KIB * 1024

/**
 * Reads the request in a body, including unknown fields; the service checks every field.
 * @throws as readJsonObject
 */
export async function readRequest<T extends RequestFields>(request: Request, _table: T): Promise<RequestOf<T>> {
  // The service checks every value at run time.
  return (await readJsonObject(request)) as RequestOf<T>
}

/** The declared fields of a request. */
export function onlyDeclared<T extends RequestFields>(table: T, request: RequestOf<T>): RequestOf<T> {
  const declared = Object.entries(request).filter(([name]) => Object.hasOwn(table, name))
  return Object.fromEntries(declared) as RequestOf<T>
}

/**
 * Reads the JSON object in a request body.
 * @throws UNSUPPORTED_MEDIA_TYPE unless it is application/json in UTF-8, PAYLOAD_TOO_LARGE above MAX_BODY_KIB, VALIDATION_ERROR
 * unless it is a JSON object
 */
async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  checkMediaType(request.headers)
  const bytes = await readBytes(request)
  let text: string
  try {
    // Strips a byte order mark and refuses invalid UTF-8.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request body is not valid UTF-8', { cause })
  }
  if (text.trim() === '') throw new SwapError('VALIDATION_ERROR', 'The request body is empty; it must be a JSON object')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request body is not valid JSON', { cause })
  }
  if (!isRecord(value)) throw new SwapError('VALIDATION_ERROR', 'The request body must be a JSON object')
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'))
}

function checkMediaType(headers: Headers): void {
  const type = headers.get('content-type') ?? ''
  const encoding = headers.get('content-encoding')
  const plain = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i.test(type.trim())
  if (!plain || (encoding !== null && encoding.toLowerCase() !== 'identity')) {
    throw new SwapError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be sent as Content-Type: application/json, uncompressed',
    )
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced !== null && /^\d+$/.test(announced)) {
    // A server reads at most the announced length, and reading at once is far cheaper than in chunks.
    if (Number(announced) > MAX_BODY_BYTES) throw tooLarge()
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge()
    return bytes
  }
  const parts: Uint8Array[] = []
  try {
    for await (const part of readBody(request.body, MAX_BODY_BYTES)) parts.push(part)
  } catch (error) {
    throw error instanceof BodyTooLarge ? tooLarge() : error
  }
  return concatBytes(...parts)
}

function tooLarge(): SwapError {
  return new SwapError('PAYLOAD_TOO_LARGE', ERROR_TABLE.PAYLOAD_TOO_LARGE.meaning)
}
