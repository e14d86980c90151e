/**
 * Rows as CSV (RFC 4180: CRLF, doubled quotes). A cell that a spreadsheet would read as a formula, because it starts with
 * = + - @, a tab or a return, is prefixed with an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
