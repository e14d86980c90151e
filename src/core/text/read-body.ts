/** A body that arrives in parts; that of a fetch `Response` is one. */
export type Body = AsyncIterable<Uint8Array> | null

/** A body is longer than its reader takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/**
 * The parts of a body as they arrive. Every reply from outside is read here: what is counted is what comes out after
 * decompression, so that a small body cannot grow without bound.
 * @throws BodyTooLarge
 */
export async function* readBody(body: Body, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (body === null) return
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) throw new BodyTooLarge(maxBytes)
    yield part
  }
}

/** The whole body as text. @throws BodyTooLarge */
export async function readText(body: Body, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of readBody(body, maxBytes)) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}
