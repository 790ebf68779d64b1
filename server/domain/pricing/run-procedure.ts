import { evaluateExpression } from '#src/definition/expression/evaluate.ts'
import type { Expression } from '#src/definition/expression/ast.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { amount, percentOf, sumOf, zero, type Amount } from '../calculation/amount.ts'
import type { Bucket, Fault, Found, Step, StepLine, Waterfall } from './step.ts'

/** What a line is priced from: facts that formulas read, and what lookups found by the sequence of their step. */
export interface Priced {
  readonly facts: Readonly<Record<string, string | null>>
  readonly found: ReadonlyMap<number, Found>
  /** What the product costs where no step says so. */
  readonly cost: Amount | null
  /** Decimals to which each step is rounded, half away from zero. */
  readonly decimals: number
  /** How many base units the unit is that is priced; one where it is not told. */
  readonly units?: Amount
}

const one = amount(1)

interface State {
  readonly lines: StepLine[]
  readonly faults: Fault[]
  /** The price after each step. */
  readonly after: Map<number, Amount>
  original: Amount | null
  running: Amount
}

/**
 * Works a procedure out for a unit, step by step in the order of their sequence. A required step without a value is a fault; the
 * others count for nothing then. Formulas read the facts and `original`, `running`, `step_10` (the price after step 10). What a procedure says
 * itself, its amounts and formulas, is of a base unit whichever unit is priced; what lookups found and the cost are of that unit.
 */
export function runProcedure(steps: readonly Step[], priced: Priced): Waterfall {
  const state: State = { lines: [], faults: [], after: new Map(), original: null, running: zero }
  const ordered = steps.toSorted((a, b) => a.sequence - b.sequence)
  for (let at = 0; at < ordered.length;) {
    const group = groupFrom(ordered, at)
    const worked = group.map((step) => workOut(step, state, priced))
    const best = group.length > 1 ? bestOf(worked) : worked[0]
    for (const one of worked) keep(one, one === best, best, state)
    at += group.length
  }
  return levels(state, priced.cost)
}

/** The step at a place and its neighbours of the same group. */
function groupFrom(steps: readonly Step[], at: number): readonly Step[] {
  const { group } = steps[at]!
  if (group === null) return [steps[at]!]
  const end = steps.findIndex((step, place) => place > at && step.group !== group)
  return steps.slice(at, end < 0 ? undefined : end)
}

interface Worked {
  readonly step: Step
  readonly base: Amount | null
  readonly rate: Amount | null
  readonly isPercent: boolean
  readonly amount: Amount
  readonly remark: string
  /** Left out by its condition, or without a value. */
  readonly isOut: boolean
}

function workOut(step: Step, state: State, priced: Priced): Worked {
  const cells = (name: string) => cellOf(name, state, priced)
  const out = { step, base: null, rate: null, isPercent: false, amount: zero, isOut: true }
  if (step.condition && evaluateExpression(step.condition, cells, plainText) !== true)
    return { ...out, remark: 'Its condition does not hold' }
  const found = valueOf(step, priced, cells)
  if (!found) {
    const missing = step.calcType === 'lookup' ? 'Nothing was found' : 'The formula has no value'
    if (step.required)
      state.faults.push({ sequence: step.sequence, component: step.component, message: `${missing} for this step` })
    return { ...out, remark: missing }
  }
  const isPercent = found.kind === 'percent'
  const base = isPercent ? baseOf(step, state) : null
  const exact = base ? percentOf(base, found.value) : found.value
  const rounded = exact.times(step.sign).toDecimalPlaces(priced.decimals)
  return { step, base, rate: found.value, isPercent, amount: rounded, remark: found.source, isOut: false }
}

function valueOf(step: Step, { found, units = one }: Priced, cells: (name: string) => string | null): Found | null {
  if (step.calcType === 'lookup') return found.get(step.sequence) ?? null
  if (step.calcType === 'formula') {
    const value = step.formula && numberOf(step.formula, cells)
    return value === null ? null : { kind: 'amount', value: inUnits(value, units), source: '' }
  }
  if (step.value === null) return null
  const value = step.calcType === 'amount' ? inUnits(step.value, units) : step.value
  return { kind: step.calcType, value, source: '' }
}

