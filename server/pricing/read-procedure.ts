import { amount } from '../domain/calculation/amount.ts'
import { priceCondition, priceFormula } from '../domain/pricing/facts.ts'
import type { Base, Bucket, CalcType, Step } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** A step as the record of a procedure keeps it. */
export interface StepRow {
  readonly sequence: number
  readonly component: string
  readonly bucket: Bucket
  readonly calc_type: CalcType
  readonly value?: string | null
  readonly lookup?: string | null
  readonly price_list?: string | null
  readonly formula?: string | null
  readonly base: 'running' | 'original' | 'step'
  readonly base_step?: number | null
  readonly sign: '+' | '-'
  readonly statistical?: boolean | null
  readonly best_of?: string | null
  readonly applies_when?: string | null
  readonly optional?: boolean | null
}

/** A procedure ready to be worked out, and what its lookups look up, by the sequence of the step. */
export interface Procedure {
  readonly formula_procedure: string
  readonly formula_name: string
  readonly currency: string
  readonly decimals: number
  readonly simulation_category: 'price' | 'quote' | 'both'
  readonly status: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly steps: readonly Step[]
  readonly rows: readonly StepRow[]
}

interface ProcedureRow extends Omit<Procedure, 'steps' | 'rows'> {
  readonly steps: readonly StepRow[]
}

/** What names a procedure: its key, its id, or its name. */
export interface ProcedureName {
  readonly formula_procedure?: unknown
  readonly formula_name?: unknown
  readonly id?: unknown
}

const named = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value)

/** The procedure that is meant, with the formulas of its steps; undefined where there is none. */
export async function readProcedure(
  tx: Tx,
  organizationId: number,
  { formula_procedure: key, formula_name: title, id }: ProcedureName,
): Promise<Procedure | undefined> {
  const [row] = await tx.query<ProcedureRow>(sql`
    select t.formula_procedure, t.formula_name, t.currency, t.decimals, t.simulation_category, t.status, t.valid_from::text, t.valid_to::text, t.steps from formula_procedure t
     where t.organization_id = ${organizationId}
       and case when ${named(key)}::text is not null then t.formula_procedure = ${named(key)}
                when ${named(id)}::text is not null then t.id::text = ${named(id)}
                else t.formula_name = ${named(title)} end
     order by t.id limit 1`)
  return row && withFormulas(tx, organizationId, row)
}

async function withFormulas(tx: Tx, organizationId: number, row: ProcedureRow): Promise<Procedure> {
  const wanted = row.steps.flatMap(({ formula }) => (formula ? [formula] : []))
  const formulas = await readFormulas(tx, organizationId, wanted)
  return { ...row, rows: row.steps, steps: row.steps.map((step) => stepOf(step, formulas)) }
}

/** The expressions of active calculation formulas by their names. */
export async function readFormulas(
  tx: Tx,
  organizationId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await tx.query<{ formula_name: string; expression: string }>(sql`
    select t.formula_name, t.expression from price_calculation_formula t
     where t.organization_id = ${organizationId} and t.status = 'active' and t.formula_name = any(${[...names]}::text[])`)
  return new Map(rows.map(({ formula_name: name, expression }) => [name, expression]))
}

function stepOf(row: StepRow, formulas: ReadonlyMap<string, string>): Step {
  const expression = row.formula ? formulas.get(row.formula) : undefined
  const base: Base = row.base === 'step' ? (row.base_step ?? 0) : row.base
  return {
    sequence: row.sequence,
    component: row.component,
    calcType: row.calc_type,
    value: row.value === null || row.value === undefined ? null : amount(row.value),
    base,
    sign: row.sign === '-' ? -1 : 1,
    bucket: row.bucket,
    statistical: row.statistical === true,
    group: row.best_of || null,
    formula: expression === undefined ? null : priceFormula(expression),
    condition: row.applies_when ? priceCondition(row.applies_when) : null,
    required: row.optional !== true,
  }
}
