import { amount, zero, type Amount } from '../calculation/amount.ts'

/** A line of a plan as it is held against another one. */
export interface ComparedLine {
  readonly sticker_code: string | null
  readonly country: string
  readonly territory: string | null
  readonly material_number: string | null
  readonly group_code: string | null
  readonly volume: string | null
  readonly support_per_unit: string | null
  readonly financed_percent: string | null
  readonly plan_cost: string | null
}

export interface Difference extends Omit<
  ComparedLine,
  'volume' | 'support_per_unit' | 'financed_percent' | 'plan_cost'
> {
  readonly change: 'added' | 'removed' | 'changed'
  readonly volume: readonly [string | null, string | null]
  readonly support_per_unit: readonly [string | null, string | null]
  readonly financed_percent: readonly [string | null, string | null]
  readonly plan_cost: readonly [string | null, string | null]
  /** What the second costs more than the first. */
  readonly cost_more: string
}

/** What tells a line from the others of its plan. */
export const lineKey = (
  line: Pick<ComparedLine, 'sticker_code' | 'country' | 'territory' | 'material_number' | 'group_code'>,
): string =>
  JSON.stringify(
    [line.country, line.territory, line.sticker_code, line.material_number, line.group_code].map((part) => part ?? ''),
  )

const same = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : amount(a).eq(amount(b))

const costOf = (line: ComparedLine | undefined): Amount => (line?.plan_cost ? amount(line.plan_cost) : zero)

/** Where two plans differ, line by line; lines that are the same in both are left out. Their cost_more adds up to the difference of both. */
export function planDifferences(first: readonly ComparedLine[], second: readonly ComparedLine[]): Difference[] {
  const [before, after] = [first, second].map((lines) => new Map(lines.map((line) => [lineKey(line), line]))) as [
    Map<string, ComparedLine>,
    Map<string, ComparedLine>,
  ]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys.flatMap((key) => {
    const [a, b] = [before.get(key), after.get(key)]
    const pair = (name: 'volume' | 'support_per_unit' | 'financed_percent' | 'plan_cost') =>
      [a?.[name] ?? null, b?.[name] ?? null] as const
    const figures = {
      volume: pair('volume'),
      support_per_unit: pair('support_per_unit'),
      financed_percent: pair('financed_percent'),
      plan_cost: pair('plan_cost'),
    }
    if (a && b && Object.values(figures).every(([one, other]) => same(one, other))) return []
    const line = (b ?? a)!
    return [
      {
        sticker_code: line.sticker_code,
        country: line.country,
        territory: line.territory,
        material_number: line.material_number,
        group_code: line.group_code,
        change: a ? (b ? ('changed' as const) : ('removed' as const)) : ('added' as const),
        ...figures,
        cost_more: costOf(b).minus(costOf(a)).toFixed(),
      },
    ]
  })
}
