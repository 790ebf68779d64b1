import { useRef, useState } from 'react'
import { labelOf, type FieldSpec, type ScreenDefinition } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, DragIcon, ErrorIcon, PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { changeField, moveField, removeField, renameField, retypeField, withNewField } from './definition-edit.ts'
import { FieldEditor } from './field-editor.tsx'
import { fieldProblems } from './issues.ts'
import { NamePicker } from './name-picker.tsx'
import type { DesignIssue } from './studio-api.ts'
import { typeWords } from './studio-words.ts'

interface FieldListProps {
  readonly definition: ScreenDefinition
  /** As it is in use: fields that have a column already. */
  readonly stored: ScreenDefinition | null
  readonly issues: readonly DesignIssue[]
  readonly targets: readonly { readonly value: string; readonly label: string }[]
  /** The nested rows whose fields these are, as issues name the place. */
  readonly rows?: readonly string[]
  readonly onEdit: (definition: ScreenDefinition) => void
}

/** The fields of a screen or of its nested rows, one of them open. */
export function FieldList({ definition, stored, issues, targets, rows, onEdit }: FieldListProps) {
  const entries = Object.entries(definition.fields)
  const path = rows ?? ['fields']
  // Of a row none is open by itself: its fields stand within the field that is.
  const first = rows ? null : (entries[0]?.[0] ?? null)
  const [chosen, setChosen] = useState<string | null>(first)
  const [label, setLabel] = useState('')
  const dragged = useRef<string | null>(null)
  const open = chosen !== null && chosen in definition.fields ? chosen : first
  const field = open === null ? undefined : definition.fields[open]
  const add = () => {
    const added = withNewField(definition, label)
    onEdit(added.definition)
    setChosen(added.name)
    setLabel('')
  }
  const move = (name: string, to: number) => onEdit(moveField(definition, name, to))
  return (
    <div
      className={cx('grid gap-4', rows ? 'xl:grid-cols-[15rem_minmax(0,1fr)]' : 'lg:grid-cols-[17rem_minmax(0,1fr)]')}
    >
      <div className="flex min-w-0 flex-col gap-2">
        <ul
          aria-label={rows ? 'Fields of a row' : 'Fields'}
          className="overflow-hidden rounded-lg border border-line bg-panel"
        >
          {entries.map(([name, spec], at) => (
            <FieldEntry
              key={name}
              name={name}
              field={spec}
              isOpen={name === open}
              isWrong={issues.some((issue) => [...path, name].every((step, index) => issue.path[index] === step))}
              isFirst={at === 0}
              isLast={at === entries.length - 1}
              onOpen={() => setChosen(rows && name === open ? null : name)}
              onMove={(by) => move(name, at + by)}
              onDragStart={() => (dragged.current = name)}
              onDragOver={() => {
                if (dragged.current !== null && dragged.current !== name) move(dragged.current, at)
              }}
            />
          ))}
        </ul>
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Input
            aria-label={rows ? 'Label of a new field of a row' : 'Label of a new field'}
            placeholder={rows ? 'New field of a row' : 'New field'}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Button type="submit" icon={PlusIcon} aria-label={rows ? 'Add to the row' : undefined}>
            Add
          </Button>
        </form>
      </div>
      {open === null || !field ? (
        rows ? null : (
          <EmptyState title="No fields yet">Add the first one at the left.</EmptyState>
        )
      ) : (
        <section
          aria-label={`Field ${field.label ?? labelOf(open)}`}
          className={cx('min-w-0', rows ? '' : 'rounded-lg border border-line bg-panel p-4')}
        >
          <FieldEditor
            key={open}
            name={open}
            field={field}
            siblings={definition.fields}
            targets={targets}
            isKey={!rows && (definition.table?.key ?? []).includes(open)}
            isStored={stored !== null && open in stored.fields}
            inRows={rows !== undefined}
            problems={fieldProblems(issues, [...path, open])}
            onChange={(change) => onEdit(changeField(definition, open, change))}
            onRetype={(type) => onEdit(retypeField(definition, open, type))}
            onRename={(name) => {
              if (name in definition.fields) return
              onEdit(renameField(definition, open, name))
              setChosen(name)
            }}
          >
            {field.type === 'rows' ? (
              <RowFields
                field={field}
                issues={issues}
                path={[...path, open]}
                targets={targets}
                onChange={(change) => onEdit(changeField(definition, open, change))}
              />
            ) : null}
          </FieldEditor>
          <div className="mt-5 flex justify-end border-t border-line pt-3">
            <Button
              variant="ghost"
              icon={TrashIcon}
              disabled={rows !== undefined && entries.length === 1}
              onClick={() => onEdit(removeField(definition, open))}
            >
              {rows ? `Remove ${field.label ?? labelOf(open)}` : 'Remove this field'}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

interface RowFieldsProps {
  readonly field: FieldSpec
  readonly issues: readonly DesignIssue[]
  readonly path: readonly string[]
  readonly targets: FieldListProps['targets']
  readonly onChange: (change: Pick<FieldSpec, 'fields' | 'key'>) => void
}

/** The fields of nested rows, and which of them tell one row from another. */
function RowFields({ field, issues, path, targets, onChange }: RowFieldsProps) {
  const { fields = {}, key = [] } = field
  const take = (next: Pick<FieldSpec, 'fields' | 'key'>) =>
    onChange({ fields: next.fields, key: next.key?.length ? next.key : undefined })
  return (
    <section aria-label="Fields of a row" className="rounded border border-line p-3 sm:col-span-2">
      <h3 className="mb-2 text-sm font-semibold">Fields of a row</h3>
      <FieldList
        // The edits of a definition serve rows as well: a row is a record within the record.
        definition={{ name: 'row', label: ['Row', 'Rows'], area: 'row', fields, table: { key } }}
        stored={null}
        issues={issues}
        targets={targets}
        rows={path}
        onEdit={(row) => take({ fields: row.fields, key: row.table?.key })}
      />
      <div className="mt-4 max-w-md">
        <NamePicker
          label="People know a row by"
          fields={fields}
          value={key}
          offered={({ type }) => ['text', 'choice', 'integer', 'date', 'reference'].includes(type)}
          onChange={(next) => take({ fields, key: next })}
        />
        <p className="mt-1.5 text-sm text-ink-2">
          {key.length > 0
            ? 'An upload or somebody else’s change that brings the same values here means the same row.'
            : 'Without it a row is known by its place among the others.'}
        </p>
        {fieldProblems(issues, path)['key'] ? (
          <p className="mt-1 text-sm text-bad">{fieldProblems(issues, path)['key']}</p>
        ) : null}
      </div>
    </section>
  )
}

interface EntryProps {
  readonly name: string
  readonly field: FieldSpec
  readonly isOpen: boolean
  readonly isWrong: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onOpen: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onDragStart: () => void
  readonly onDragOver: () => void
}

function FieldEntry({
  name,
  field,
  isOpen,
  isWrong,
  isFirst,
  isLast,
  onOpen,
  onMove,
  onDragStart,
  onDragOver,
}: EntryProps) {
  const label = field.label ?? labelOf(name)
  return (
    <li
      className={cx(
        'group flex items-center border-b border-line last:border-0',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span
        draggable
        onDragStart={onDragStart}
        className="flex h-full cursor-grab items-center pl-2 text-ink-3"
        aria-hidden="true"
      >
        <DragIcon size={14} />
      </span>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          onDragOver()
        }}
        className="min-w-0 flex-1 px-2 py-1.5 text-left -outline-offset-2"
        onClick={onOpen}
      >
        <span className="flex items-center gap-1.5">
          <span className={cx('truncate', isOpen && 'font-medium')}>{label}</span>
          {field.required ? (
            <span className="text-bad" aria-label="required">
              *
            </span>
          ) : null}
          {isWrong ? <ErrorIcon size={14} className="shrink-0 text-bad" aria-label="something is wrong here" /> : null}
        </span>
        <span className="block truncate text-sm text-ink-2">{typeWords[field.type]}</span>
      </button>
      <span
        className={cx('flex pr-1', isOpen ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100')}
      >
        <IconButton
          size="sm"
          icon={ArrowUpIcon}
          label={`Move ${label} up`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDownIcon}
          label={`Move ${label} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  )
}
