import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { SavedAnswer, SavedAnswers } from '../../src/cli/commands/providers/kept-replies.ts'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import type { Provider } from '../../src/providers/contract.ts'
import { parseAmount } from '../../src/core/money/amount.ts'
import { createFakeClock } from './fake-clock.ts'
import { createProviderContext, createQuoteRequest } from './provider-context.ts'
import { bundledAsset } from './bundled-catalog.ts'
import { type Exchange, openProviderLab } from './provider-lab.ts'
import { openConnections } from './provider-world.ts'
import { openTempStore } from './store.ts'

/** What `swapcli providers check --deep --save` wrote of a provider. @param path of its `answers.json` */
export function readSavedAnswers(path: string): SavedAnswers {
  return JSON.parse(readFileSync(path, 'utf8')) as SavedAnswers
}

/** The exchanges of a saved answer, as a case has them; its recordings go into the folder `recordings` beside the cases. */
export function savedExchanges({ exchanges }: SavedAnswer): readonly Exchange[] {
  return exchanges
}

/**
 * Plays saved answers on the server of the suite, which says what the provider asks differently, and gives what each comes to.
 * @param path of `answers.json`
 */
export async function replaySaved(
  provider: Provider,
  path: string,
): Promise<readonly { readonly outcome: SavedAnswer['outcome']; readonly problems: readonly string[] }[]> {
  const { nowMs, answers } = readSavedAnswers(path)
  const lab = await openProviderLab(new URL('./recordings/', pathToFileURL(path)))
  const { store, cleanup } = await openTempStore()
  const pool = await openPooledHttp()
  const clock = createFakeClock(nowMs)
  const adapter = await provider.load()
  const http = openConnections(
    clock,
    store,
    () => lab.url,
    () => Promise.resolve(pool),
  ).http(provider.manifest, new AbortController().signal)
  const results = []
  try {
    for (const answer of answers) {
      const { src, dst, amount, slippageBps } = answer.request
      const parsed = parseAmount(amount, (await bundledAsset(src)).asset.decimals)
      if (!parsed.ok) throw new Error(`${amount} is no amount of ${src}`)
      lab.play(savedExchanges(answer))
      const request = await createQuoteRequest(src, dst, { amountIn: parsed.units, slippageBps })
      const end = await adapter.quote(request, createProviderContext({ provider: provider.manifest, clock, http }))
      const outcome =
        end.status === 'no_route'
          ? { noRoute: end.code }
          : { routes: end.routes.map(({ routeId, amountOut }) => ({ routeId, amountOut: String(amountOut) })) }
      results.push({ outcome, problems: lab.problems() })
    }
  } finally {
    await lab.close()
    await pool.close()
    await cleanup()
  }
  return results
}
