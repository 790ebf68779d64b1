import { useId, useState } from 'react'
import { type Condition, type Field, filterCondition } from '#src/definition'
import { filtersOf } from '#src/definition/condition-filters.ts'
import { parametersOf } from '#src/definition/query/bind.ts'
import type { Query, QueryParameter } from '#src/definition/query/query.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, EditIcon, HelpIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { FilterEditor } from '#src/widgets/filter-editor.tsx'
import { describeFilter } from '#src/widgets/filter-words.ts'
import { QuestionDefault } from './question-default.tsx'
import { askingCondition, changeQuestion } from './query-edit.ts'

/** A field or a figure that is compared, and how it is called. */
export interface Compared {
  readonly label: string
  readonly field: Field
}

type Part = Extract<Condition, { field: string }>

interface ConditionPartProps {
  readonly part: Part
  readonly query: Query
  readonly compared: Compared | undefined
  /** It was just added: how it compares is still to be said. */
  readonly isNew: boolean
  readonly onChange: (part: Condition | null, parameters?: readonly QueryParameter[]) => void
}

/** One comparison: as a sentence, while it is changed as a small form; its value can be asked for when the query is run. */
export function ConditionPart({ part, query, compared, isNew, onChange }: ConditionPartProps) {
  const [isOpen, setOpen] = useState(isNew)
  const id = useId()
  const asked = 'value' in part ? parametersOf(part) : []
  if (!compared) return <p className="rounded border border-line p-2 text-ink-2">{part.field}…</p>
  const { label } = compared
  const { until: _until, ...field } = compared.field
  const [filter] = asked.length > 0 ? [] : (filtersOf(part) ?? [])
  const sentence = filter ? describeFilter({ ...filter, field: field.name }, { ...field, label }, userLocale()) : null
  const ask = (isAsked: boolean) => {
    if (!isAsked) {
      onChange(
        { op: 'notEmpty', field: part.field },
        query.parameters.filter(({ name }) => !asked.includes(name)),
      )
      return
    }
    const { condition, parameters } = askingCondition(query, part.field, {
      type: field.type,
      label: compared.field.label,
    })
    onChange(condition, [...query.parameters, ...parameters])
  }
  return (
    <div className="rounded border border-line bg-panel p-2.5">
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 py-1">
          {asked.length > 0 ? (
            <>
              {label} <span className="text-ink-2">is asked for when the query is run</span>
            </>
          ) : (
            <>
              {isOpen && isNew ? label : (sentence?.subject ?? label)}{' '}
              <strong className="font-medium">{isOpen && isNew ? '' : sentence?.value}</strong>
            </>
          )}
        </p>
        {asked.length > 0 ? (
          <HelpIcon size={14} className="mt-1.5 text-accent-ink" />
        ) : (
          <IconButton
            size="sm"
            icon={EditIcon}
            label={`Change the condition on ${label}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <IconButton
          size="sm"
          icon={CloseIcon}
          label={`Remove the condition on ${label}`}
          onClick={() => onChange(null)}
        />
      </div>
      {isOpen && asked.length === 0 ? (
        <div className="mt-2 border-t border-line pt-2">
          <FilterEditor
            field={{ ...field, label }}
            {...(filter && !isNew ? { filter: { ...filter, field: field.name } } : {})}
            onApply={(next) => {
              const condition = filterCondition({ ...next, field: field.name }, [field])
              setOpen(false)
              onChange('field' in condition ? { ...condition, field: part.field } : condition)
            }}
          />
        </div>
      ) : null}
      <div className="mt-1 flex flex-col gap-2">
        <Checkbox
          label="Ask when the query is run"
          aria-label={`Ask when the query is run: ${label}`}
          checked={asked.length > 0}
          onChange={(event) => ask(event.target.checked)}
        />
        {asked.map((name) => {
          const question = query.parameters.find((one) => one.name === name)
          if (!question) return null
          const put = (change: Partial<QueryParameter>) =>
            onChange(part, changeQuestion(query, name, change).parameters)
          return (
            <div key={name} className="flex flex-wrap items-center gap-2">
              <Input
                className="max-w-64"
                key={question.label}
                aria-label={`What is asked for ${label}`}
                id={`${id}-${name}`}
                defaultValue={question.label}
                maxLength={80}
                onBlur={(event) => {
                  const text = event.target.value.trim()
                  if (text !== '' && text !== question.label) put({ label: text })
                }}
              />
              <Checkbox
                label="Required"
                aria-label={`Required: ${question.label}`}
                checked={question.required ?? false}
                onChange={(event) => put({ required: event.target.checked })}
              />
              <QuestionDefault
                question={question}
                field={compared.field}
                onChange={(value) => put({ default: value })}
              />
            </div>
          )
        })}
      </div>
      {isOpen && isNew && asked.length === 0 ? null : isOpen && asked.length === 0 ? (
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          Leave as it is
        </Button>
      ) : null}
    </div>
  )
}
