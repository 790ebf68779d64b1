import { customerFacts, materialFacts } from '../domain/pricing/facts.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { ids, raw, sql } from '../store/sql.ts'

type Facts = Readonly<Record<string, string | null>>

/** A material as prices see it; amounts in its own currencies. */
export interface MaterialFacts {
  readonly facts: Facts
  readonly name: string
  readonly product_line: string | null
  readonly uom: string | null
  readonly currency: string | null
  readonly list_price: string | null
  readonly standard_cost: string | null
}

export interface CustomerFacts {
  readonly facts: Facts
  readonly name: string
}

const texts = (alias: string, names: readonly string[]) => raw(names.map((name) => `${alias}.${name}::text`).join(', '))

/**
 * Which materials prices are wanted for: those named, those of a product line, else all that are active; of a price list only those it has
 * prices of. TOO_LARGE beyond `most`, since prices of a part would look like those of all.
 */
export async function readMaterials(
  tx: Tx,
  organizationId: number,
  wanted: {
    readonly materials: readonly string[]
    readonly productLine?: string | null
    readonly priceList?: string | null
  },
  most: number,
): Promise<ReadonlyMap<string, MaterialFacts>> {
  const { materials, productLine = null, priceList = null } = wanted
  const rows = await tx.query<Record<string, string | null>>(sql`
    select ${texts('m', materialFacts)}, m.material_description as name, m.currency, m.list_price::text, m.standard_cost::text
      from material m
     where m.organization_id = ${organizationId}
       and case when ${materials.length > 0} then m.material_number = any(${[...materials]}::text[]) else m.status = 'active' end
       and (${productLine}::text is null or m.product_line = ${productLine})
       and (${priceList}::text is null or exists (
         select from price_list_data d where d.organization_id = ${organizationId} and d.price_list = ${priceList} and d.material_number = m.material_number))
     order by m.material_number limit ${most + 1}`)
  if (rows.length > most)
    throw new AppError('TOO_LARGE', {
      message: `These are more than ${most.toLocaleString('en-GB')} materials. Choose some, or a product line.`,
    })
  return new Map(
    rows.map(({ name, currency, list_price, standard_cost, ...facts }) => [
      facts['material_number']!,
      {
        facts,
        name: name ?? facts['material_number']!,
        product_line: facts['product_line'] ?? null,
        uom: facts['base_uom'] ?? null,
        currency: currency ?? null,
        list_price: list_price ?? null,
        standard_cost: standard_cost ?? null,
      },
    ]),
  )
}

export async function readCustomers(
  tx: Tx,
  organizationId: number,
  customers: readonly string[],
): Promise<ReadonlyMap<string, CustomerFacts>> {
  if (customers.length === 0) return new Map()
  const rows = await tx.query<Record<string, string | null>>(sql`
    select ${ids(customerFacts)}, customer_name as name from customer
     where organization_id = ${organizationId} and customer_number = any(${[...customers]}::text[])`)
  return new Map(
    rows.map(({ name, ...facts }) => [facts['customer_number']!, { facts, name: name ?? facts['customer_number']! }]),
  )
}
