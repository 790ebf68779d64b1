import { join, raw, sql, type Sql } from '../store/sql.ts'

/** The fields a price may be kept by beside its material; how many of them are filled is how specific it is. */
export const keyNames = [
  'customer_number',
  'customer_group',
  'class_of_trade',
  'country',
  'sales_organization',
  'distribution_channel',
  'division',
] as const

export type PriceKey = (typeof keyNames)[number]

const areaNames = ['sales_organization', 'distribution_channel', 'division'] as const

const buyerNames = ['customer_number', 'customer_group', 'class_of_trade', 'country'] as const

const columns = (row: string, names: readonly string[]): Sql => raw(names.map((name) => `${row}.${name}`).join(', '))

/** The keys of a row, one behind the other. */
export const keysOf = (row: string): Sql => columns(row, keyNames)

/** A key that is filled has to be met; one that is not says nothing. */
const met = (row: string, other: string, names: readonly string[]): Sql =>
  join(
    names.map((name) => raw(`coalesce(${row}.${name} = ${other}.${name}, ${row}.${name} is null)`)),
    ' and ',
  )

/** Whether what a row is kept for in the own organisation is the part that sells to buyer `b`; where that is not told, a part the customer belongs to. */
export const isInArea = (row: string, organizationId: number): Sql => sql`
  (num_nonnulls(${columns(row, areaNames)}) = 0
   or case when num_nonnulls(${columns('b', areaNames)}) > 0 then ${met(row, 'b', areaNames)}
           else exists (select from customer_organization o
             where o.organization_id = ${organizationId} and o.customer_number = b.customer_number and ${met(row, 'o', areaNames)}) end)`

/** Whether the keys of price `d` are those of buyer `b`. */
export const isForBuyer = (organizationId: number): Sql =>
  sql`${met('d', 'b', buyerNames)} and ${isInArea('d', organizationId)}`

const has = (name: PriceKey, organizationId: number): Sql =>
  areaNames.some((one) => one === name)
    ? sql`coalesce(q.value = b.${raw(name)}, exists (select from customer_organization o
        where o.organization_id = ${organizationId} and o.customer_number = b.customer_number and o.${raw(name)} = q.value))`
    : sql`coalesce(q.value = b.${raw(name)}, false)`

/** Whether list `l` holds for buyer `b`: one of its customers, in one of its regions, sold to by its part, with one value of each of its qualifiers. */
export const holdsForBuyer = (organizationId: number): Sql => sql`
  (coalesce(cardinality(l.customers), 0) = 0 or b.customer_number = any(l.customers))
  and (coalesce(jsonb_array_length(l.regions), 0) = 0
       or exists (select from jsonb_to_recordset(l.regions) r (country text, region text)
                   where r.country = b.country and coalesce(r.region = b.region, r.region is null)))
  and ${isInArea('l', organizationId)}
  and not exists (
    select from jsonb_to_recordset(coalesce(l.qualifiers, '[]')) q (attribute text, value text)
      join price_attribute p on p.organization_id = ${organizationId} and p.attribute = q.attribute
     group by p.field
    having not bool_or(case p.field ${join(
      keyNames.map((name) => sql`when ${name} then ${has(name, organizationId)}`),
      ' ',
    )} end))`
