import { numberTypes, type Screen } from '#src/definition'
import { columnsOf, type Expression } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { expressionSql } from '#src/definition/expression/sql.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { quotient, rounded } from './precision.ts'
import type { Counted } from './rule-bases.ts'
import { columnsOfBases, mappedSql, narrowedSql, type SalesBasisTerm } from './sales-basis.ts'
import type { ContractTerms } from './terms.ts'

// A unit of a material as so many (n) base units for so many (d) of it.
const unit = (name: Sql): Sql => sql`(
  select u.numerator as n, u.denominator as d from material_uom u
   where u.organization_id = l.organization_id and u.material_number = l.material_number and u.uom = ${name}
  union all
  select 1, 1 from material m
   where m.organization_id = l.organization_id and m.material_number = l.material_number and m.base_uom = ${name} limit 1)`

// Units that hold in general, such as 1,000 kilograms a tonne, over what both are counted in.
const general = (from: Sql, to: Sql): Sql => sql`(
  select ${quotient(sql`coalesce(a.factor, 1)`, sql`coalesce(b.factor, 1)`)} from unit_of_measure a join unit_of_measure b on b.organization_id = a.organization_id
   where a.organization_id = l.organization_id and a.uom = ${from} and b.uom = ${to} and coalesce(a.base_unit, a.uom) = coalesce(b.base_unit, b.uom))`

const ownQuantity = sql`l.quantity`

/** The quantity of a line in a unit; null where a factor is missing, never the quantity as it is. */
const quantityIn = (wanted: Sql, of: Sql = ownQuantity): Sql => sql`
  case when ${wanted} is null or l.uom = ${wanted} then ${of}
       else coalesce((select ${quotient(sql`${of} * a.n * b.d`, sql`(a.d * b.n)`)} from ${unit(sql`l.uom`)} a, ${unit(wanted)} b),
                     ${of} * ${general(sql`l.uom`, wanted)}) end`

// Net weight in a unit, or in the material's where none is given.
const weightIn = (wanted: Sql, of: Sql = ownQuantity): Sql => sql`
  (select ${quotient(sql`${of} * a.n * m.net_weight`, sql`a.d`)}
          * case when ${wanted} is null or m.weight_uom = ${wanted} then 1 else ${general(sql`m.weight_uom`, wanted)} end
     from material m cross join ${unit(sql`l.uom`)} a
    where m.organization_id = l.organization_id and m.material_number = l.material_number)`

// In cubic metres.
const volume = sql`
  (select ${quotient(sql`l.quantity * a.n * m.volume`, sql`a.d`)} from material m cross join ${unit(sql`l.uom`)} a
    where m.organization_id = l.organization_id and m.material_number = l.material_number)`

/** Each formula of the contracts, and the columns of the line that formulas and sales bases read. */
export interface Formulas {
  readonly all: ReadonlyMap<string, Expression>
  readonly columns: readonly string[]
}

export function formulasOf(contracts: readonly ContractTerms[]): Formulas {
  const texts = contracts.flatMap(({ rules }) => rules.flatMap(({ formula }) => (formula ? [formula] : [])))
  const all = new Map([...new Set(texts)].map((text) => [text, parseExpression(text)]))
  const named = columnsOfBases(contracts.flatMap(({ sales_bases: bases }) => bases ?? []))
  return { all, columns: [...new Set([...[...all.values()].flatMap(columnsOf), ...named])] }
}

function formulaSql(expression: Expression, screens: readonly Screen[]): Sql {
  const fields = screens.find(({ name }) => name === 'sales-data')?.fields ?? []
  const column = (name: string) => {
    const field = fields.find((one) => one.name === name)
    if (!field) return { text: 'null::text' }
    const text = `l.${id(field.storage.column).sql}::text`
    if (!numberTypes.has(field.type)) return { text }
    return { text, seen: { form: 'number', bytes: 40, whole: 20, fraction: 10 } as const }
  }
  return raw(`(${expressionSql(expression, { column, format: plainText })})::numeric`)
}

const ownUnit = sql`r.uom`

const values: Readonly<Record<string, Sql>> = {
  net: sql`l.net`,
  gross: sql`l.gross`,
  margin: sql`l.margin`,
  quantity: quantityIn(ownUnit),
  weight: weightIn(ownUnit),
  volume,
}

/** What a sales basis counts of a line: as the calculation takes it by itself, or of the fields its parts are mapped to. */
function amountOf(basis: SalesBasisTerm): Sql {
  const wanted = basis.uom ? sql`${basis.uom}::text` : ownUnit
  const [value, cost] = [mappedSql(basis, 'amount'), mappedSql(basis, 'cost')]
  const of = mappedSql(basis, 'quantity') ?? ownQuantity
  // A line without a gross value has a net one, which its discounts are taken from already.
  const gross = basis.deduct_discounts
    ? sql`coalesce(${value ?? sql`l.gross_value`} - coalesce(l.discount_value, 0), l.net_value)`
    : (value ?? sql`coalesce(l.gross_value, l.net_value)`)
  return {
    gross: sql`l.exchange * ${gross}`,
    net: value ? sql`l.exchange * ${value}` : values['net']!,
    margin:
      value || cost
        ? sql`l.exchange * (${value ?? sql`l.net_value`} - ${cost ?? sql`l.cost_value`})`
        : values['margin']!,
    quantity: quantityIn(wanted, of),
    weight: weightIn(wanted, of),
  }[basis.amount]
}

function byBasis(basis: SalesBasisTerm): Sql {
  const value = amountOf(basis)
  const digits = basis.rounding ?? null
  return narrowedSql(basis, digits === null ? value : rounded(value, sql`${digits}::int`))
}

const valueOf = ({ name, basis }: Counted): Sql => {
  if (basis === undefined) return values[name]!
  return basis ? byBasis(basis) : sql`null::numeric`
}

/**
 * What of a line `l` counts for the rule `r` by the basis that `name` says, in the contract's currency; null where something is
 * missing. Only the bases that rules name (`named`) are written: each that is not costs every line and the plan.
 */
export function basisSql(name: Sql, named: readonly Counted[], formulas: Formulas, screens: readonly Screen[]): Sql {
  const formula = [...formulas.all].map(
    ([text, expression]) => sql`when ${text}::text then l.exchange * ${formulaSql(expression, screens)}`,
  )
  const worked = formula.length === 0 ? sql`null::numeric` : sql`case r.formula ${join(formula, ' ')} end`
  const isWritten = (one: Counted): boolean => one.basis !== undefined || one.name in values
  const known = [...new Map(named.filter(isWritten).map((one) => [one.name, one])).values()]
  const isKnown = named.every(isWritten)
  if (isKnown && known.length === 1) return valueOf(known[0]!)
  if (known.length === 0) return worked
  return sql`case ${name} ${join(
    known.map(
      (one) =>
        sql`when ${one.basis === undefined ? raw(`'${one.name}'`) : sql`${one.name}::text`} then ${valueOf(one)}`,
    ),
    ' ',
  )} else ${isKnown ? sql`null::numeric` : worked} end`
}
