import { decimalTypes, type Field, type Screen } from '#src/definition'
import type { TextFormat } from '#src/definition/field-types/field-type.ts'
import { parseCell } from '#src/definition/field-types/file-cell.ts'
import type { Caller } from '../authorize.ts'
import { booksDay } from '../caller-day.ts'
import type { Row } from './page.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'

/** Masters whose numbers are looked up: the table, its number, and the cross references that lead to it. */
const masters: Readonly<Record<string, { readonly table: string; readonly number: string; readonly cross?: string }>> =
  {
    customer: { table: 'customer', number: 'customer_number', cross: 'customer_cross_reference' },
    material: { table: 'material', number: 'material_number', cross: 'material_cross_reference' },
    supplier: { table: 'supplier', number: 'supplier_number' },
  }

const words: Readonly<Record<string, string>> = { customer: 'customer', material: 'material', supplier: 'supplier' }

/** Lines that are mapped together: how they are written, and what their numbers were found to mean. */
export interface Mapping {
  readonly style?: Partial<TextFormat>
  readonly known: Map<string, string | number>
}

/** What a staged line says, as values of the record it becomes, with the numbers of others turned into ours; `missing` tells which numbers lead nowhere. */
export async function effectiveRow(
  tx: Tx,
  caller: Caller,
  target: Screen,
  staged: Row,
  { style = {}, known }: Mapping,
): Promise<{ readonly values: Record<string, unknown>; readonly missing: readonly string[] }> {
  const values: Record<string, unknown> = {}
  const missing: string[] = []
  for (const field of target.fields) {
    const text = staged[field.name]
    if (typeof text !== 'string' || text.trim() === '' || field.readOnly) continue
    values[field.name] = valueOf(text.trim(), field, style, textIn(staged['currency']))
    const master = field.type === 'reference' ? masters[field.target ?? ''] : undefined
    if (!master) continue
    const meaning = JSON.stringify([field.target, text.trim(), staged['billing_date'], staged['source_system']])
    const found = known.get(meaning) ?? (await ourNumber(tx, caller, master, text.trim(), staged))
    known.set(meaning, found)
    if (typeof found === 'string') values[field.name] = found
    else
      missing.push(
        found === 0
          ? `There is no ${words[field.target!]} ${text.trim()}${master.cross ? ', nor a cross reference of it' : ''}.`
          : `Several cross references turn ${text.trim()} into a ${words[field.target!]}: name the source system.`,
      )
  }
  return { values, missing }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined)

/** The value of a text: read in the style that was told, else as the form sends it; what is none that way is refused as a text is. */
function valueOf(text: string, field: Field, style: Partial<TextFormat>, currency: string | undefined): unknown {
  const isDay = field.type === 'date' || field.type === 'dateTime'
  const isTold = isDay ? style.dateOrder !== undefined : style.decimal !== undefined && isNumber(field)
  const read = isTold ? parseCell(text, field, { decimal: '.', dateOrder: 'YMD', ...style }, currency) : null
  if (read?.ok) return read.value
  // The form sends whole numbers as numbers.
  return field.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

const isNumber = ({ type }: Field): boolean => type === 'integer' || decimalTypes.has(type)

/** Our number for a number: itself where a master has it, else what valid cross references say; else how many different ones they say. */
async function ourNumber(
  tx: Tx,
  caller: Caller,
  { table, number, cross }: (typeof masters)[string],
  given: string,
  staged: Row,
): Promise<string | number> {
  const { organizationId } = caller
  const [own] = await tx.query(
    sql`select from ${id(table)} t where t.organization_id = ${organizationId} and t.${id(number)} = ${given}`,
  )
  if (own) return given
  if (!cross) return 0
  const day = /^\d{4}-\d{2}-\d{2}$/.test(String(staged['billing_date'])) ? String(staged['billing_date']) : null
  const system = (staged['source_system'] as string | null | undefined) ?? null
  const found = await tx.query<{ number: string; same: boolean }>(sql`
    select distinct x.${id(number)} as number, coalesce(x.source_system = ${system}, false) as same from ${id(cross)} x
     where x.organization_id = ${organizationId} and x.external_number = ${given}
       and (x.valid_from is null or x.valid_from <= coalesce(${day}::date, ${booksDay(caller)}::date))
       and (x.valid_to is null or x.valid_to >= coalesce(${day}::date, ${booksDay(caller)}::date))`)
  const same = found.filter((one) => one.same)
  const numbers = [...new Set((same.length > 0 ? same : found).map((one) => one.number))]
  return numbers.length === 1 ? numbers[0]! : numbers.length
}
