import { isReduced, reduces } from '../domain/calculation/stacking.ts'
import { daysNeeded, type Window } from './periods.ts'
import { countedBy, isInUnits } from './rule-bases.ts'
import { appliedRules, type Calculation } from './rule-rows.ts'
import { isContractBefore, isSameStack, type ContractTerms, type RuleTerm } from './terms.ts'

/** A rule by the place of its contract and its number. */
export interface RulePlace {
  readonly contract: number
  readonly rule_no: number
}

/** A rule that pays on what one before it left. */
interface Pair extends RulePlace {
  readonly before_contract: number
  readonly before_rule: number
}

/** A rule that sees others: those of `step` 1 first. Of the exclusive ones of a group the greatest amount is paid. */
interface Step extends RulePlace {
  readonly step: number
  /** Of two that pay the same, the lower one is paid. */
  readonly place: number
  readonly exclusive: string | null
}

/** A contract that leaves lines to one before it, on the days that one is valid. */
interface Yielding {
  readonly contract: number
  readonly before: number
  /** Of those before, which has the line is told: its number, and its place among them. */
  readonly number: string
  readonly place: number
  readonly valid_from: string
  readonly valid_to: string
}

/** A calculation with the contracts that those asked for see in their stacks, and what is to be read for them. */
export interface Prepared extends Calculation {
  /** How many of the contracts are asked for; those behind are there to be seen by them. */
  readonly asked: number
  /** The periods that are reckoned of each contract: of a stack all that one of it looks at. */
  readonly reaches: readonly Window[]
  readonly pairs: readonly Pair[]
  readonly steps: readonly Step[]
  readonly yielding: readonly Yielding[]
}

interface Placed {
  readonly contract: ContractTerms
  readonly no: number
  readonly rule: RuleTerm
}

// What others took is a value: it leaves less to pay on only where that is a value as well.
const isOnValue = ({ contract, rule }: Placed): boolean =>
  rule.rate_type === 'formula' || (rule.rate_type === 'percent' && !isInUnits(countedBy(contract, rule).benefit))

const ruleOrder = ({ rule }: Placed): number => rule.sequence ?? rule.rule_no

const isRuleBefore = (a: Placed, b: Placed): boolean =>
  ruleOrder(a) < ruleOrder(b) || (ruleOrder(a) === ruleOrder(b) && a.rule.rule_no < b.rule.rule_no)

function leavesLessFor(before: Placed, behind: Placed): boolean {
  if (!isOnValue(behind)) return false
  if (before.no === behind.no)
    return (
      Boolean(behind.rule.stack_group) &&
      before.rule.stack_group === behind.rule.stack_group &&
      reduces(before.rule.stack_mode ?? 'additive') &&
      isReduced(behind.rule.stack_mode ?? 'additive') &&
      isRuleBefore(before, behind)
    )
  return (
    isSameStack(before.contract, behind.contract) &&
    reduces(before.contract.stack_mode ?? 'additive') &&
    isReduced(behind.contract.stack_mode ?? 'additive') &&
    isContractBefore(before.contract, behind.contract)
  )
}

const exclusiveGroup = ({ no, rule }: Placed): string | null =>
  rule.stack_group && rule.stack_mode === 'exclusive' ? `${no} ${rule.stack_group}` : null

/** The step of each rule that sees others: behind all that leave it less, the exclusive ones of a group together. */
function stepsOf(placed: readonly Placed[], pairs: readonly Pair[]): Step[] {
  const key = ({ contract, rule_no }: RulePlace): string => `${contract}/${rule_no}`
  const own = placed.map((one) => ({
    contract: one.no,
    rule_no: one.rule.rule_no,
    place: ruleOrder(one) * 1000 + one.rule.rule_no,
    exclusive: exclusiveGroup(one),
  }))
  const seen = new Set(pairs.flatMap((pair) => [key(pair), `${pair.before_contract}/${pair.before_rule}`]))
  const some = own.filter((one) => one.exclusive !== null || seen.has(key(one)))
  const steps = new Map(some.map((one) => [key(one), 1]))
  for (let isMoving = true; isMoving;) {
    isMoving = false
    const raise = (name: string, least: number): void => {
      if (steps.get(name)! >= least) return
      steps.set(name, least)
      isMoving = true
    }
    for (const pair of pairs) raise(key(pair), steps.get(`${pair.before_contract}/${pair.before_rule}`)! + 1)
    for (const one of some.filter(({ exclusive }) => exclusive !== null))
      for (const other of some.filter(({ exclusive }) => exclusive === one.exclusive))
        raise(key(one), steps.get(key(other))!)
  }
  return some.map((one) => ({ ...one, step: steps.get(key(one))! }))
}

function yieldingOf(contracts: readonly ContractTerms[]): Yielding[] {
  return contracts.flatMap((contract, no) =>
    contract.stack_mode === 'exclusive'
      ? contracts.flatMap((other, before) =>
          isSameStack(contract, other) && isContractBefore(other, contract)
            ? [
                {
                  contract: no,
                  before,
                  number: other.contract_number,
                  place: contracts.filter((one) => isSameStack(other, one) && isContractBefore(one, other)).length,
                  valid_from: other.valid_from,
                  valid_to: other.valid_to,
                },
              ]
            : [],
        )
      : [],
  )
}

const around = (windows: readonly Window[]): Window => ({
  from: windows.map(({ from }) => from).toSorted()[0]!,
  to: windows
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!,
})

/** What is reckoned of each contract: whoever pays on what others left needs all of theirs in its own periods. */
function reachesOf(
  { contracts, window }: Calculation,
  steps: readonly Step[],
  yielding: readonly Yielding[],
): readonly Window[] {
  const linked = new Set([
    ...steps.map((step) => step.contract),
    ...yielding.flatMap((one) => [one.contract, one.before]),
  ])
  if (linked.size === 0) return contracts.map(() => window)
  const depth = Math.max(1, ...steps.map(({ step }) => step))
  let reach = window
  for (let step = 0; step < depth; step += 1)
    reach = around([reach, ...[...linked].map((no) => daysNeeded(contracts[no]!, reach))])
  return contracts.map((_, no) => (linked.has(no) ? reach : window))
}

/** Brings in the contracts that those asked for see, and tells which rule sees which. */
export function prepared(calculation: Calculation): Prepared {
  const numbers = new Set(calculation.contracts.map((one) => one.contract_number))
  const seen = new Map(
    calculation.contracts
      .flatMap(({ before }) => before ?? [])
      .filter((one) => !numbers.has(one.contract_number))
      .map((one) => [one.contract_number, one]),
  )
  const whole = { ...calculation, contracts: [...calculation.contracts, ...seen.values()] }
  const placed = appliedRules(whole)
  const pairs = placed.flatMap((behind) =>
    !behind.rule.stack_group && !behind.contract.stack_group
      ? []
      : placed
          .filter((before) => before !== behind && leavesLessFor(before, behind))
          .map((before) => ({
            contract: behind.no,
            rule_no: behind.rule.rule_no,
            before_contract: before.no,
            before_rule: before.rule.rule_no,
          })),
  )
  const steps = stepsOf(placed, pairs)
  const yielding = yieldingOf(whole.contracts)
  return {
    ...whole,
    asked: calculation.contracts.length,
    reaches: reachesOf(whole, steps, yielding),
    pairs,
    steps,
    yielding,
  }
}
