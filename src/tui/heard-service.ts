import type { SwapService } from '../core/api/service.ts'

/** A service of a server that tells of every answer: who answers is there. @param onAnswer called before the answer is given on */
export function hearService(service: SwapService, onAnswer: () => void): SwapService {
  const hear = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer
    onAnswer()
    return given
  }
  async function* hearEach<T>(answers: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    for await (const answer of answers) {
      onAnswer()
      yield answer
    }
  }
  return {
    chains: (query) => hear(service.chains(query)),
    assets: (query) => hear(service.assets(query)),
    sources: (query) => hear(service.sources(query)),
    quote: (request, options) => hear(service.quote(request, options)),
    quoteStream: (request, options) => hearEach(service.quoteStream(request, options)),
    lock: (request, options) => hear(service.lock(request, options)),
    execute: (request, options) => hear(service.execute(request, options)),
    track: (request, options) => hear(service.track(request, options)),
    status: (query, options) => hear(service.status(query, options)),
    history: (query) => hear(service.history(query)),
    stats: (query) => hear(service.stats(query)),
    watch: (query, options) => hearEach(service.watch(query, options)),
    close: () => service.close(),
  }
}
