import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { causeCode } from '../../core/error-code.ts'
import { isRecord } from '../../core/is-record.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock, HttpReply, HttpRequest, PooledHttp } from '../../core/ports.ts'
import { type Clean, cleanText } from '../../core/text/clean-text.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { HIDDEN, secretHider } from '../../core/text/secret-hider.ts'
import { fileProblem } from '../files/file-problem.ts'

/** One call as a trace shows it: no header, no secret, nothing that is signed. */
export interface TracedCall {
  /** ISO 8601. */
  readonly at: string
  readonly method: string
  /** Without keys; of a node its host alone. */
  readonly url: string
  /** Method of a JSON-RPC call, without its parameters. */
  readonly rpc?: string
  /** HTTP status; absent where nothing came. */
  readonly status?: number
  /** Bytes of the body after decompression. */
  readonly bytes: number
  /** Until all was read, in milliseconds. */
  readonly ms: number
  /** The code of a failure. */
  readonly failure?: string
  /** Body of the request, at most 500 characters. */
  readonly sent?: string
  /** Body of an answer with an error status, at most 500 characters. */
  readonly said?: string
}

interface TraceParts {
  readonly clock: Clock
  /** What must not be shown wherever it stands, such as keys of the settings. */
  readonly secrets: readonly string[]
  readonly write: (call: TracedCall) => void
}

/** Longest body that is shown, in characters. */
const MOST_SHOWN = 500
/** How much of an answer is kept to be shown, in bytes. */
const MOST_KEPT = 2_048
/** What a name says of its value. */
const SECRET_NAME = /key|token|secret|auth|passw|signature|signed|raw|private|credential|mnemonic|^(?:sig|pass|code)$/i

/** The same connections, with each call written down once it is over. */
export function traceHttp(http: PooledHttp, { clock, secrets, write }: TraceParts): PooledHttp {
  const hide = secretHider(secrets)
  return {
    close: () => http.close(),
    fetch: async (url, request) => {
      const startMs = monotonicMs(clock)
      const rpc = rpcMethod(request)
      const facts = {
        at: new Date(clock.now()).toISOString(),
        method: request.method,
        url: cleanText(rpc === undefined ? shownUrl(url, hide) : shownNode(url), 1_000),
        ...defined({
          rpc: rpc === undefined ? undefined : cleanText(rpc, 60),
          sent: rpc !== undefined || request.body === undefined ? undefined : shownBody(request.body, hide),
        }),
      }
      const end = (more: Pick<TracedCall, 'status' | 'bytes' | 'failure' | 'said'>) =>
        write({ ...facts, ...more, ms: Math.round(monotonicMs(clock) - startMs) })
      try {
        const reply = await http.fetch(url, request)
        if (reply.body !== null)
          return { ...reply, body: readThrough(reply, request.signal, rpc === undefined, hide, end) }
        end({ status: reply.status, bytes: 0 })
        return reply
      } catch (error) {
        end({ bytes: 0, failure: failureOf(error, request.signal) })
        throw error
      }
    },
  }
}

/** A traced call as one line. */
export function traceLine({ at, method, url, rpc, status, bytes, ms, failure, sent, said }: TracedCall): Clean {
  const words = [
    ...[at, method, url, ...(rpc === undefined ? [] : [rpc])],
    ...(status === undefined ? [] : [String(status)]),
    ...(failure === undefined ? [] : [`failed (${failure})`]),
    ...[`${bytes} bytes`, `${ms} ms`],
    ...(sent === undefined ? [] : [`sent ${sent}`]),
    ...(said === undefined ? [] : [`said ${said}`]),
  ]
  return cleanText(words.join(' '), 4_000)
}

/**
 * Opens a file that lines are added to, which nobody else can read. A line that cannot be written is lost: a trace stops no swap.
 * @param onLost told why one is, each time
 * @throws CONFIG_INVALID where it cannot be written, and for what is no file of one's own; the hint is the caller's to give
 */
