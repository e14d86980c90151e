import { isSwapError } from '../core/api/errors.ts'
import type { SwapService } from '../core/api/service.ts'

/** Who is told whether a server answers. */
export interface ServiceHearing {
  /** Called before an answer is given on, or what the server refuses. */
  readonly onAnswer: () => void
  /**
   * Called before it is told that a call was not answered, where none was answered since that began.
   * @param isFollowed true for the status of a swap that is asked for again and again
   */
  readonly onSilence: (isFollowed: boolean) => void
}

/** A service of a server that tells of every answer, and of every call that none came to. */
export function hearService(service: SwapService, { onAnswer, onSilence }: ServiceHearing): SwapService {
  let answers = 0
  const noteAnswer = () => {
    answers += 1
    onAnswer()
  }
  /** What a call failed with. @param before answers when it began */
  const noteFailure = (error: unknown, before: number) => {
    if (!isSwapError(error)) return
    if (error.server !== undefined) noteAnswer()
    else if (error.code === 'SERVICE_UNAVAILABLE' && before === answers) onSilence(false)
  }
  const hear = async <T>(answer: Promise<T>): Promise<T> => {
    const before = answers
    try {
      const given = await answer
      noteAnswer()
      return given
    } catch (error) {
      noteFailure(error, before)
      throw error
    }
  }
  async function* hearEach<T>(given: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    let before = answers
    try {
      for await (const answer of given) {
        noteAnswer()
        before = answers
        yield answer
      }
    } catch (error) {
      noteFailure(error, before)
      throw error
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
    // What it gives are only changes.
    watch: (query, options) =>
      hearEach(
        service.watch(query, { ...options, onPoll: (isAnswered) => (isAnswered ? noteAnswer() : onSilence(true)) }),
      ),
    close: () => service.close(),
  }
}
