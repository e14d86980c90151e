import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

/** Encodings that answers are prepared in, best first. */
export const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** Smallest body that is compressed, in bytes. */
export const LEAST_COMPRESSED_BYTES = 1024
/** Beyond this level brotli takes several times as long for a tenth less. */
const BROTLI_LEVEL = 5
/** How many values of Accept-Encoding are known by heart. */
const MOST_KNOWN = 64

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** The bytes in each encoding that makes them smaller; compressed off the loop. */
export async function compress(bytes: Uint8Array): Promise<ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>> {
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
    toGzip(bytes),
  ])
  const all = [['br', br] as const, ['gzip', gz] as const]
  // A copy of its own: small results share a pool of Node's.
  return new Map(
    all.filter(([, body]) => body.byteLength < bytes.byteLength).map(([name, body]) => [name, Uint8Array.from(body)]),
  )
}

/** Reads values of Accept-Encoding (RFC 9110, 12.5.3); browsers and libraries send few different ones. */
export function createEncodingReader(): (header: string) => readonly Encoding[] {
  const known = new Map<string, readonly Encoding[]>()
  return (header) => {
    const before = known.get(header)
    if (before !== undefined) return before
    const accepted = readAcceptEncoding(header)
    if (known.size < MOST_KNOWN) known.set(header, accepted)
    return accepted
  }
}

/** The encodings that a client likes at least as well as none, best first. */
export function readAcceptEncoding(header: string): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : weightOf(q))
  }
  const weigh = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return ENCODINGS.filter((name) => weigh(name) > 0 && weigh(name) >= plain).sort((a, b) => weigh(b) - weigh(a))
}

/** A weight from 0 to 1; what is malformed accepts nothing. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
