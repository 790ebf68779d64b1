import { useState } from 'react'
import { labelOf, type FieldSpec } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { addRowField, changeField, removeField, renameField, retypeField } from './definition-edit.ts'
import { FieldEditor } from './field-editor.tsx'
import { fieldProblems } from './issues.ts'
import type { DesignIssue } from './studio-api.ts'

interface RowFieldsProps {
  readonly field: FieldSpec
  readonly issues: readonly DesignIssue[]
  readonly path: readonly string[]
  readonly targets: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (fields: Readonly<Record<string, FieldSpec>>) => void
}

/** The fields of nested rows; they are edited as those of a record are. */
export function RowFields({ field, issues, path, targets, onChange }: RowFieldsProps) {
  const fields = field.fields ?? {}
  const [chosen, setChosen] = useState<string | null>(null)
  // The edits of a definition serve rows as well: a row is a record within the record.
  const whole = { name: 'row', label: ['Row', 'Rows'] as const, area: 'row', fields }
  const open = chosen !== null && chosen in fields ? chosen : null
  const [label, setLabel] = useState('')
  const add = () => {
    const added = addRowField(fields, label)
    onChange(added.fields)
    setChosen(added.name)
    setLabel('')
  }
  return (
    <section aria-label="Fields of a row" className="rounded border border-line p-3 sm:col-span-2">
      <h3 className="mb-2 text-sm font-semibold">Fields of a row</h3>
      <div className="mb-3 flex flex-wrap items-center gap-1.5">
        {Object.entries(fields).map(([name, spec]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === open}
            className={cx(
              'rounded border px-2 py-1 text-sm',
              name === open ? 'border-accent-ink bg-accent-soft text-accent-ink' : 'border-line-strong hover:bg-hover',
            )}
            onClick={() => setChosen(name === open ? null : name)}
          >
            {spec.label ?? labelOf(name)}
          </button>
        ))}
        <form
          className="flex items-center gap-1.5"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Input
            aria-label="Label of a new field of a row"
            placeholder="New field of a row"
            className="w-44"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Button type="submit" icon={PlusIcon} aria-label="Add to the row">
            Add
          </Button>
        </form>
      </div>
      {open === null ? null : (
        <>
          <FieldEditor
            key={open}
            name={open}
            field={fields[open]!}
            siblings={fields}
            targets={targets}
            inRows
            problems={fieldProblems(issues, [...path, open])}
            onChange={(change) => onChange(changeField(whole, open, change).fields)}
            onRetype={(type) => onChange(retypeField(whole, open, type).fields)}
            onRename={(name) => {
              if (name in fields) return
              onChange(renameField(whole, open, name).fields)
              setChosen(name)
            }}
          />
          <Button
            className="mt-3"
            size="sm"
            variant="ghost"
            icon={TrashIcon}
            disabled={Object.keys(fields).length === 1}
            onClick={() => onChange(removeField(whole, open).fields)}
          >
            Remove {fields[open]!.label ?? labelOf(open)}
          </Button>
        </>
      )}
    </section>
  )
}
