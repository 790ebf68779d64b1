/** Splits tab-separated text as spreadsheets copy it: cells with tabs or line breaks stand in quotes. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let at = 0
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    rows.push(row)
    row = []
  }
  while (at < text.length) {
    const char = text[at]!
    if (char > '"') {
      // Letters and digits, which most of a block is, are taken whole.
      let end = at + 1
      while (end < text.length && text[end]! > '"') end += 1
      cell += text.slice(at, end)
      at = end
      continue
    }
    if (cell === '' && char === '"') {
      const quoted = readQuoted(text, at)
      if (quoted) {
        cell = quoted.cell
        at = quoted.end
        continue
      }
    }
    if (char === '\t') endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
    at += 1
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quoted cell from `start` on, when its quotes close right before the next cell; a lone quote is a quote. */
function readQuoted(text: string, start: number): { readonly cell: string; readonly end: number } | null {
  let cell = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else {
      const next = text[at + 1]
      return next === undefined || /[\t\r\n]/.test(next) ? { cell: cell.replaceAll('\r\n', '\n'), end: at + 1 } : null
    }
  }
  return null
}

/** A cell as `readBlock` reads it back. */
export const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
