import type { Step } from '../domain/pricing/step.ts'
import type { Procedure, StepRow } from './read-procedure.ts'

const common = {
  base: 'running',
  statistical: false,
  group: null,
  formula: null,
  condition: null,
  value: null,
} as const

const steps: readonly Step[] = [
  { ...common, sequence: 10, component: 'List price', bucket: 'list', calcType: 'lookup', sign: 1, required: true },
  {
    ...common,
    sequence: 90,
    component: 'Product cost',
    bucket: 'cost',
    calcType: 'lookup',
    sign: 1,
    required: false,
    statistical: true,
  },
]

const rows: readonly StepRow[] = [
  {
    sequence: 10,
    component: 'List price',
    bucket: 'list',
    calc_type: 'lookup',
    lookup: 'material_list_price',
    base: 'running',
    sign: '+',
  },
  {
    sequence: 90,
    component: 'Product cost',
    bucket: 'cost',
    calc_type: 'lookup',
    lookup: 'standard_cost',
    base: 'running',
    sign: '+',
  },
]

/** What prices are where nobody set a procedure up: the list price of the material, and what it costs. */
export const plainProcedure = (currency: string): Procedure => ({
  formula_procedure: '',
  formula_name: 'List prices',
  currency,
  decimals: 2,
  simulation_category: 'both',
  status: 'active',
  valid_from: '0001-01-01',
  valid_to: null,
  steps,
  rows,
})
