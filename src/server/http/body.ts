import { concatBytes } from '@noble/hashes/utils.js'
import { SwapError } from '../../core/api/errors.ts'
import type { RequestFields, RequestOf } from '../../core/api/request-fields.ts'

/** Largest request body in bytes. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * The request in a body, with the unknown fields it carries; the service checks every field.
 * @throws as readJsonObject
 */
export async function readRequest<T extends RequestFields>(request: Request, _table: T): Promise<RequestOf<T>> {
  // The edge: the service checks every value at run time, whatever its type says.
  return (await readJsonObject(request)) as RequestOf<T>
}

/** A request without the fields that its table does not declare. */
export function onlyDeclared<T extends RequestFields>(table: T, request: RequestOf<T>): RequestOf<T> {
  const declared = Object.entries(request).filter(([name]) => Object.hasOwn(table, name))
  return Object.fromEntries(declared) as RequestOf<T>
}

/**
 * The JSON object in a request's body.
 * @throws UNSUPPORTED_MEDIA_TYPE unless it is application/json in UTF-8, PAYLOAD_TOO_LARGE above 64 KiB, VALIDATION_ERROR
 * when it is not a JSON object
 */
async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  checkMediaType(request.headers)
  const bytes = await readBytes(request)
  let text: string
  try {
    // Strips a byte order mark, and refuses bytes that are not UTF-8.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request body is not UTF-8', { cause })
  }
  if (text.trim() === '') throw new SwapError('VALIDATION_ERROR', 'The request body is empty; it must be a JSON object')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request body is not valid JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SwapError('VALIDATION_ERROR', 'The request body must be a JSON object')
  }
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
    // A server reads no more than what is announced, and reading at once is far cheaper than by chunks.
    if (Number(announced) > MAX_BODY_BYTES) throw tooLarge()
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge()
    return bytes
  }
  return request.body === null ? new Uint8Array() : readChunks(request.body)
}

async function readChunks(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > MAX_BODY_BYTES) {
      await reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(value)
  }
  return concatBytes(...chunks)
}

function tooLarge(): SwapError {
  return new SwapError('PAYLOAD_TOO_LARGE', 'The request body is larger than 64 KiB')
}
