/** A body that arrives in parts, such as that of a fetch `Response`. */
export type Body = AsyncIterable<Uint8Array> | null

/** A body exceeds the reader's limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/**
 * The parts of a body as they arrive. Every response from outside is read here; the limit applies after decompression, so
 * that a small body cannot grow without bound.
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
