import { shownCell } from './error-cells.ts'
import { firstRows } from './first-rows.ts'
import { SharedStrings } from './shared-strings.ts'
import type { SheetRow } from './sheet-rows.ts'
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
    const rows = await firstRows(zip, workbook, await SharedStrings.read(zip, workbook.strings), part, mostRows)
    return rows.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, mostCells).map((cell) => shownCell(cell).slice(0, mostText)),
    }))
  } finally {
    await zip.close()
  }
}
