/** `1 swap`, `2 swaps`. @param several the plural, where it takes more than an s */
export function countText(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
