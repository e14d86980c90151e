/** Latin letters, and the punctuation, arrows, lines, blocks and signs that the screens draw with. */
const NARROW =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2319\u23f1\u23f2\u23f4-\u23ff\u2460-\u25fc\u25ff-\u2613\u270c-\u2727\u2801-\u28ff]*$/

/**
 * True for a text of which each UTF-16 unit is a character of one column: it needs neither `string-width` nor a segmenter, which
 * were a third of a frame.
 */
export function isNarrow(text: string): boolean {
  return NARROW.test(text)
}
