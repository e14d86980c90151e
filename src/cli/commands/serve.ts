import {
  DEFAULT_LOCK_TTL_SEC,
  DEFAULT_RATE_LIMIT,
  MAX_LOCK_TTL_SEC,
  MAX_QUOTE_DEADLINE_SEC,
  QUOTE_DEADLINE_SEC,
} from '../../core/swap/defaults.ts'
import { LOCAL_RESOURCES } from '../../core/local-resources.ts'
import { defined } from '../../core/defined.ts'
import { isHostValue } from '../../core/text/host-name.ts'
import { VERSION } from '../../core/version.ts'
import { readDocsFiles, readOpenapiFile } from '../../io/index.ts'
import type { OpenOptions } from '../../open.ts'
import type { AccessEntry } from '../../server/index.ts'
import type { TrackingFailure } from '../../service/index.ts'
import { defineCommand } from '../command.ts'
import { databaseOf } from '../../payments/index.ts'
import { describeDatabase } from '../database.ts'
import { warnOfMovedStore } from '../pay/home/moved-store.ts'
import { openServerLog } from '../output/server-log.ts'
import { usage } from '../usage.ts'
import { embeddedOptions } from '../session.ts'

/** Port that is used when none is named. */
export const DEFAULT_PORT = 8787

/** Serves the HTTP API of the embedded service. */
export const serveCommand = defineCommand({
  options: {
    host: {
      kind: 'text',
      value: 'name',
      defaultText: '127.0.0.1, this machine only',
      description: 'name or address to bind',
    },
    port: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 0,
      max: 65_535,
      default: DEFAULT_PORT,
      description: 'port; 0 takes a free one',
    },
    lockTtl: {
      // A setting, which checks it.
      kind: 'text',
      value: 'seconds',
      setting: 'lock-ttl',
      defaultText: String(DEFAULT_LOCK_TTL_SEC),
      description: `lifetime of a lock, 1 to ${MAX_LOCK_TTL_SEC}`,
    },
    quoteDeadline: {
      kind: 'text',
      value: 'seconds',
      setting: 'quote-deadline',
      defaultText: String(QUOTE_DEADLINE_SEC),
      description: `how long a quote waits while there is no route, 1 to ${MAX_QUOTE_DEADLINE_SEC}`,
    },
    rateLimit: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 0,
      max: 1_000_000,
      defaultText: `${DEFAULT_RATE_LIMIT}, and no limit for this machine`,
      description: 'requests a minute from one client; 0 for no limit',
    },
    corsOrigin: {
      kind: 'list',
      of: { kind: 'text' },
      value: 'origin',
      description: 'web origin whose pages may call the server',
    },
    allowHost: {
      kind: 'list',
      of: { kind: 'text' },
      value: 'host',
      description: 'another name of the server behind a proxy or a mapped port, as NAME or NAME:PORT',
    },
    trustProxy: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 0,
      max: 16,
      default: 0,
      description:
        'how many proxies of yours stand before it; the first names the client in X-Forwarded-For, and https in X-Forwarded-Proto',
    },
    shutdownDelay: {
      kind: 'number',
      value: 'seconds',
      min: 0,
      max: 600,
      default: 0,
      description: 'how long it goes on after SIGTERM, while /readyz says 503, so that a load balancer notices',
    },
    expose: {
      kind: 'list',
      of: { kind: 'choice', choices: LOCAL_RESOURCES },
      value: 'what',
      defaultText: 'this machine only',
      description: `show other machines too what is for this one: ${LOCAL_RESOURCES.join(', ')}`,
    },
    log: {
      kind: 'choice',
      choices: ['text', 'json'],
      value: 'format',
      alone: 'text',
      defaultText: 'no log',
      description:
        'log each request on stderr: id, method, path, status, milliseconds, bytes; with json all of stderr is JSON, a document a line',
    },
  },
  examples: [
    'serve',
    'serve --sandbox --port 8080 --sandbox-speed 100',
    'serve --port 0 --json',
    'serve --store postgres://swapcli@db.example/swapcli',
  ],
  notes:
    'Prints one line when it is ready. SIGTERM and Ctrl-C stop it: calls in progress finish, then it exits with 0.\n' +
    'The OpenAPI document is at /openapi.json, its pages are at /docs.',
  stopsItself: true,
  local: true,
  run: async (
    session,
    _args,
    { host, port, rateLimit, corsOrigin, allowHost, trustProxy, shutdownDelay, expose, log: logAs },
  ) => {
    const { output } = session
    const wrong = allowHost.find((name) => !isHostValue(name))
    if (wrong !== undefined) throw usage(`--allow-host must be NAME or NAME:PORT, not ${JSON.stringify(wrong)}`)
    const [{ openServiceOn, openSwapService, withoutTextIndex }, { embeddedOptions: extras, serve }, database] =
      await Promise.all([import('../../open.ts'), import('../../server/index.ts'), databaseOf(session)])
    if (database === undefined) await warnOfMovedStore(session)
    else output.note(`the store is the database ${describeDatabase(database)}`)
    if (database?.textIndex !== undefined) output.note(withoutTextIndex(database))
    const log = openServerLog(output, session.clock)
    const options = {
      ...embeddedOptions(session),
      tracker: true,
      onError: (error: unknown) => log.failure(error),
      onTrackingFailure: (failure: TrackingFailure) => log.tracking(failure),
      onWrongClock: (problem: string) => log.clock(`${problem}: locks and quotes expire by it`),
    } satisfies OpenOptions
    const service = await (database === undefined
      ? openSwapService({ ...options, storeThreads: session.storeThreads?.() ?? true })
      : openServiceOn(database, options))
    session.onEnd(() => service.close())
    service.startRetention()
    service.startDeliveries()
    service.startRateWatch((alert) => log.alert(alert))
    const server = await serve(service, {
      ...extras(service),
      openapi: await readOpenapiFile(),
      docs: await readDocsFiles(),
      version: VERSION,
      port,
      log: (entry) => {
        if (entry.kind === 'error') log.request(entry)
      },
      ...defined({
        host,
        rateLimitPerMinute: rateLimit,
        allowedOrigins: corsOrigin.length === 0 ? undefined : corsOrigin,
        onAccess: logAs === undefined ? undefined : (entry: AccessEntry) => log.access(entry),
      }),
      allowedHosts: allowHost,
      trustedProxies: trustProxy,
      shutdownDelayMs: shutdownDelay * 1000,
      expose,
    })
    session.onEnd(() => server.close())
    if (output.json) output.printJson({ url: server.url })
    else output.print(output.clean(`Serving the ${session.network} network on ${server.url} (stop with Ctrl-C)`))
    await new Promise<void>((resolve) => {
      if (session.signal.aborted) resolve()
      session.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    output.note('stopping: calls in progress finish first')
    await server.close()
  },
})
