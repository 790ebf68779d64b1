import { numberTypes, type Screen } from '#src/definition'
import { columnsOf, type Expression } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { expressionSql } from '#src/definition/expression/sql.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { quotient } from './precision.ts'
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

/** The quantity of a line in the rule's unit; null where a factor is missing, never the quantity as it is. */
const quantity = sql`
  case when r.uom is null or l.uom = r.uom then l.quantity
       else coalesce((select ${quotient(sql`l.quantity * a.n * b.d`, sql`(a.d * b.n)`)} from ${unit(sql`l.uom`)} a, ${unit(sql`r.uom`)} b),
                     l.quantity * ${general(sql`l.uom`, sql`r.uom`)}) end`

// Net weight in the rule's unit, or in the material's where the rule has none.
const weight = sql`
  (select ${quotient(sql`l.quantity * a.n * m.net_weight`, sql`a.d`)}
          * case when r.uom is null or m.weight_uom = r.uom then 1 else ${general(sql`m.weight_uom`, sql`r.uom`)} end
     from material m cross join ${unit(sql`l.uom`)} a
    where m.organization_id = l.organization_id and m.material_number = l.material_number)`

// In cubic metres.
const volume = sql`
  (select ${quotient(sql`l.quantity * a.n * m.volume`, sql`a.d`)} from material m cross join ${unit(sql`l.uom`)} a
    where m.organization_id = l.organization_id and m.material_number = l.material_number)`

/** Each formula of the contracts with the columns of the line it reads. */
export interface Formulas {
  readonly all: ReadonlyMap<string, Expression>
  readonly columns: readonly string[]
}

export function formulasOf(contracts: readonly ContractTerms[]): Formulas {
  const texts = contracts.flatMap(({ rules }) => rules.flatMap(({ formula }) => (formula ? [formula] : [])))
  const all = new Map([...new Set(texts)].map((text) => [text, parseExpression(text)]))
  return { all, columns: [...new Set([...all.values()].flatMap(columnsOf))] }
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

const values: Readonly<Record<string, Sql>> = {
  net: sql`l.net`,
  gross: sql`l.gross`,
  margin: sql`l.margin`,
  quantity,
  weight,
  volume,
}

/**
 * What of a line `l` counts for the rule `r` by the basis that `name` says, in the contract's currency; null where something is
 * missing. Only the bases that rules name (`named`) are written: each that is not costs every line and the plan.
 */
export function basisSql(name: Sql, named: readonly string[], formulas: Formulas, screens: readonly Screen[]): Sql {
  const formula = [...formulas.all].map(
    ([text, expression]) => sql`when ${text}::text then l.exchange * ${formulaSql(expression, screens)}`,
  )
  const worked = formula.length === 0 ? sql`null::numeric` : sql`case r.formula ${join(formula, ' ')} end`
  const known = [...new Set(named)].filter((one) => one in values)
  const isKnown = named.every((one) => one in values)
  if (isKnown && known.length === 1) return values[known[0]!]!
  if (known.length === 0) return worked
  return sql`case ${name} ${join(
    known.map((one) => sql`when ${raw(`'${one}'`)} then ${values[one]!}`),
    ' ',
  )} else ${isKnown ? sql`null::numeric` : worked} end`
}
