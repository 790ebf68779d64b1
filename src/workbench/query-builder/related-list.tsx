import { useState } from 'react'
import type { QueryRelated } from '#src/definition/query/query.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Select } from '#src/ui/select.tsx'
import type { EditProps } from './column-list.tsx'
import { ConditionTree } from './condition-tree.tsx'
import { FieldPicker } from './field-picker.tsx'
import { addColumn, addRelated, changeRelated, removeRelated } from './query-edit.ts'
import { StepSection } from './step-section.tsx'

const keyOf = ({ screen, by, rows }: Pick<QueryRelated, 'screen' | 'by' | 'rows'>): string => rows ?? `${screen} ${by}`

/** Records that refer to each row: how many there are, or what they come to. */
export function RelatedList({ query, book, onChange }: EditProps) {
  const offers = book.tableAt('')?.related ?? []
  if (offers.length === 0 && query.related.length === 0) return null
  const records = book.tableAt('')?.singular.toLowerCase() ?? 'record'
  const add = (key: string) => {
    const offer = offers.find((one) => keyOf(one) === key)
    if (!offer) return
    const { label, screen, by, rows } = offer
    const made = addRelated(query, rows === undefined ? { label, screen, by } : { label, rows })
    onChange(addColumn(made.query, { field: `${made.id}.*`, aggregate: 'count' }))
  }
  return (
    <StepSection
      title="Figures of what belongs to a row"
      help={`What refers to each ${records}: how many there are, their sum, the latest. Each ${records} stays one row, so that nothing is counted twice.`}
    >
      {query.related.map((related) => (
        <RelatedItem key={related.id} {...{ related, query, book, onChange }} />
      ))}
      <Select
        aria-label="Add what belongs to a row"
        className="max-w-96"
        value=""
        placeholder="Add…"
        disabled={query.related.length >= 5}
        options={offers.map((offer) => ({ value: keyOf(offer), label: offer.label }))}
        onChange={(event) => event.target.value && add(event.target.value)}
      />
    </StepSection>
  )
}

function RelatedItem({ related, query, book, onChange }: EditProps & { readonly related: QueryRelated }) {
  const [isPicking, setPicking] = useState(false)
  const [answer, setAnswer] = useState<((name: string) => void) | null>(null)
  const { id } = related
  const label = related.label ?? book.tableAt(id)?.table_description ?? '…'
  const own = (name: string): string => name.slice(id.length + 1)
  return (
    <div role="group" aria-label={label} className="rounded border border-line p-2.5">
      <div className="mb-2 flex items-center gap-2">
        <strong className="min-w-0 flex-1 font-medium">{label}</strong>
        <IconButton
          size="sm"
          icon={CloseIcon}
          label={`Remove ${label} and their figures`}
          onClick={() => onChange(removeRelated(query, id))}
        />
      </div>
      <Button size="sm" icon={PlusIcon} onClick={() => setPicking(true)}>
        Add a figure
      </Button>
      <p className="mt-3 mb-1.5 text-sm text-ink-2">Of these, only those where:</p>
      <ConditionTree
        label={`the conditions on ${label.toLowerCase()}`}
        condition={related.where ?? null}
        query={query}
        compared={(name) => {
          const known = book.known(`${id}.${name}`)
          return known?.field ? { label: known.label, field: known.field } : undefined
        }}
        pick={(then) => setAnswer(() => then)}
        onChange={(where, parameters = query.parameters) =>
          onChange(changeRelated({ ...query, parameters }, id, { where }))
        }
      />
      {isPicking || answer ? (
        <FieldPicker
          title={answer ? 'Add a condition on' : 'Add a figure of'}
          query={query}
          root={id}
          whole={!answer}
          onPick={(name, field) => {
            if (answer) answer(own(name))
            else {
              const adds = field && ['integer', 'decimal', 'money'].includes(field.type)
              const isDay = field?.type === 'date' || field?.type === 'dateTime'
              onChange(
                addColumn(query, {
                  field: name,
                  aggregate: field === null ? 'count' : adds ? 'sum' : isDay ? 'max' : 'distinct',
                }),
              )
            }
            setAnswer(null)
            setPicking(false)
          }}
          onClose={() => {
            setAnswer(null)
            setPicking(false)
          }}
        />
      ) : null}
    </div>
  )
}
