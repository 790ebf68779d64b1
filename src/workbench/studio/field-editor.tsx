import type { ReactNode } from 'react'
import { fieldTypeNames, labelOf, type FieldSpec, type FieldTypeName } from '#src/definition'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input, Textarea } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import type { FieldChange } from './field-change.ts'
import { FieldCurrency } from './field-currency.tsx'
import { FieldDefault } from './field-default.tsx'
import { TechnicalName } from './field-name.tsx'
import { RejectsEditor } from './rejects-editor.tsx'
import { flagOptions, plainOptions, readOption } from './field-options.ts'
import { typeWords } from './studio-words.ts'

interface FieldEditorProps {
  readonly name: string
  readonly field: FieldSpec
  /** The fields beside it, which conditions and currencies may name. */
  readonly siblings: Readonly<Record<string, FieldSpec>>
  readonly targets: readonly { readonly value: string; readonly label: string }[]
  /** A field of the table's key: always required. */
  readonly isKey?: boolean
  /** Its column holds values already: type and name stay. */
  readonly isStored?: boolean
  readonly inRows?: boolean
  readonly problems: Readonly<Partial<Record<string, string>>>
  readonly onChange: (change: FieldChange) => void
  readonly onRetype: (type: FieldTypeName) => void
  readonly onRename?: (name: string) => void
  readonly children?: ReactNode
}

// Rows are no table of their own.
const ofColumns: ReadonlySet<keyof FieldSpec> = new Set(['search', 'unique', 'index'])

const requiredChoices = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
  { value: 'whenVisible', label: 'Whenever it is visible' },
]

/** Everything about one field, as a form. */
export function FieldEditor(props: FieldEditorProps) {
  const { name, field, siblings, targets, isKey, isStored, inRows, problems, onChange, onRetype, children } = props
  const others = Object.fromEntries(Object.entries(siblings).filter(([other]) => other !== name))
  const types = fieldTypeNames.filter((type) => !inRows || !['rows', 'attributes'].includes(type))
  return (
    <div className="grid gap-x-5 gap-y-3.5 sm:grid-cols-2">
      <FieldFrame label="Label" error={problems['label']}>
        {(wiring) => (
          <Input
            {...wiring}
            value={field.label ?? labelOf(name)}
            onChange={(event) => onChange({ label: event.target.value || undefined })}
          />
        )}
      </FieldFrame>
      <TechnicalName name={name} isStored={isStored} onRename={props.onRename} />
      <FieldFrame
        label="Type"
        help={isStored ? 'Records hold values of this type: add another field for a different one.' : undefined}
        error={problems['']}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={field.type}
            disabled={isStored}
            options={types.map((type) => ({ value: type, label: typeWords[type] }))}
            onChange={(event) => onRetype(event.target.value as FieldTypeName)}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Required">
        {(wiring) => (
          <Select
            {...wiring}
            value={field.required === 'whenVisible' ? 'whenVisible' : field.required ? 'yes' : 'no'}
            disabled={isKey === true}
            options={requiredChoices.filter(({ value }) => value !== 'whenVisible' || field.visible)}
            onChange={({ target: { value } }) =>
              onChange({ required: value === 'no' ? undefined : value === 'yes' ? true : value })
            }
          />
        )}
      </FieldFrame>
      {field.type === 'reference' || field.type === 'references' ? (
        <FieldFrame
          label="Refers to"
          required
          error={field.target === undefined ? 'Choose the screen it refers to' : problems['target']}
        >
          {(wiring) => (
            <Select
              {...wiring}
              placeholder="Choose a screen"
              value={field.target ?? ''}
              options={targets}
              onChange={(event) => onChange({ target: event.target.value || undefined })}
            />
          )}
        </FieldFrame>
      ) : null}
      {field.type === 'money' ? (
        <FieldCurrency field={field} siblings={others} error={problems['currency']} onChange={onChange} />
      ) : null}
      {plainOptions[field.type].map((option) => (
        <FieldFrame key={option.name} label={option.label} help={option.help} error={problems[option.name]}>
          {(wiring) => (
            <Input
              {...wiring}
              numeric={option.kind !== 'text'}
              inputMode={option.kind === 'text' ? 'text' : 'decimal'}
              value={String(field[option.name] ?? '')}
              onChange={(event) => onChange({ [option.name]: readOption(option, event.target.value) })}
            />
          )}
        </FieldFrame>
      ))}
      {field.type === 'date' || field.type === 'dateTime' ? (
        <FieldFrame label="Not before" error={problems['after']}>
          {(wiring) => (
            <Select
              {...wiring}
              placeholder="Any day"
              value={field.after ?? ''}
              options={Object.entries(others)
                .filter(([, other]) => other.type === 'date' || other.type === 'dateTime')
                .map(([other, spec]) => ({ value: other, label: spec.label ?? labelOf(other) }))}
              onChange={(event) => onChange({ after: event.target.value || undefined })}
            />
          )}
        </FieldFrame>
      ) : null}
      {field.type === 'choice' ? (
        <div className="sm:col-span-2">
          <ChoicesEditor choices={field.choices ?? []} onChange={(choices) => onChange({ choices })} />
          {problems['choices'] ? <p className="mt-1 text-sm text-bad">{problems['choices']}</p> : null}
        </div>
      ) : null}
      <FieldDefault field={field} error={problems['default']} onChange={onChange} />
      <FieldFrame label="Help" className="sm:col-span-2">
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={2}
            value={field.help ?? ''}
            onChange={(event) => onChange({ help: event.target.value || undefined })}
          />
        )}
      </FieldFrame>
      <fieldset className="grid gap-x-5 gap-y-1.5 sm:col-span-2 sm:grid-cols-2">
        <legend className="mb-1 text-sm font-medium text-ink-2">More</legend>
        {flagOptions
          .filter(({ types: having }) => having === 'all' || having.includes(field.type))
          .filter(({ name: option }) => !inRows || !ofColumns.has(option))
          .map(({ name: option, label }) => (
            <Checkbox
              key={option}
              label={label}
              checked={field[option] === true}
              onChange={(event) => onChange({ [option]: event.target.checked ? true : undefined })}
            />
          ))}
      </fieldset>
      <div className="sm:col-span-2">
        <p className="mb-1.5 text-sm font-medium text-ink-2">Visible</p>
        <ConditionEditor
          label="Visible"
          condition={field.visible}
          fields={others}
          onChange={(visible) =>
            onChange({
              visible,
              ...(visible === undefined && field.required === 'whenVisible' ? { required: true } : {}),
            })
          }
        />
        {problems['visible'] ? <p className="mt-1 text-sm text-bad">{problems['visible']}</p> : null}
      </div>
      <div className="sm:col-span-2">
        <p className="mb-1.5 text-sm font-medium text-ink-2">Refused</p>
        <RejectsEditor
          name={name}
          rejects={field.rejects ?? []}
          fields={siblings}
          onChange={(rejects) => onChange({ rejects })}
        />
        {problems['rejects'] ? <p className="mt-1 text-sm text-bad">{problems['rejects']}</p> : null}
      </div>
      {children}
    </div>
  )
}
