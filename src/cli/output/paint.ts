/** Colours of one stream; without colour every function gives its text back. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  green(text: string): string
  yellow(text: string): string
  red(text: string): string
  cyan(text: string): string
}

/** @param coloured whether the stream gets colour */
export function createPaint(coloured: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    coloured && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    green: style(32, 39),
    yellow: style(33, 39),
    red: style(31, 39),
    cyan: style(36, 39),
  }
}
