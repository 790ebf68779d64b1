import { organizationName } from '../claims/organization-name.ts'
import { readCatalogue, writeCatalogue, type CatalogueRow, type MappedElement } from '../domain/edi/price-catalogue.ts'
import { X12Error } from '../domain/edi/x12-error.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'

interface KeptElement extends Omit<MappedElement, 'field' | 'constant' | 'required'> {
  readonly source: 'field' | 'constant'
  readonly field?: string | null
  readonly constant?: string | null
  readonly required?: boolean | null
}

/** The elements of a mapping as its record keeps them. */
export const elementsOf = (kept: unknown): MappedElement[] =>
  (kept as readonly KeptElement[]).map(({ source, field, constant, required, ...one }) => ({
    ...one,
    field: source === 'field' ? (field ?? null) : null,
    constant: source === 'constant' ? (constant ?? null) : null,
    required: required === true,
  }))

/** A list as its header tells it; undefined where there is none of that name. */
export async function listForEdi(tx: Tx, organizationId: number, list: string): Promise<CatalogueRow | undefined> {
  const [row] = await tx.query<CatalogueRow>(sql`
    select price_list, description as list_description, currency, valid_from::text as list_from, valid_to::text as list_to
      from price_list_master where organization_id = ${organizationId} and price_list = ${list}`)
  return row
}

/** The prices of a list that hold on a day, what was approved while a change of it waits, in the order of materials and breaks; at most so many. */
export const pricesForEdi = (tx: Tx, organizationId: number, list: string, on: string, most: number) =>
  tx.query<CatalogueRow>(sql`
    select d.material_number, m.material_description, d.customer_number, d.uom, trim_scale(d.qty_from)::text as qty_from, trim_scale(e.price)::text as price,
           trim_scale(d.per_quantity)::text as per_quantity, d.currency, d.valid_from::text as valid_from, e.valid_to::text as valid_to
      from price_list_data d left join material m on m.organization_id = d.organization_id and m.material_number = d.material_number
     cross join lateral (
       select case when d.approval_status = 'approved' then d.price else d.price_in_force end as price,
              case when d.approval_status = 'approved' then d.valid_to else d.valid_to_in_force end as valid_to) e
     where d.organization_id = ${organizationId} and d.price_list = ${list} and e.price is not null
       and d.valid_from <= ${on}::date and coalesce(e.valid_to, 'infinity') >= ${on}::date
     order by d.material_number, d.customer_number nulls first, d.uom, d.qty_from, d.id limit ${most}`)

type Mapping = Readonly<Record<string, unknown>>

/** More go by file, through an export of the list. */
const mostPrices = 50_000

/** Runs what may find an interchange unreadable; told as a file that cannot be read. */
function readable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof X12Error)) throw error
    throw new AppError('FILE_UNREADABLE', { message: error.message, cause: error })
  }
}

function elementsIn(mapping: Mapping): MappedElement[] {
  const elements = elementsOf(mapping['elements'] ?? [])
  if (elements.length === 0)
    throw new AppError('WRONG_STATE', { message: `The mapping ${String(mapping['mapping'])} has no elements yet.` })
  return elements
}

/** The prices of a list that hold on a day as an 832 by a mapping; NOT_FOUND for an unknown list, TOO_LARGE beyond fifty thousand. */
export async function catalogueOf(tx: Tx, organizationId: number, mapping: Mapping, list: string, day: string) {
  const elements = elementsIn(mapping)
  const header = await listForEdi(tx, organizationId, list)
  if (!header) throw new AppError('NOT_FOUND', { message: `There is no price list ${list}.` })
  const prices = await pricesForEdi(tx, organizationId, list, day, mostPrices + 1)
  if (prices.length > mostPrices)
    throw new AppError('TOO_LARGE', { message: `A catalogue has at most ${mostPrices} prices; ${list} has more.` })
  const sender = await organizationName(tx, organizationId)
  const written = readable(() =>
    writeCatalogue(elements, header, prices, {
      sender: String(mapping['sender'] ?? '') || sender,
      receiver: String(mapping['receiver'] ?? mapping['customer_number'] ?? 'PARTNER'),
      // Of the second, in nine digits: two catalogues of one list have numbers of their own.
      control: Math.floor(Date.now() / 1000) % 1_000_000_000,
      date: day,
      time: new Date().toISOString().slice(11, 16),
    }),
  )
  return { ...written, prices: prices.length - written.leftOut.length }
}

/** An 832 as a mapping reads it. */
export const catalogueIn = (mapping: Mapping, text: string) => readable(() => readCatalogue(elementsIn(mapping), text))

interface HeldPrice {
  readonly held: { readonly id: number; readonly price: string; readonly valid_to: string | null } | null
  /** The material's own unit, where the row tells none. */
  readonly unit: string | null
  readonly is_known: boolean
}

/** What there is of the same key as each row of a catalogue, in their order. */
export const heldByKey = (tx: Tx, organizationId: number, rows: readonly CatalogueRow[]): Promise<HeldPrice[]> =>
  tx.query<HeldPrice>(sql`
    select case when d.id is not null then jsonb_build_object('id', d.id, 'price', d.price::text, 'valid_to', d.valid_to) end as held,
           m.base_uom as unit, m.id is not null as is_known
      from rows from (jsonb_to_recordset(${json(rows)}) as (price_list text, material_number text, customer_number text, uom text, qty_from numeric, valid_from date))
           with ordinality as r (price_list, material_number, customer_number, uom, qty_from, valid_from, place)
      left join material m on m.organization_id = ${organizationId} and m.material_number = r.material_number
      left join price_list_data d on d.organization_id = ${organizationId} and d.price_list = r.price_list and d.material_number = r.material_number
       and d.customer_number is not distinct from r.customer_number and d.uom = coalesce(r.uom, m.base_uom) and d.qty_from = r.qty_from and d.valid_from = r.valid_from
       and num_nonnulls(d.customer_group, d.class_of_trade, d.country, d.sales_organization, d.distribution_channel, d.division) = 0
     order by r.place`)
