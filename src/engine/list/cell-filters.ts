import { fieldDisplays, isAbsent, type Field, type Filter, type Operator } from '#src/definition'
import { localDay } from '#src/definition/dates.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'

/** What a cell narrows its list by: to the rows that share its value, and to those that do not. */
export interface CellFilters {
  readonly only?: Filter
  readonly without?: Filter
}

const opposite = { eq: 'ne', empty: 'notEmpty' } as const

/** The filters that a cell offers; none where its type cannot be asked for one value. */
export function cellFilters(field: Field, row: Row): CellFilters {
  const { operators } = fieldDisplays[field.type]
  const given = row[field.name]
  const op = isAbsent(given) ? ('empty' as const) : ('eq' as const)
  if (op === 'eq' && (typeof given === 'object' || given === undefined)) return {}
  // An instant is on a day; nobody looks for a millisecond.
  const value = field.type === 'dateTime' ? localDay(new Date(String(given))) : (given as string | number | boolean)
  const filter = (wanted: Operator): Filter | undefined =>
    operators.includes(wanted) ? { field: field.name, op: wanted, values: op === 'eq' ? [value] : [] } : undefined
  const [only, without] = [filter(op), filter(opposite[op])]
  return { ...(only && { only }), ...(without && { without }) }
}
