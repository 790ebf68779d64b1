import { isKeyNeeded } from '#src/definition/key-part.ts'
import { z } from 'zod'
import { fieldTypes, type Field, type Screen, type TextFormat } from '#src/definition'
import { columnsOf, ExpressionError, type Expression } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { AppError, type Issue } from '../../errors.ts'
import { readingFields } from './reading.ts'

const mapping = z.strictObject({
  field: z.string().min(1),
  source: z.enum(['column', 'constant', 'formula', 'counter']).default('column'),
  column: z.string().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional(),
  formula: z.string().optional(),
  /** counter: numbers the lines within these columns; over the whole file when there are none. */
  within: z.array(z.string()).optional(),
  when_empty: z.enum(['reject', 'default', 'skip_row', 'null']).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional(),
  value_map: z.record(z.string(), z.string()).optional(),
  /** Values to replace that are kept as qualifiers, looked up when a file is checked; the format's own go before them. */
  qualifier: z.string().max(40).optional(),
})

const cellText = z
  .string()
  .max(32_767)
  .refine((text) => !text.includes('\0'), 'NUL cannot be stored')

const body = z.strictObject({
  ...readingFields,
  decimal: z.enum(['.', ',']).default('.'),
  date_order: z.enum(['YMD', 'DMY', 'MDY']).default('YMD'),
  null_values: z.array(z.string().max(100)).max(50).default(['', 'NULL']),
  keep: z.string().nullish().default(null),
  /** The column with the version each row had when the file was made: rows changed since are conflicts. */
  row_version: z.string().nullish().default(null),
  /** Texts that a spreadsheet would take for formulas have an apostrophe before them; null: in CSV, not in workbooks. */
  escaped: z.boolean().nullish().default(null),
  /** Cells of a column that stand for others, wherever the column is read: a value that came wrong, mapped once. */
  replace: z.record(cellText, z.record(cellText, cellText)).optional(),
  fields: z.array(mapping).min(1, 'Map at least one field').max(500),
})

/** How one field is filled from a line of the file. */
export type Mapping = z.infer<typeof mapping>
/** The body of an upload format, every default filled in. */
export type FormatBody = z.infer<typeof body>
/** A format with what is known of the file that it reads. */
export interface FileFormat extends FormatBody {
  /** The file is a workbook, whose own numbers are written in no style. */
  readonly typed?: boolean
}

/** Reads the body of a format and checks it against the functionality's fields; throws VALIDATION with every issue. */
export function readFormat(input: unknown, screen: Screen): FormatBody {
  const parsed = body.safeParse(input)
  if (!parsed.success) {
    throw invalid(
      parsed.error.issues.map((issue) => ({
        path: ['body', ...(issue.path as (string | number)[])],
        code: 'invalid',
        message: issue.message,
      })),
    )
  }
  const issues = [...mappingIssues(parsed.data, screen), ...formulaIssues(parsed.data.keep, ['body', 'keep'], true)]
  if (issues.length > 0) throw invalid(issues)
  return parsed.data
}

const invalid = (issues: readonly Issue[]): AppError =>
  new AppError('VALIDATION', { message: issues[0]?.message ?? 'The format cannot be used as it is.', issues })

function mappingIssues(format: FormatBody, screen: Screen): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const [index, entry] of format.fields.entries()) {
    const add = (property: string, message: string) =>
      issues.push({ path: ['body', 'fields', index, property], code: 'invalid', message })
    const field = screen.upload?.fields.includes(entry.field)
      ? screen.fields.find(({ name }) => name === entry.field)
      : undefined
    if (!field) {
      add('field', `${screen.plural} have no field ${entry.field} to upload`)
      continue
    }
    if (seen.has(entry.field)) add('field', `${field.label} is mapped twice`)
    seen.add(entry.field)
    if (entry.source === 'column' && !entry.column?.trim()) add('column', `${field.label} needs a column of the file`)
    if (entry.source === 'constant') checkText(entry.value, field, format, (message) => add('value', message))
    if (entry.source === 'counter' && field.type !== 'integer' && field.type !== 'text')
      add('source', `${field.label} cannot count lines`)
    if (entry.source === 'formula')
      issues.push(...formulaIssues(entry.formula ?? '', ['body', 'fields', index, 'formula'], false))
    if (entry.default !== undefined) checkText(entry.default, field, format, (message) => add('default', message))
  }
  for (const name of screen.upload?.upsertOn ?? []) {
    const key = screen.fields.find((field) => field.name === name)
    if (!seen.has(name) && (!key || isKeyNeeded(key))) {
      const label = key?.label ?? name
      issues.push({
        path: ['body', 'fields'],
        code: 'required',
        message: `${label} tells the rows apart and has to be mapped`,
      })
    }
  }
  return issues
}

function checkText(text: string | undefined, field: Field, format: FormatBody, add: (message: string) => void): void {
  if (text === undefined || text.trim() === '') {
    add(`${field.label} needs a value`)
    return
  }
  const parsed = fieldTypes[field.type].parseText(text.trim(), field, textFormat(format))
  if (!parsed.ok) add(`${field.label}: ${parsed.reason}`)
}

function formulaIssues(source: string | null, path: readonly (string | number)[], condition: boolean): Issue[] {
  if (source === null || (condition && source.trim() === '')) return []
  try {
    const { type } = parseExpression(source)
    if (condition === (type === 'boolean')) return []
    return [
      {
        path,
        code: 'invalid',
        message: condition
          ? 'A condition is needed, such as not empty(CustomerID)'
          : 'A value is needed, not a condition',
      },
    ]
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return [{ path, code: 'invalid', message: `${error.message} (at character ${error.at + 1})` }]
  }
}

/** Whether texts that look like formulas have an apostrophe before them in a file of this encoding. */
export const isEscaped = (format: FormatBody | null, encoding: string | null): boolean =>
  format?.escaped ?? encoding !== 'XLSX'

/** The format as it reads a file of this encoding: EDI writes its numbers with a point and its days from the year down, whatever anybody says. */
export const asEncoded = (format: FormatBody, encoding: string | null): FormatBody =>
  encoding === 'EDI X12' ? { ...format, decimal: '.', date_order: 'YMD' } : format

/** How the format writes numbers and dates. */
export const textFormat = (format: Pick<FormatBody, 'decimal' | 'date_order'>) => ({
  decimal: format.decimal,
  dateOrder: format.date_order,
})

/** How the cells of a file are written. */
export const cellFormat = (format: FileFormat): TextFormat => ({
  ...textFormat(format),
  ...(format.typed ? { typed: true } : {}),
})

/** The condition under which lines are kept; null: always. */
export const keepOf = (format: FormatBody): Expression | null =>
  format.keep?.trim() ? parseExpression(format.keep) : null

/** The columns of the file that a format reads. */
export function columnsRead(format: FormatBody): string[] {
  const keep = keepOf(format)
  const names = format.fields.flatMap((entry) => {
    if (entry.source === 'column') return [entry.column!]
    if (entry.source === 'formula') return columnsOf(parseExpression(entry.formula!))
    return entry.source === 'counter' ? (entry.within ?? []) : []
  })
  return [...new Set([...names, ...(keep ? columnsOf(keep) : []), ...(format.row_version ? [format.row_version] : [])])]
}
