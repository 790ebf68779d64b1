import { amount } from '../calculation/amount.ts'
import { prolongedRows } from './terms-in-time.ts'

type Values = Readonly<Record<string, unknown>>

/** What a mass update does to one contract, or why it stays as it is. */
export type ContractPlan = { readonly changes: Values } | { readonly stays: string }

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

const rowsIn = (contract: Values, name: string): readonly Values[] => (contract[name] ?? []) as readonly Values[]

/** The fields of a contract that an action sets, where they are given. */
const setters: Readonly<Record<string, readonly (readonly [to: string, from: string])[]>> = {
  responsible: [['responsible', 'new_responsible']],
  status: [['contract_status', 'new_status']],
  settlement: [
    ['accrual_frequency', 'new_accrual_frequency'],
    ['payment_frequency', 'new_payment_frequency'],
    ['payment_method', 'new_payment_method'],
    ['payment_terms', 'new_payment_terms'],
  ],
}

function set(update: Values, contract: Values, action: string): ContractPlan {
  const changes = (setters[action] ?? []).flatMap(([to, from]) => {
    const value = text(update[from])
    return value === null || value === text(contract[to]) ? [] : [[to, value] as const]
  })
  return changes.length > 0 ? { changes: Object.fromEntries(changes) } : { stays: 'It has these values already' }
}

/** A rate with so many points or percent more; never finer than six decimals. */
function raised(rate: unknown, update: Values): unknown {
  if (text(rate) === null) return rate
  const by = amount(String(update['rate_change']))
  const next =
    update['rate_change_as'] === 'percent'
      ? amount(String(rate)).mul(by.plus(100)).div(100)
      : amount(String(rate)).plus(by)
  return next.toDecimalPlaces(6).toString()
}

function rate(update: Values, contract: Values): ContractPlan {
  const paysAs = text(update['only_rate_type'])
  const meant = rowsIn(contract, 'rules').filter((rule) => paysAs === null || rule['rate_type'] === paysAs)
  if (meant.length === 0) return { stays: 'It has no rules of this kind' }
  const numbers = new Set(meant.map((rule) => rule['rule_no']))
  const change = (row: Values): Values =>
    numbers.has(row['rule_no']) && text(row['rate']) !== null ? { ...row, rate: raised(row['rate'], update) } : row
  const [rules, tiers] = [rowsIn(contract, 'rules').map(change), rowsIn(contract, 'tiers').map(change)]
  const isNegative = [...rules, ...tiers].some((row) => Number(row['rate'] ?? 0) < 0)
  if (isNegative) return { stays: 'A rate would fall below zero' }
  const isSame =
    JSON.stringify([rules, tiers]) === JSON.stringify([rowsIn(contract, 'rules'), rowsIn(contract, 'tiers')])
  return isSame ? { stays: 'It has no rates' } : { changes: { rules, tiers } }
}

const isTerm = (update: Values) => (term: Values) =>
  term['attribute'] === update['attribute'] &&
  term['value'] === update['attribute_value'] &&
  term['mode'] === update['attribute_mode']

function addTerm(update: Values, contract: Values): ContractPlan {
  const terms = rowsIn(contract, 'eligibility')
  if (terms.some(isTerm(update))) return { stays: 'Its eligibility says so already' }
  const term = {
    mode: update['attribute_mode'],
    attribute: update['attribute'],
    operator: 'eq',
    value: update['attribute_value'],
  }
  // What is included narrows every group; what is excluded is a group of its own.
  const groups = [...new Set(terms.filter(({ mode }) => mode === 'include').map((one) => Number(one['group_no'])))]
  const last = Math.max(0, ...terms.map((one) => Number(one['group_no'])))
  const added =
    update['attribute_mode'] === 'exclude'
      ? [{ ...term, group_no: last + 1 }]
      : (groups.length > 0 ? groups : [1]).map((group_no) => ({ ...term, group_no }))
  return { changes: { eligibility: [...terms, ...added] } }
}

function removeTerm(update: Values, contract: Values): ContractPlan {
  const terms = rowsIn(contract, 'eligibility')
  const left = terms.filter((term) => !isTerm(update)(term))
  if (left.length === terms.length) return { stays: 'Its eligibility does not say so' }
  const wasIncluding = terms.some(({ mode }) => mode === 'include')
  if (wasIncluding && !left.some(({ mode }) => mode === 'include') && contract['own_sales_only'] !== true)
    return { stays: 'Without it the contract would count the sales of everybody' }
  return { changes: { eligibility: left } }
}

const plans: Readonly<Record<string, (update: Values, contract: Values) => ContractPlan>> = {
  validity: (update, contract) => {
    const end = String(update['new_valid_to'])
    if (contract['valid_to'] === end) return { stays: 'It ends on this day already' }
    if (String(contract['valid_from']) > end) return { stays: 'It begins after this day' }
    const before = String(contract['valid_to'])
    const rows = rowsIn(contract, 'eligibility')
    const goesOn = end > before && rows.some((row) => row['valid_to'] === before)
    return { changes: { valid_to: end, ...(goesOn ? { eligibility: prolongedRows(rows, before, end) } : {}) } }
  },
  rate,
  add_eligibility: addTerm,
  remove_eligibility: removeTerm,
  ...Object.fromEntries(
    Object.keys(setters).map((action) => [action, (update: Values, contract: Values) => set(update, contract, action)]),
  ),
}

/** What a mass update of contracts would change about one of them. Pure. */
export function contractPlan(update: Values, contract: Values): ContractPlan {
  const plan = plans[String(update['action'])]
  if (!plan) throw new Error(`There is no mass update ${String(update['action'])}`)
  return plan(update, contract)
}
