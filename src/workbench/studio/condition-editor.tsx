import { useId } from 'react'
import { type Condition, type FieldSpec, type Json, labelOf, numberTypes } from '#src/definition'
import { comparedKind } from '#src/definition/compared-kind.ts'
import { fieldComparisons, isFieldValue } from '#src/definition/conditions.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Select } from '#src/ui/select.tsx'
import { ConditionValue } from './condition-value.tsx'

type Fields = Readonly<Record<string, FieldSpec>>
type Simple = Extract<Condition, { field: string }>

const operators = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'in', label: 'is one of' },
  { value: 'gt', label: 'is above' },
  { value: 'gte', label: 'is at least' },
  { value: 'lt', label: 'is below' },
  { value: 'lte', label: 'is at most' },
  { value: 'contains', label: 'contains' },
  { value: 'empty', label: 'is empty' },
  { value: 'notEmpty', label: 'is not empty' },
] as const

const isSimple = (condition: Condition): condition is Simple =>
  'field' in condition && operators.some(({ value }) => value === condition.op)

/** The parts of a condition that all have to hold, where it is no more than that; null for anything deeper. */
export function partsOf(condition: Condition | undefined): readonly Simple[] | null {
  if (!condition) return []
  if (isSimple(condition)) return [condition]
  return condition.op === 'and' && condition.of.every(isSimple) ? condition.of : null
}

const joined = (parts: readonly Simple[]): Condition | undefined =>
  parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { op: 'and', of: parts }

const needsValue = (op: string): boolean => op !== 'empty' && op !== 'notEmpty'

/** The first value that fits a field, so that a new part is right at once. */
const firstValue = (field: FieldSpec | undefined): Json =>
  field?.type === 'flag'
    ? true
    : field?.type === 'choice'
      ? (field.choices?.[0]?.value ?? '')
      : numberTypes.has(field?.type ?? '')
        ? 0
        : field?.type === 'date'
          ? '@today'
          : ''

/** What a comparison goes on with when another takes its place. */
function valueFor(op: Simple['op'], value: Json, field: FieldSpec | undefined): Json {
  const kept = isFieldValue(value) && !fieldComparisons.has(op) ? firstValue(field) : value
  if (op === 'in') return Array.isArray(kept) ? kept : [kept]
  return Array.isArray(kept) ? ((kept as readonly Json[])[0] ?? '') : kept
}

interface ConditionEditorProps {
  readonly label: string
  readonly condition: Condition | undefined
  /** The fields it may ask about. */
  readonly fields: Fields
  readonly onChange: (condition: Condition | undefined) => void
}

/** A condition of parts that all have to hold; what is deeper is told to be written as JSON. */
export function ConditionEditor({ label, condition, fields, onChange }: ConditionEditorProps) {
  const id = useId()
  const parts = partsOf(condition)
  const names = Object.keys(fields)
  if (parts === null)
    return <p className="text-sm text-ink-2">This condition has alternatives within: change it under JSON.</p>
  const put = (at: number, part: Simple | null) =>
    onChange(joined(parts.flatMap((before, index) => (index === at ? (part ?? []) : before))))
  return (
    <div className="flex flex-col gap-2" role="group" aria-label={label}>
      {parts.map((part, at) => {
        const field = fields[part.field]
        return (
          <div key={`${id}-${at}`} className="flex flex-wrap items-center gap-2">
            <span className="w-9 shrink-0 text-right text-sm text-ink-3">{at === 0 ? 'when' : 'and'}</span>
            <span className="w-36">
              <Select
                aria-label={`Field of condition ${at + 1}`}
                value={part.field}
                options={names.map((name) => ({ value: name, label: fields[name]?.label ?? labelOf(name) }))}
                onChange={(event) =>
                  put(at, { op: 'eq', field: event.target.value, value: firstValue(fields[event.target.value]) })
                }
              />
            </span>
            <span className="w-32">
              <Select
                aria-label={`Comparison of condition ${at + 1}`}
                value={part.op}
                options={operators.map(({ value, label: text }) => ({ value, label: text }))}
                onChange={(event) => {
                  const op = event.target.value as (typeof operators)[number]['value']
                  const value = 'value' in part ? part.value : firstValue(field)
                  put(
                    at,
                    op === 'empty' || op === 'notEmpty'
                      ? { op, field: part.field }
                      : { op, field: part.field, value: valueFor(op, value, field) },
                  )
                }}
              />
            </span>
            {needsValue(part.op) && 'value' in part ? (
              <span className="min-w-28 flex-1">
                <ComparedWith
                  at={at + 1}
                  fields={fields}
                  part={part}
                  onChange={(value) => put(at, { ...part, value })}
                />
              </span>
            ) : null}
            <IconButton icon={CloseIcon} size="sm" label={`Remove condition ${at + 1}`} onClick={() => put(at, null)} />
          </div>
        )
      })}
      {names.length > 0 ? (
        <span>
          <Button
            size="sm"
            icon={PlusIcon}
            onClick={() =>
              onChange(joined([...parts, { op: 'eq', field: names[0]!, value: firstValue(fields[names[0]!]) }]))
            }
          >
            {parts.length === 0 ? 'Only sometimes' : 'And'}
          </Button>
        </span>
      ) : null}
    </div>
  )
}

interface ComparedProps {
  readonly at: number
  readonly fields: Fields
  readonly part: Extract<Simple, { value: Json }>
  readonly onChange: (value: Json) => void
}

/** A value, or the value of another field of the same kind where there is one. */
function ComparedWith({ at, fields, part, onChange }: ComparedProps) {
  const field = fields[part.field]
  const others = Object.entries(fields).filter(
    ([name, other]) => field && name !== part.field && comparedKind(other) === comparedKind(field),
  )
  const other = isFieldValue(part.value) ? part.value.field : ''
  const value = <ConditionValue label={`Value of condition ${at}`} field={field} part={part} onChange={onChange} />
  if (!fieldComparisons.has(part.op) || (others.length === 0 && other === '')) return value
  return (
    <span className="flex flex-wrap gap-2">
      <span className="w-36">
        <Select
          aria-label={`What condition ${at} compares with`}
          value={other}
          options={[
            { value: '', label: 'a value' },
            ...others.map(([name, spec]) => ({ value: name, label: spec.label ?? labelOf(name) })),
          ]}
          onChange={({ target: { value: name } }) => onChange(name === '' ? firstValue(field) : { field: name })}
        />
      </span>
      {other === '' ? <span className="min-w-28 flex-1">{value}</span> : null}
    </span>
  )
}
