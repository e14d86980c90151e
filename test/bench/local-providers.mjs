// Answers GET /pN for any number of providers after the milliseconds in ?after=, with the time at which it did so.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers'

const server = createServer((request, response) => {
  const after = Number(new URL(request.url, 'http://local').searchParams.get('after'))
  setTimeout(() => {
    const body = JSON.stringify({ out: '99000000', sentAtMs: performance.timeOrigin + performance.now() })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  }, after)
})
server.keepAliveTimeout = 60_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
