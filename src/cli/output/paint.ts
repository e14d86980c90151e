import { type Clean, clean } from '../../core/text/clean-text.ts'

/** Colours of one stream; without colour every function gives its text back. */
export interface Paint {
  bold(text: Clean): Clean
  dim(text: Clean): Clean
  green(text: Clean): Clean
  yellow(text: Clean): Clean
  red(text: Clean): Clean
  cyan(text: Clean): Clean
}

/** @param coloured whether the stream gets colour */
export function createPaint(coloured: boolean): Paint {
  const style = (open: number, close: number) => (text: Clean) =>
    coloured && text !== '' ? clean`\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    green: style(32, 39),
    yellow: style(33, 39),
    red: style(31, 39),
    cyan: style(36, 39),
  }
}
