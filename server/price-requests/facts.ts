import type { Finding, RequestLimits, RequestLine } from '../domain/pricing/judge-request.ts'
import { judgeRequest } from '../domain/pricing/judge-request.ts'
import { AppError } from '../errors.ts'
import type { HookContext } from '../engine/hooks.ts'
import { determinePrices } from '../pricing/determine-price.ts'
import { unitsIn } from '../pricing/unit-factor.ts'
import type { Tx } from '../store/database.ts'
import { json, raw, sql, type Sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>
type Asked = Pick<HookContext, 'tx' | 'caller'>

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** The source of a price that nobody found: whoever asks has told it. */
export const toldPrice = 'As told'

interface KnownFacts {
  readonly list: string | null
  readonly agreed: { readonly price: string; readonly contract_number: string } | null
  readonly cost: string | null
  readonly agreements: string[]
  readonly reason: RequestLine['reason']
  readonly is_known: boolean
}

const digits = (value: unknown): string => String(Number(value))

/** Whether the price now of a line is one that was found when the request was saved before, and so is found again. */
const wasFound = (line: Values, at: number, before: readonly Values[]): boolean =>
  before.some(
    (one, place) =>
      (place === at || one['material_number'] === line['material_number']) &&
      isTold(one['price_source']) &&
      one['price_source'] !== toldPrice &&
      digits(one['current_price']) === digits(line['current_price']),
  )

const isTold = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/**
 * What is known about the lines of a request, in their order: what a unit costs the customer on its first day and where that stands (what was
 * agreed, else what price lists say, else the list price of the material), and the cost, all of the line's unit and in its currency. A price
 * that was told stays; one that was found `before` is found again.
 */
export async function knownLines(
  { tx, caller }: Asked,
  request: Values,
  before: readonly Values[] = [],
): Promise<(RequestLine & Values)[]> {
  const lines = (request['lines'] ?? []) as readonly Values[]
  if (lines.length === 0) return []
  const { organizationId } = caller
  // Agreements of the customer itself, and those of customers above it that are for everything below them.
  const concerns = sql`c.organization_id = ${organizationId} and exists (
               select from above a where a.customer_number = c.customer_number and (a.distance = 0 or c.customer_hierarchy))`
  const per = (value: string): Sql => sql`round(${raw(value)} * k.times, 4)::text`
  const found = await tx.query<KnownFacts>(sql`
    with recursive above (customer_number, distance) as (
      select ${text(request['customer_number'])}::text, 0
      union all
      select k.parent_customer, a.distance + 1 from above a
        join customer k on k.organization_id = ${organizationId} and k.customer_number = a.customer_number
       where k.parent_customer is not null and a.distance < 20)
    select case when m.currency is null or m.currency = ${text(request['currency'])} then ${per('m.list_price')} end as list,
           case when m.currency is null or m.currency = ${text(request['currency'])} then ${per('m.standard_cost')} end as cost,
           (select jsonb_build_object('price', trim_scale(round(p.price * u.times, 4))::text, 'contract_number', c.contract_number) from pricing_contract c
              cross join lateral jsonb_to_recordset(c.lines) p (material_number text, uom text, quantity_from numeric, price numeric, valid_from date, valid_to date)
              cross join lateral (
                select case when coalesce(p.uom, l.uom) = l.uom then 1
                            else ${unitsIn(organizationId, { material: sql`l.material_number`, from: sql`l.uom`, to: sql`p.uom` })} end as times) u
             where ${concerns} and c.contract_status = 'Active' and u.times is not null
               and c.approval_status = 'approved' and c.currency = ${text(request['currency'])} and p.material_number = l.material_number
               and coalesce(p.quantity_from, 0) <= l.quantity * u.times
               and ${text(request['valid_from'])}::date between coalesce(p.valid_from, c.valid_from) and coalesce(p.valid_to, c.valid_to)
             order by (c.customer_number = ${text(request['customer_number'])}) desc, coalesce(p.quantity_from, 0) / u.times desc, p.price * u.times limit 1) as agreed,
           array(select distinct c.contract_number from pricing_contract c
              cross join lateral jsonb_to_recordset(c.lines) p (material_number text, valid_from date, valid_to date)
             where ${concerns} and c.contract_status in ('Draft', 'Active') and c.approval_status <> 'rejected' and p.material_number = l.material_number
               and coalesce(p.valid_from, c.valid_from) <= ${text(request['valid_to'])}::date
               and coalesce(p.valid_to, c.valid_to) >= ${text(request['valid_from'])}::date order by 1)::text[] as agreements,
           case when r.status is distinct from 'active' then 'inactive' when r.needs_note and coalesce(trim(l.note), '') = '' then 'without note'
                else 'known' end as reason, m.id is not null as is_known
      from rows from (jsonb_to_recordset(${json(lines)}) as (material_number text, uom text, quantity numeric, reason_code text, note text)) with ordinality
             as l (material_number, uom, quantity, reason_code, note, place)
      left join material m on m.organization_id = ${organizationId} and m.material_number = l.material_number
      left join price_reason_code r on r.organization_id = ${organizationId} and r.reason_code = l.reason_code
      cross join lateral (
        select case when coalesce(l.uom, m.base_uom) is not distinct from m.base_uom then 1
                    else ${unitsIn(organizationId, { material: sql`l.material_number`, from: sql`l.uom`, to: sql`m.base_uom` })} end as times) k
     order by l.place`)
  const listed = await listedPrices(tx, organizationId, request, lines)
  return lines.map((line, at) => {
    const { list, agreed, ...known } = found[at]!
    const told = isTold(line['current_price']) && !wasFound(line, at, before) ? text(line['current_price']) : null
    const priced = [
      { price: told, source: toldPrice },
      { price: agreed?.price ?? null, source: agreed?.contract_number ?? null },
      listed.get(at) ?? { price: null, source: null },
      { price: list, source: 'List price of the material' },
    ].find(({ price }) => price !== null)
    return {
      ...line,
      line: at + 1,
      material_number: String(line['material_number']),
      quantity: text(line['quantity']),
      current_price: priced?.price ?? null,
      price_source: priced?.source ?? null,
      requested_price: text(line['requested_price']),
      ...known,
    }
  })
}

/** What price lists say of the lines of a request on its first day, by their places. */
async function listedPrices(tx: Tx, organizationId: number, request: Values, lines: readonly Values[]) {
  const asked = sql`
    select l.place::int as row_id, l.material_number, ${text(request['customer_number'])}::text as customer_number, l.quantity, l.uom,
           ${text(request['currency'])}::text as currency, ${text(request['valid_from'])}::date as on_date, null::text as sales_organization,
           null::text as distribution_channel, null::text as division
      from rows from (jsonb_to_recordset(${json(lines)}) as (material_number text, uom text, quantity numeric)) with ordinality
             as l (material_number, uom, quantity, place)`
  const rows = await tx.query<{ row_id: number; price: string; price_list: string; reason: string }>(sql`
    select p.row_id, trim_scale(round(p.unit_price, 4))::text as price, p.price_list, p.reason
      from (${determinePrices({ organizationId, asked })}) p where p.unit_price is not null`)
  return new Map(rows.map((row) => [row.row_id - 1, { price: row.price, source: `${row.price_list}: ${row.reason}` }]))
}

/** The type of a request as its limits are now; WRONG_STATE where it is not in use any more. */
export async function limitsOf(
  { tx, caller }: Asked,
  request: Values,
): Promise<
  RequestLimits & {
    readonly exception_role: string | null
    readonly contract_status: string
    readonly contract_type: string
  }
> {
  const [type] = await tx.query<
    RequestLimits & { exception_role: string | null; contract_status: string; contract_type: string }
  >(sql`
    select t.max_discount_percent::text, t.min_margin_percent::text, t.beyond_limits, t.below_cost, t.overlap, t.max_days, t.exception_role, t.contract_status, t.contract_type
      from price_request_type t
     where t.organization_id = ${caller.organizationId} and t.request_type = ${text(request['request_type'])} and t.status = 'active'`)
  if (!type)
    throw new AppError('WRONG_STATE', {
      message: `The type ${String(request['request_type'])} is not in use any more.`,
    })
  return type
}

const day = 86_400_000

/** What the check of a request finds now in lines that are known. */
export async function findingsOf(asked: Asked, request: Values, lines: readonly RequestLine[]): Promise<Finding[]> {
  const span = Date.parse(String(request['valid_to'])) - Date.parse(String(request['valid_from']))
  return judgeRequest(await limitsOf(asked, request), { days: Math.round(span / day) + 1, lines })
}

/** Lines as a request keeps them: without what is known beside them. */
export const keptLines = (lines: readonly (RequestLine & Values)[]): Values[] =>
  lines.map(({ line: _line, cost: _cost, agreements: _others, reason: _reason, is_known: _known, ...line }) => line)
