/** What somebody writes with the library: it is copied beside an installed package. Prints how many routes there are, twice. */
import { createHandler, createSwapClient, openSwapService } from 'swapcli'

const service = await openSwapService({ home: process.argv[2], storeThreads: true })
const handler = createHandler(service)
const client = createSwapClient('http://swap.example/api/v1', {
  fetch: async (url, init) => handler(new globalThis.Request(url, init)),
})
const request = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'arbitrum',
  dstAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '100',
}
const answers = [await service.quote(request), await client.quote(request)]
console.log(JSON.stringify(answers.map(({ data }) => data.length)))
await client.close()
await service.close()
