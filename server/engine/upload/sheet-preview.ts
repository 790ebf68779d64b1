import { SharedStrings } from './shared-strings.ts'
import { SheetRows, type SheetRow } from './sheet-rows.ts'
import { readWorkbook } from './workbook.ts'
import { SheetChoice } from './xlsx-source.ts'
import { ZipFile } from './zip-file.ts'

const mostRows = 8
const mostCells = 30
const mostText = 120

/** The first filled rows of a sheet as they stand in a workbook; FILE_UNREADABLE when it has no such sheet. */
export async function previewSheet(path: string, sheet: string | null): Promise<readonly SheetRow[]> {
  const zip = await ZipFile.open(path)
  try {
    const workbook = await readWorkbook(zip)
    const { part } = new SheetChoice(sheet).choose(workbook)
    if (!part) return []
    const reader = new SheetRows(workbook, await SharedStrings.read(zip, workbook.strings))
    const found: SheetRow[] = []
    const take = (rows: readonly SheetRow[]): void => {
      for (const { number, cells } of rows)
        if (found.length < mostRows && cells.some((cell) => cell.trim() !== ''))
          found.push({ number, cells: cells.slice(0, mostCells).map((cell) => cell.slice(0, mostText)) })
    }
    for await (const chunk of zip.stream(part)) {
      take(reader.push(chunk))
      if (found.length === mostRows) return found
    }
    take(reader.push(null))
    return found
  } finally {
    await zip.close()
  }
}
