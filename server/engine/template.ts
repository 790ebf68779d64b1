import { writeXlsx, type DataValidation, type WriteSheet } from 'hucre/xlsx'
import { numberTypes, type Field, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { headingsOf } from './export-again.ts'
import { csvHead, type FileForm } from './export.ts'
import { demandUse, mayWriteField } from './screen-access.ts'

/** The columns of an upload in the order of the definition, as far as the caller may write them. */
export function uploadColumns(screen: Screen, caller: Caller): Field[] {
  demandUse(caller, screen, 'upload')
  if (!screen.upload) throw new AppError('NOT_FOUND', { message: `${screen.plural} are not uploaded.` })
  return screen.upload.fields.flatMap((name) =>
    screen.fields.filter((field) => field.name === name && mayWriteField(caller, screen, name)),
  )
}

const needed = (field: Field): string =>
  field.required ? 'Required' : field.requiredWhenVisible ? 'Required in some cases' : 'Optional'

const kinds: Partial<Record<Field['type'], string>> = {
  date: 'A date, such as 2026-01-31',
  flag: 'Yes or No',
  reference: 'The number of an existing record',
  references: 'Several, separated by commas',
}

const guideRow = ([heading, field]: readonly [string, Field]): string[] => [
  heading,
  needed(field),
  kinds[field.type] ??
    (field.choices
      ? field.choices.map((choice) => choice.label).join(', ')
      : numberTypes.has(field.type)
        ? 'A number'
        : 'Text'),
  field.max === undefined || numberTypes.has(field.type) ? '' : `At most ${field.max} characters`,
  field.help ?? '',
]

const width = (field: Field): number => Math.max(12, Math.min(40, field.label.length + 4))

/** Codes are text in the sheet, so that leading zeros stay; dates and numbers are what they are. */
const cellFormat = (field: Field): string =>
  field.type === 'date' ? 'yyyy-mm-dd' : numberTypes.has(field.type) ? 'General' : '@'

const rowsOffered = 5000

function choiceLists(columns: readonly Field[]): DataValidation[] {
  return columns.flatMap((field, index) => {
    const values = field.choices?.map((choice) => choice.label) ?? (field.type === 'flag' ? ['Yes', 'No'] : null)
    if (!values || values.join(',').length > 250 || values.some((value) => value.includes(','))) return []
    return [
      { type: 'list' as const, range: `${letter(index)}2:${letter(index)}${rowsOffered}`, values, allowBlank: true },
    ]
  })
}

const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** An empty file to fill in: the columns' headings, and in a workbook the lists of choices and a sheet that explains each column. */
export async function uploadTemplate(
  screen: Screen,
  caller: Caller,
  { format, decimal = '.' }: FileForm,
): Promise<Uint8Array> {
  const columns = uploadColumns(screen, caller)
  const headings = headingsOf(columns)
  if (format === 'csv') return new TextEncoder().encode(`${csvHead([...headings.keys()], decimal)}\r\n`)
  const data: WriteSheet = {
    name: screen.plural.slice(0, 31).replaceAll(/[[\]:*?/\\]/g, ' '),
    columns: columns.map((field) => ({ width: width(field), numFmt: cellFormat(field) })),
    rows: [[...headings.keys()]],
    dataValidations: choiceLists(columns),
    freezePane: { rows: 1 },
  }
  const guide: WriteSheet = {
    name: 'Columns',
    columns: [{ width: 28 }, { width: 20 }, { width: 50 }, { width: 24 }, { width: 60 }],
    rows: [['Column', 'Needed', 'What to write', 'Length', 'Meaning'], ...[...headings].map(guideRow)],
    freezePane: { rows: 1 },
  }
  return writeXlsx({ sheets: [data, guide] })
}
