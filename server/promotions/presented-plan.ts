import type { PlanMessage } from '../domain/promotions/judge-plan.ts'
import type { PricedLine, WorkedPlan } from './plan.ts'

/** The greatest number of lines that one answer holds. */
export const mostShown = 1000

const mostMessages = 200

type Severity = PlanMessage['severity']

/** A plan as calls answer it: figures of the whole, and so much of its lines and of its log as an answer may hold. */
export interface PresentedPlan extends WorkedPlan {
  /** Lines of the whole plan. */
  readonly line_count: number
  readonly message_counts: Readonly<Record<Severity, number>>
}

const places: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

// What is said of the plan as a whole stays where not everything has room, errors before the rest.
const foremost = (log: readonly PlanMessage[]): readonly PlanMessage[] =>
  log.length <= mostMessages
    ? log
    : log
        .toSorted(
          (a, b) => Number(a.line_no !== null) - Number(b.line_no !== null) || places[a.severity] - places[b.severity],
        )
        .slice(0, mostMessages)

const namesOf = (names: Readonly<Record<string, string>>, codes: readonly (string | null)[]): Record<string, string> =>
  Object.fromEntries(
    [...new Set(codes)].flatMap((code) => (code !== null && names[code] !== undefined ? [[code, names[code]]] : [])),
  )

/** The whole plan in an answer of bounded size, with some of its lines; the first ones unless others are named. */
export function presented(plan: WorkedPlan, shown: readonly PricedLine[] = plan.lines): PresentedPlan {
  const lines = shown.slice(0, mostShown)
  const counted = (severity: Severity): number => plan.message_log.filter((one) => one.severity === severity).length
  return {
    ...plan,
    lines,
    line_count: plan.lines.length,
    message_log: foremost(plan.message_log),
    message_counts: { error: counted('error'), warning: counted('warning'), info: counted('info') },
    names: {
      materials: namesOf(
        plan.names.materials,
        lines.map((line) => line.material_number),
      ),
      stickers: namesOf(
        plan.names.stickers,
        lines.map((line) => line.sticker_code),
      ),
    },
  }
}
