/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled). A cell that a spreadsheet would take for a formula, because it starts
 * with = + - @, a tab or a return, gets an apostrophe before it.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
