import * as z from 'zod'
import { addressKey } from '../../core/assets/address-key.ts'
import { type KeptFigures, withReading } from '../../core/money/day-figures.ts'
import type { ChainHoldings } from '../../core/money/holdings.ts'
import type { DocumentStore } from '../../core/ports.ts'

/** Where the figures of an account are: a document of the wallet's file for each address. */
const PREFIX = 'balances:'

const chainSchema = z.object({
  chain: z.string(),
  at: z.iso.datetime(),
  rows: z.array(z.object({ address: z.string(), usd: z.string().nullable() })),
  more: z.array(z.string()),
  unread: z.array(z.string()),
})
const figuresSchema = z.object({ days: z.array(z.object({ day: z.iso.date(), chains: z.array(chainSchema) })) })

/** What was kept of an account on the days before, oldest first; nothing where it cannot be read: it is only for comparing. */
export async function readFigures(documents: DocumentStore, address: string): Promise<readonly KeptFigures[]> {
  return (await readKept(documents, address)).days
}

/** What accounts held when their balances were last read, as chain keys and addresses; nothing of what cannot be read. */
export async function readHeld(
  documents: DocumentStore,
): Promise<readonly { readonly chain: string; readonly address: string }[]> {
  const accounts = await documents.list(PREFIX, () => undefined)
  return accounts.flatMap(({ doc }) => {
    const last = figuresSchema.safeParse(doc).data?.days.at(-1)
    return (last?.chains ?? []).flatMap(({ chain, rows }) => rows.map(({ address }) => ({ chain, address })))
  })
}

/**
 * Keeps the first reading of a day, chain by chain. What another process keeps at the same moment stays instead.
 * @param nowMs epoch milliseconds
 */
export async function keepFigures(
  documents: DocumentStore,
  address: string,
  chains: readonly ChainHoldings[],
  nowMs: number,
): Promise<void> {
  const { days, version } = await readKept(documents, address)
  const next = withReading(days, chains, nowMs)
  const isSame = JSON.stringify(next) === JSON.stringify(days)
  if (isSame || chains.every(({ state }) => state === 'unread')) return
  await documents.put(keyOf(address), figuresSchema.parse({ days: next }), version)
}

async function readKept(
  documents: DocumentStore,
  address: string,
): Promise<{ readonly days: readonly KeptFigures[]; readonly version: number }> {
  const found = await documents.get(keyOf(address))
  const read = figuresSchema.safeParse(found?.doc)
  return { days: read.success ? read.data.days : [], version: found?.version ?? 0 }
}

function keyOf(address: string): string {
  return `${PREFIX}${addressKey(address)}`
}
