import { decimalTypes, type Field, type Screen } from '#src/definition'
import type { TextFormat } from '#src/definition/field-types/field-type.ts'
import { readMonth } from '#src/definition/field-types/named-month.ts'
import { isIsoDay, resolveDate } from '#src/definition/dates.ts'
import { parseCell } from '#src/definition/field-types/file-cell.ts'
import type { Caller } from '../authorize.ts'
import { booksDay } from '../caller-day.ts'
import type { Row } from './page.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'

/** Masters whose numbers are looked up: the table, its number, and the cross references that lead to it, some of which are one customer's `own`. */
const masters: Readonly<
  Record<string, { readonly table: string; readonly number: string; readonly cross?: string; readonly own?: true }>
> = {
  customer: { table: 'customer', number: 'customer_number', cross: 'customer_cross_reference' },
  material: { table: 'material', number: 'material_number', cross: 'material_cross_reference', own: true },
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
  const { days, missing } = periodOf(staged)
  const values: Record<string, unknown> = days
  const texts = target.fields.flatMap((field) => {
    const text = textIn(staged[field.name])
    return text && !field.readOnly ? [[field, text] as const] : []
  })
  for (const [field, text] of texts) values[field.name] = valueOf(text, field, style, textIn(staged['currency']))
  const line: LineOf = {
    // Whoever reports on a period does so by the numbers of its end.
    day: [values['billing_date'], values['period_to']].find(isDay) ?? booksDay(caller),
    system: textIn(staged['source_system']) || null,
    reporter: null,
  }
  for (const [field, text] of texts) {
    const master = field.type === 'reference' ? masters[field.target ?? ''] : undefined
    if (!master) continue
    // The customers of a line stand before its materials, whose numbers may be theirs alone.
    const reporter = master.own ? ((values['distributor_number'] ?? values['customer_number'] ?? null) as string) : null
    const meaning = JSON.stringify([field.target, text, line.day, line.system, reporter])
    const found = known.get(meaning) ?? (await ourNumber(tx, caller, master, text, { ...line, reporter }))
    known.set(meaning, found)
    if (typeof found === 'string') values[field.name] = found
    else
      missing.push(
        found === 0
          ? `There is no ${words[field.target!]} ${text}${master.cross ? ', nor a cross reference of it' : ''}.`
          : `Several cross references turn ${text} into a ${words[field.target!]}: name the source system.`,
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

/** What decides which cross references of a number hold. */
interface LineOf {
  readonly day: string
  readonly system: string | null
  /** Our number of the customer who reports the line. */
  readonly reporter: string | null
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isIsoDay(value)

/** The first and the last day of a line that tells its month instead. */
function periodOf(staged: Row): { readonly days: Record<string, unknown>; readonly missing: string[] } {
  const text = textIn(staged['month'])
  if (!text || (textIn(staged['period_from']) && textIn(staged['period_to']))) return { days: {}, missing: [] }
  const month = readMonth(text)
  if (month === null)
    return { days: {}, missing: [`Month: "${text}" is none. Write it as 2026-03, 03/2026 or March 2026.`] }
  const first = `${month}-01`
  return { days: { period_from: first, period_to: resolveDate('@monthEnd', 'date', first) }, missing: [] }
}

/**
 * Our number for a number: itself where a master has it, else what cross references say that hold on the day, those that are
 * the reporter's own before those of its source system; else how many different ones they say.
 */
async function ourNumber(
  tx: Tx,
  caller: Caller,
  { table, number, cross, own: isOwn }: (typeof masters)[string],
  given: string,
  { day, system, reporter }: LineOf,
): Promise<string | number> {
  const { organizationId } = caller
  const [own] = await tx.query(
    sql`select from ${id(table)} t where t.organization_id = ${organizationId} and t.${id(number)} = ${given}`,
  )
  if (own) return given
  if (!cross) return 0
  const whose = isOwn ? sql`x.customer_number` : sql`null::text`
  const found = await tx.query<{ number: string; near: number }>(sql`
    select distinct x.${id(number)} as number,
           case when ${whose} is not null then 2 when x.source_system = ${system} then 1 else 0 end as near
      from ${id(cross)} x
     where x.organization_id = ${organizationId} and x.external_number = ${given}
       and (${whose} is null or ${whose} = ${reporter})
       and (x.valid_from is null or x.valid_from <= ${day}::date)
       and (x.valid_to is null or x.valid_to >= ${day}::date)`)
  const nearest = Math.max(0, ...found.map((one) => one.near))
  const numbers = [...new Set(found.filter((one) => one.near === nearest).map((one) => one.number))]
  return numbers.length === 1 ? numbers[0]! : numbers.length
}
