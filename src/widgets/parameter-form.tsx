import { evaluate, type Field } from '#src/definition'
import { readersCalendar, resolveDate } from '#src/definition/dates.ts'
import { useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react'
import { Controller, useForm, useWatch, type Control } from 'react-hook-form'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import type { InputIssue } from './input.ts'
import { inputs } from './inputs.tsx'
import { createPendingDrafts, PendingDraftsContext } from './pending-drafts.ts'

type Values = Record<string, unknown>

interface ParameterFormProps {
  readonly id: string
  readonly label: string
  readonly fields: readonly Field[]
  readonly initial: Readonly<Values>
  readonly locale: string
  readonly onSubmit: (values: Readonly<Values>) => void | Promise<void>
  /** What the server refused, told at the fields. */
  readonly issues?: readonly InputIssue[]
  /** Buttons below the fields; a button of type "submit" runs the form. */
  readonly children?: ReactNode | ((values: () => Readonly<Values>) => ReactNode)
  readonly className?: string
  readonly formRef?: Ref<HTMLFormElement>
}

const none: readonly InputIssue[] = []
/** The values a form of parameters starts from: those given, else the defaults but of what is to be `without`; relative days are those of today. */
export const startingValues = (fields: readonly Field[], given: Readonly<Values>): Values =>
  Object.fromEntries(
    fields.map((field) => {
      const usual = Array.isArray(given['without']) && given['without'].includes(field.name) ? null : field.default
      return [field.name, resolveDate(given[field.name] ?? usual ?? null, field.type, readersCalendar().today)]
    }),
  )

/** Whoever works by keyboard goes on at the first field that something is wrong with. */
function focusFirst(id: string, fields: readonly Field[], isWrong: (name: string) => boolean): void {
  const first = fields.find(({ name }) => isWrong(name))
  if (first) document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${first.name}`)}`)?.focus()
}

/** A small form over fields of any type: the criteria of a result, the parameters of an action. */
export function ParameterForm({
  id,
  label,
  fields,
  initial,
  locale,
  onSubmit,
  issues = none,
  children,
  className,
  formRef,
}: ParameterFormProps) {
  const { control, handleSubmit, reset, getValues } = useForm<Values>({
    defaultValues: startingValues(fields, initial),
  })
  const drafts = useMemo(createPendingDrafts, [])
  useEffect(() => focusFirst(id, fields, (name) => issues.some(({ path }) => path[0] === name)), [issues, fields, id])
  const form = useRef({ handleSubmit, onSubmit })
  form.current = { handleSubmit, onSubmit }
  return (
    <PendingDraftsContext value={drafts}>
      <form
        id={id}
        ref={formRef}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog's form may lie inside the form of a page, as React sees it.
          event.stopPropagation()
          drafts.flush()
          void form.current.handleSubmit(
            (values) => form.current.onSubmit(values),
            (errors) => {
              focusFirst(id, fields, (name) => errors[name] !== undefined)
            },
          )(event)
        }}
        onReset={() => reset(startingValues(fields, {}))}
      >
        <div className={className ?? 'grid gap-x-6 gap-y-4 sm:grid-cols-2'}>
          {fields.map((field) => (
            <Parameter
              key={field.name}
              id={`${id}-${field.name}`}
              field={field}
              fields={fields}
              control={control}
              locale={locale}
              issue={issues.find(({ path }) => path[0] === field.name)}
            />
          ))}
        </div>
        {typeof children === 'function'
          ? children(() => {
              drafts.flush()
              return getValues()
            })
          : children}
      </form>
    </PendingDraftsContext>
  )
}

interface ParameterProps {
  readonly id: string
  readonly field: Field
  readonly fields: readonly Field[]
  readonly control: Control<Values>
  readonly locale: string
  readonly issue: InputIssue | undefined
}

function Parameter({ id, field, fields, control, locale, issue }: ParameterProps) {
  const record = useWatch({ control })
  const current = record[field.name]
  const refusal = useRef({ issue, value: current })
  if (refusal.current.issue !== issue) refusal.current = { issue, value: current }
  // What was changed since is not what was refused.
  const refused = refusal.current.value === current ? issue?.message : undefined
  const hadWords = useRef(false)
  if (field.visible && !evaluate(field.visible, record, { fields, ...readersCalendar() })) return null
  const Input = inputs[field.type]
  const required = field.required || field.requiredWhenVisible
  return (
    <Controller
      control={control}
      name={field.name}
      rules={
        required
          ? {
              validate: (value) =>
                (value !== null && value !== '' && value !== undefined) || `${field.label} is required`,
            }
          : {}
      }
      render={({ field: { value, onChange }, fieldState: { error } }) => {
        const words = error?.message ?? refused
        if (words) hadWords.current = true
        // Words that went leave their room: what is put right is taken over by the click on a button, which must not move away.
        const room = hadWords.current && !words ? 'pb-[22px]' : undefined
        return (
          <FieldFrame id={id} className={room} label={field.label} help={field.help} required={required} error={words}>
            {(wiring) => (
              <Input
                id={wiring.id}
                field={field}
                value={value}
                onChange={onChange}
                locale={locale}
                record={record}
                required={required}
                invalid={error !== undefined || refused !== undefined}
                describedBy={wiring['aria-describedby']}
              />
            )}
          </FieldFrame>
        )
      }}
    />
  )
}
