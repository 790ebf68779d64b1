import { isFieldValue, type Comparison, type Condition } from './conditions.ts'
import type { Field, Json } from './field.ts'
import { fieldDisplays } from './field-types/display-registry.ts'

const words: Record<Comparison, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  between: 'is between',
  in: 'is',
  notIn: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
}
const dayWords: Partial<Record<Comparison, string>> = {
  gt: 'is after',
  gte: 'is from',
  lt: 'is before',
  lte: 'is until',
}

function valueWords(value: Json, field: Field | undefined, fields: readonly Field[]): string {
  if (isFieldValue(value)) return fields.find(({ name }) => name === value.field)?.label ?? value.field
  if (typeof value === 'string' && value.startsWith('@')) return value === '@today' ? 'today' : value.slice(1)
  return (field && fieldDisplays[field.type].format(value, field, 'en')) || String(value)
}

/** A condition as a clause that a sentence can go on with: "Status is Active or Invited and Blocked until is empty". */
export function conditionWords(condition: Condition, fields: readonly Field[]): string {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of
        .map((part) => {
          const text = conditionWords(part, fields)
          return 'of' in part && part.op !== 'not' && part.op !== condition.op ? `(${text})` : text
        })
        .join(` ${condition.op} `)
    case 'not':
      return condition.of.op === 'empty'
        ? conditionWords({ ...condition.of, op: 'notEmpty' }, fields)
        : `not (${conditionWords(condition.of, fields)})`
    default: {
      const field = fields.find((candidate) => candidate.name === condition.field)
      const label = field?.label ?? condition.field
      if (!('value' in condition)) return `${label} is ${condition.op === 'empty' ? 'empty' : 'not empty'}`
      const values = [condition.value].flat().map((value) => valueWords(value, field, fields))
      const dated = field?.type === 'date' || field?.type === 'dateTime'
      const verb = (dated ? dayWords[condition.op] : undefined) ?? words[condition.op]
      return `${label} ${verb} ${values.join(condition.op === 'between' ? ' and ' : condition.op === 'notIn' ? ' nor ' : ' or ')}`
    }
  }
}
