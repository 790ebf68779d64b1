import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { use } from 'react'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { UndoIcon } from '#src/ui/icons.tsx'
import type { InputIssue } from '#src/widgets/input.ts'
import { inputs } from '#src/widgets/inputs.tsx'
import { sameFieldValue } from '#src/data/same-value.ts'
import { ReadOnlyField } from './read-only-field.tsx'
import { useRecordContext, ValuesContext } from './record-context.ts'
import { repeatsTitle } from './section-card.tsx'

const flatten = (tree: ErrorSchema | undefined, path: readonly (string | number)[] = []): InputIssue[] =>
  Object.entries(tree ?? {}).flatMap(([key, value]) =>
    key === '__errors'
      ? path.length === 0
        ? []
        : ((value as unknown as string[] | undefined) ?? []).map((message) => ({ path, message }))
      : flatten(value as ErrorSchema, [...path, /^\d+$/.test(key) ? Number(key) : key]),
  )

const groups = new Set(['rows', 'attributes', 'references', 'file'])

/** The input of one field of the record, as RJSF places it. */
export function RecordField({ name, fieldPathId, formData, errorSchema, rawErrors }: FieldProps) {
  const context = useRecordContext()
  const { values } = use(ValuesContext)
  const field = context.fields.get(name)
  if (!field) return null
  const fixed = context.mode === 'update' && field.immutable
  if (fixed || context.stays?.(name))
    return (
      <ReadOnlyField
        field={field}
        value={formData}
        record={values}
        labels={context.labels}
        locale={context.locale}
        referenceHref={context.referenceHref}
        hint="Cannot be changed"
      />
    )
  const Input = inputs[field.type]
  const below = flatten(errorSchema)
  const changed = context.mode === 'update' && !sameFieldValue(field, context.base[name], formData)
  const error = rawErrors?.length ? rawErrors.join('. ') : undefined
  return (
    <FieldFrame
      id={fieldPathId.$id}
      label={field.label}
      help={field.help}
      error={error}
      required={field.required || field.requiredWhenVisible}
      isLabelHidden={context.sections.some((section) => repeatsTitle(section, field))}
      group={groups.has(field.type)}
      hint={
        changed ? (
          <button
            type="button"
            className="text-sm whitespace-nowrap text-accent-ink hover:underline"
            aria-label={`Changed, undo ${field.label}`}
            onClick={() => context.commit(name, context.base[name] ?? null)}
          >
            <UndoIcon size={12} className="-mt-0.5 mr-1 inline" />
            Changed
          </button>
        ) : undefined
      }
    >
      {(wiring) => (
        <Input
          id={wiring.id}
          describedBy={wiring['aria-describedby']}
          invalid={error !== undefined || below.length > 0}
          required={field.required || field.requiredWhenVisible}
          field={field}
          value={formData}
          onChange={(value) => context.commit(name, value)}
          locale={context.locale}
          record={values}
          labels={context.labels}
          issues={below}
          disabled={context.busy}
          referenceHref={context.referenceHref}
        />
      )}
    </FieldFrame>
  )
}