export function openTraceFile(
  path: string,
  onLost: (why: string) => void = () => undefined,
): { readonly write: (line: string) => void; readonly close: () => void } {
  const file = openPrivately(path)
  return {
    write: (line) => {
      try {
        writeSync(file, `${line}\n`)
      } catch (error) {
        onLost(fileProblem(error))
      }
    },
    close: () => closeSync(file),
  }
}

function openPrivately(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    // Windows knows neither links nor pipes here.
    const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600)
    const { mode } = fstatSync(file)
    if ((mode & constants.S_IFMT) === constants.S_IFREG) {
      if ((mode & 0o077) !== 0) fchmodSync(file, 0o600)
      return file
    }
    closeSync(file)
  } catch (cause) {
    throw new SwapError('CONFIG_INVALID', traceProblem(path, fileProblem(cause)), { cause })
  }
  throw new SwapError('CONFIG_INVALID', traceProblem(path, 'it is no file'))
}

/** That no trace is written, and why. */
export function traceProblem(path: string, why: string): string {
  return `The trace cannot be written to ${path}: ${why}`
}

/** The body as it comes; the call is over with it, however it ends. */
async function* readThrough(
  { status, body }: HttpReply,
  signal: AbortSignal,
  isShown: boolean,
  hide: (text: string) => string,
  end: (more: Pick<TracedCall, 'status' | 'bytes' | 'failure' | 'said'>) => void,
): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = []
  let bytes = 0
  let failure: string | undefined
  try {
    for await (const part of body ?? []) {
      if (isShown && status >= 400 && bytes < MOST_KEPT) kept.push(part.subarray(0, MOST_KEPT - bytes))
      bytes += part.byteLength
      yield part
    }
  } catch (error) {
    failure = failureOf(error, signal)
    throw error
  } finally {
    const said = kept.length === 0 ? undefined : shownBody(Buffer.concat(kept).toString('utf8'), hide)
    end({ status, bytes, ...defined({ said, failure }) })
  }
}

/** Only a code: a message may hold an address with its key. */
function failureOf(error: unknown, { aborted }: AbortSignal): string {
  return causeCode(error) ?? (aborted ? 'given up' : 'no code')
}

/** The method that a body calls over JSON-RPC; undefined for any other body. */
function rpcMethod({ body }: HttpRequest): string | undefined {
  if (body?.includes('"jsonrpc"') !== true) return undefined
  const call = parseJson(body)
  const [first = call, ...others] = Array.isArray(call) ? (call as readonly unknown[]) : []
  const method = isRecord(first) ? first['method'] : undefined
  return `${typeof method === 'string' ? method : 'unknown'}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

/** Where a node is; its key may stand anywhere behind that. */
function shownNode(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : `/${HIDDEN}`}`
}

function shownUrl(url: string, hide: (text: string) => string): string {
  const { protocol, host, pathname, searchParams } = new URL(url)
  const query = [...searchParams].map(([name, value]) => `${name}=${SECRET_NAME.test(name) ? HIDDEN : shortHex(value)}`)
  return hide(`${protocol}//${host}${pathname}${query.length === 0 ? '' : `?${query.join('&')}`}`)
}

function shownBody(text: string, hide: (text: string) => string): string {
  const value = text.length > 1024 * 1024 ? undefined : parseJson(text)
  const shown = value === undefined ? `${text.length} characters that are no JSON` : JSON.stringify(value, hideMember)
  return cleanText(hide(shown), MOST_SHOWN)
}

function hideMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') return SECRET_NAME.test(name) ? HIDDEN : shortHex(value)
  return value
}

/** Longer than two words of 32 bytes may be signed. */
function shortHex(text: string): string {
  return text.replace(/(?:0x)?[0-9a-f]{131,}/gi, (hex) => `${hex.slice(0, 10)}${HIDDEN} (${hex.length} characters)`)
}
