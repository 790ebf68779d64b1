import type { SharedStrings } from './shared-strings.ts'
import { SheetRows, type SheetRow } from './sheet-rows.ts'
import type { Workbook } from './workbook.ts'
import type { ZipEntry, ZipFile } from './zip-file.ts'

/** The first filled rows of a part of a workbook, at most `most`; no more of it is unpacked than they need. */
export async function firstRows(
  zip: ZipFile,
  workbook: Workbook,
  strings: SharedStrings,
  part: ZipEntry,
  most: number,
): Promise<SheetRow[]> {
  const reader = new SheetRows(workbook, strings)
  const found: SheetRow[] = []
  const take = (rows: readonly SheetRow[]): void => {
    for (const row of rows) if (found.length < most && row.cells.some((cell) => cell.trim() !== '')) found.push(row)
  }
  for await (const chunk of zip.stream(part)) {
    take(reader.push(chunk))
    if (found.length === most) return found
  }
  take(reader.push(null))
  return found
}
