import { useState } from 'react'
import { normalizeField } from '#src/definition'
import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { EditProps } from './column-list.tsx'
import { ConditionTree } from './condition-tree.tsx'
import { FieldPicker } from './field-picker.tsx'
import { tidyQuestions } from './query-edit.ts'
import { columnLabel } from './query-words.ts'
import { StepSection } from './step-section.tsx'

type Answer = (name: string) => void

/** Which records count. */
export function RecordConditions({ query, book, onChange }: EditProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <StepSection title="Only those where" help="Which records count. Without a condition all of them do.">
      <ConditionTree
        label="the conditions"
        condition={query.where}
        query={query}
        compared={(name) => {
          const known = book.known(name)
          return known?.field ? { label: known.label, field: known.field } : undefined
        }}
        pick={(then) => setAnswer(() => then)}
        onChange={(where, parameters = query.parameters) => onChange(tidyQuestions({ ...query, where, parameters }))}
      />
      {answer ? (
        <FieldPicker
          title="Add a condition on"
          query={query}
          root=""
          onPick={(name) => {
            answer(name)
            setAnswer(null)
          }}
          onClose={() => setAnswer(null)}
        />
      ) : null}
    </StepSection>
  )
}

/** Which rows of the result are shown, by their figures. `fields` are the columns as the server told them. */
export function FigureConditions({ query, book, onChange, fields }: EditProps & { readonly fields: readonly Field[] }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const figures = query.columns.filter(({ aggregate, formula, share }) => aggregate ?? formula ?? share)
  if (figures.length === 0) return null
  return (
    <StepSection
      title="Only rows whose figures"
      help="Conditions on what was worked out, such as a sum above some amount, or no related records at all."
    >
      <ConditionTree
        label="the conditions on figures"
        condition={query.having}
        query={query}
        compared={(id) => {
          const column = query.columns.find((one) => one.id === id)
          if (!column) return undefined
          const label = columnLabel(column, book)
          return {
            label,
            field: fields.find(({ name }) => name === id) ?? normalizeField(id, { type: 'decimal', label }),
          }
        }}
        pick={(then) => setAnswer(() => then)}
        onChange={(having, parameters = query.parameters) => onChange(tidyQuestions({ ...query, having, parameters }))}
      />
      {answer ? (
        <Dialog open onClose={() => setAnswer(null)} title="Add a condition on" size="sm">
          <ul className="flex flex-col gap-1.5">
            {figures.map((column) => (
              <li key={column.id}>
                <Button
                  className="w-full justify-start"
                  onClick={() => {
                    answer(column.id)
                    setAnswer(null)
                  }}
                >
                  {columnLabel(column, book)}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
    </StepSection>
  )
}
