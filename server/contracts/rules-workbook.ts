import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { numberTypes, type Field, type Screen } from '#src/definition'
import { bad, withValue } from '#src/definition/field-types/field-type.ts'
import { xlsxRow } from '../engine/export.ts'
import { escapeFormula } from '../engine/formula-escape.ts'
import { errorReason, isErrorCell, shownCell } from '../engine/upload/error-cells.ts'
import { SharedStrings } from '../engine/upload/shared-strings.ts'
import { SheetRows, type SheetRow } from '../engine/upload/sheet-rows.ts'
import { readWorkbook } from '../engine/upload/workbook.ts'
import { ZipFile } from '../engine/upload/zip-file.ts'
import { AppError } from '../errors.ts'
import {
  entryOf,
  readValue,
  rowFields,
  rowsOfContract,
  writtenValue,
  type FileIssue,
  type RuleRows,
  type Values,
} from './rule-rows.ts'

const contractHead = 'Contract'

const cellOf = (field: Field, value: unknown): string | number | null => {
  const text = writtenValue(field, value)
  if (text === '') return null
  return numberTypes.has(field.type) && text.length <= 15 ? Number(text) : escapeFormula(text)
}

const sheet = (
  name: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): WriteSheet => ({
  name,
  columns: heads.map((head) => ({ width: Math.max(12, Math.min(36, head.length + 4)) })),
  rows: [heads, ...rows].map(xlsxRow),
  freezePane: { rows: 1 },
})

/** ContractRules.xlsx: a sheet for rules, tiers, eligibility and payees, each line with its contract. */
export const rulesWorkbook = (screen: Screen, contracts: readonly Values[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: rowFields(screen).map((field) => {
      const columns = field.fields ?? []
      const rows = contracts.flatMap((contract) =>
        rowsOfContract(contract, field).map((row) => [
          String(contract['contract_number']),
          ...columns.map((column) => cellOf(column, row[column.name])),
        ]),
      )
      return sheet(field.label, [contractHead, ...columns.map(({ label }) => label)], rows)
    }),
  })

/** One line of differences.xlsx. */
export interface FileDifference {
  readonly contract_number: string
  readonly place: string
  readonly old_value: string | null
  readonly new_value: string | null
}

/** differences.xlsx: what a file would change, old and new. */
export const differencesWorkbook = (
  differences: readonly FileDifference[],
  issues: readonly FileIssue[],
): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      sheet(
        'Differences',
        [contractHead, 'Where', 'Old', 'New'],
        differences.map((one) =>
          [one.contract_number, one.place, one.old_value ?? '', one.new_value ?? ''].map(escapeFormula),
        ),
      ),
      ...(issues.length > 0
        ? [
            sheet(
              'Problems',
              ['Where', 'Problem'],
              issues.map(({ place, message }) => [place, message].map(escapeFormula)),
            ),
          ]
        : []),
    ],
  })

const mostLines = 200_000

async function sheetRows(zip: ZipFile, wanted: (name: string) => Field | undefined) {
  const workbook = await readWorkbook(zip)
  const found: { readonly field: Field; readonly rows: SheetRow[] }[] = []
  for (const { name, part } of workbook.sheets) {
    const field = wanted(name)
    if (!field || !part) continue
    const reader = new SheetRows(workbook, await SharedStrings.read(zip, workbook.strings))
    const rows: SheetRow[] = []
    for await (const chunk of zip.stream(part)) rows.push(...reader.push(chunk))
    rows.push(...reader.push(null))
    if (rows.length > mostLines)
      throw new AppError('TOO_LARGE', { message: `At most ${mostLines} lines are taken from one sheet.` })
    found.push({ field, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) })
  }
  return found
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The cells of a line under the heads they belong to. */
function rowOf(
  columns: readonly (Field | undefined)[],
  { cells }: SheetRow,
  of: { readonly at: string; readonly contract: string },
  issues: FileIssue[],
) {
  const row: Record<string, unknown> = {}
  columns.forEach((column, at) => {
    if (!column) return
    const cell = cells[at] ?? ''
    const read = isErrorCell(cell) ? bad(withValue(errorReason, shownCell(cell))) : readValue(column, cell)
    if (read.ok) row[column.name] = read.value
    else issues.push({ contract: of.contract, place: `${of.at}, ${column.label}`, message: read.reason })
  })
  return row
}

/**
 * Reads a workbook of rules; a sheet that is there says everything about the contracts that the workbook names. FILE_UNREADABLE
 * when it has none of the sheets.
 */
export async function readRulesWorkbook(
  path: string,
  screen: Screen,
  only: readonly string[],
): Promise<{ readonly rows: RuleRows; readonly issues: FileIssue[] }> {
  const fields = rowFields(screen).filter(({ name }) => only.length === 0 || only.includes(name))
  const zip = await ZipFile.open(path)
  try {
    const sheets = await sheetRows(zip, (name) =>
      fields.find((field) => same(field.label, name) || same(field.name, name)),
    )
    if (sheets.length === 0)
      throw new AppError('FILE_UNREADABLE', {
        message: `The workbook has none of the sheets ${fields.map(({ label }) => label).join(', ')}.`,
      })
    const rows: RuleRows = new Map()
    const issues: FileIssue[] = []
    for (const { field, rows: lines } of sheets) {
      const [head, ...body] = lines
      const heads = head?.cells ?? []
      const contractAt = heads.findIndex((text) => same(text, contractHead) || same(text, 'contract_number'))
      if (contractAt < 0) {
        issues.push({ place: field.label, message: 'The sheet has no column Contract.' })
        continue
      }
      const columns = heads.map((text) =>
        field.fields?.find((column) => same(column.label, text) || same(column.name, text)),
      )
      for (const line of body) {
        const contract = shownCell(line.cells[contractAt] ?? '').trim()
        const at = `${field.label} line ${line.number}`
        if (contract === '') issues.push({ place: `${at}, Contract`, message: 'Name the contract.' })
        const row = rowOf(columns, line, { at, contract }, issues)
        const entry = entryOf(rows, contract)
        entry[field.name] = [...(entry[field.name] ?? []), row]
      }
    }
    for (const entry of rows.values()) for (const { field } of sheets) entry[field.name] ??= []
    return { rows, issues }
  } finally {
    await zip.close()
  }
}
