/**
 * What work gives for each item, in their order, some at once.
 * @param atOnce how many are worked on at the same time, from 1
 */
export async function inTurns<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const take = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, take))
  return results
}
