import { AppError } from '../../errors.ts'

type Flat = Readonly<Record<string, string>>

/** The list of records at a path of an answer; FILE_UNREADABLE when there is none. */
export function recordsAt(answer: unknown, path: string): unknown[] {
  const found = path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>(
      (value, part) =>
        value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[part] : undefined,
      answer,
    )
  if (!Array.isArray(found))
    throw new AppError('FILE_UNREADABLE', {
      message:
        path === '' ? 'The answer is no list of records.' : `There is no list of records at ${path} in the answer.`,
    })
  return found
}

/** A record with its parts side by side: `{ a: { b: 1 } }` has the column `a.b`; lists stay JSON. */
function flat(value: unknown, prefix = ''): Flat {
  if (value === null || typeof value !== 'object')
    return { [prefix || 'value']: value === null || value === undefined ? '' : String(value) }
  if (Array.isArray(value)) return { [prefix || 'value']: JSON.stringify(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => flat(part, prefix ? `${prefix}.${name}` : name)),
  ) as Flat
}

const cell = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Records as text with columns: those of all of them, in the order in which they first come. */
export function csvOf(records: readonly unknown[]): string {
  const rows = records.map((record) => flat(record))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((name) => cell(row[name] ?? '')).join(','))
  return `${[columns.map(cell).join(','), ...lines].join('\n')}\n`
}