/** A value of a base unit in the unit that is priced; a half that division missed by its last decimals is one. */
const inUnits = (value: Amount, units: Amount): Amount => (units.eq(1) ? value : value.times(units).toDecimalPlaces(12))

function numberOf(formula: Expression, cells: (name: string) => string | null): Amount | null {
  const value = evaluateExpression(formula, cells, plainText)
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? amount(value) : null
}

function baseOf({ base }: Step, { original, running, after }: State): Amount {
  if (base === 'original') return original ?? zero
  return base === 'running' ? running : priceAfter(after, base)
}

/** The price after a step, or after the last one before it where it has been left out of the procedure. */
function priceAfter(after: ReadonlyMap<number, Amount>, sequence: number): Amount {
  const before = [...after.keys()].filter((one) => one <= sequence)
  return before.length === 0 ? zero : after.get(Math.max(...before))!
}

function cellOf(
  name: string,
  { original, running, after }: State,
  { facts, cost, units = one }: Priced,
): string | null {
  const ofBase = (value: Amount | null): string | null => value?.div(units).toDecimalPlaces(20).toFixed() ?? null
  if (name === 'running') return ofBase(running)
  if (name === 'original') return ofBase(original)
  if (name === 'cost') return facts['cost'] ?? ofBase(cost)
  const step = /^step_(\d+)$/.exec(name)
  return step ? ofBase(priceAfter(after, Number(step[1]))) : (facts[name] ?? null)
}

/** The step that is cheapest for the customer, the first of equal ones; undefined where none has a value. */
const bestOf = (worked: readonly Worked[]): Worked | undefined =>
  worked
    .filter(({ isOut }) => !isOut)
    .reduce<Worked | undefined>((best, one) => (best && best.amount.lte(one.amount) ? best : one), undefined)

function keep(worked: Worked, isBest: boolean, best: Worked | undefined, state: State): void {
  const { step, isOut, remark, ...figures } = worked
  const counts = isBest && !isOut && !step.statistical
  if (counts) {
    state.running = state.running.plus(worked.amount)
    state.original ??= worked.amount
  }
  // What hangs on a step, such as 40.1, belongs to the price after it.
  state.after.set(Math.floor(step.sequence), state.running)
  const beaten = !isOut && !isBest && best ? `${best.step.component} is better` : ''
  state.lines.push({
    sequence: step.sequence,
    component: step.component,
    bucket: step.bucket,
    calcType: step.calcType,
    statistical: step.statistical,
    ...figures,
    counts,
    running: state.running,
    remark: [remark, beaten].filter(Boolean).join('; '),
  })
}

function levels({ lines, faults }: State, costElsewhere: Amount | null): Waterfall {
  const counted = (bucket: Bucket): Amount =>
    sumOf(lines.filter((line) => line.counts && line.bucket === bucket).map((line) => line.amount))
  const list = counted('list')
  const [onInvoice, offInvoice, toServe] = [counted('on-invoice'), counted('off-invoice'), counted('cost')]
  const invoice = list.plus(onInvoice)
  const net = invoice.plus(offInvoice)
  const pocket = net.plus(toServe)
  const costs = lines.filter((line) => line.statistical && line.bucket === 'cost' && line.rate !== null)
  const cost = costs.length > 0 ? sumOf(costs.map((line) => line.amount.abs())) : costElsewhere
  const margin = cost && pocket.minus(cost)
  // Of a price of nothing or less there is no part.
  const marginPercent = margin && pocket.gt(0) ? margin.times(100).div(pocket).toDecimalPlaces(2) : null
  return { lines, list, onInvoice, invoice, offInvoice, net, toServe, pocket, cost, margin, marginPercent, faults }
}
