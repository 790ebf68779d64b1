import { useRef, useState } from 'react'
import { labelOf, type FieldSpec, type ScreenDefinition } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, DragIcon, ErrorIcon, PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { addField, changeField, freeName, moveField, removeField, renameField, retypeField } from './definition-edit.ts'
import { FieldEditor } from './field-editor.tsx'
import { fieldProblems } from './issues.ts'
import { RowFields } from './row-fields.tsx'
import type { DesignIssue } from './studio-api.ts'
import { typeWords } from './studio-words.ts'

interface FieldListProps {
  readonly definition: ScreenDefinition
  /** As it is in use: fields that have a column already. */
  readonly stored: ScreenDefinition | null
  readonly issues: readonly DesignIssue[]
  readonly targets: readonly { readonly value: string; readonly label: string }[]
  readonly onEdit: (definition: ScreenDefinition) => void
}

/** The fields of a screen, one of them open. */
export function FieldList({ definition, stored, issues, targets, onEdit }: FieldListProps) {
  const entries = Object.entries(definition.fields)
  const [chosen, setChosen] = useState<string | null>(entries[0]?.[0] ?? null)
  const [label, setLabel] = useState('')
  const dragged = useRef<string | null>(null)
  const open = chosen !== null && chosen in definition.fields ? chosen : (entries[0]?.[0] ?? null)
  const field = open === null ? undefined : definition.fields[open]
  const add = () => {
    const name = freeName(definition.fields, label || 'New field')
    const given = label.trim() || 'New field'
    onEdit(addField(definition, name, 'text', labelOf(name) === given ? {} : { label: given }))
    setChosen(name)
    setLabel('')
  }
  const move = (name: string, to: number) => onEdit(moveField(definition, name, to))
  return (
    <div className="grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-2">
        <ul aria-label="Fields" className="overflow-hidden rounded-lg border border-line bg-panel">
          {entries.map(([name, spec], at) => (
            <FieldEntry
              key={name}
              name={name}
              field={spec}
              isOpen={name === open}
              isWrong={issues.some(({ path }) => path[0] === 'fields' && path[1] === name)}
              isFirst={at === 0}
              isLast={at === entries.length - 1}
              onOpen={() => setChosen(name)}
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
            aria-label="Label of a new field"
            placeholder="New field"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Button type="submit" icon={PlusIcon}>
            Add
          </Button>
        </form>
      </div>
      {open === null || !field ? (
        <EmptyState title="No fields yet">Add the first one at the left.</EmptyState>
      ) : (
        <section
          aria-label={`Field ${field.label ?? labelOf(open)}`}
          className="min-w-0 rounded-lg border border-line bg-panel p-4"
        >
          <FieldEditor
            key={open}
            name={open}
            field={field}
            siblings={definition.fields}
            targets={targets}
            isKey={(definition.table?.key ?? []).includes(open)}
            isStored={stored !== null && open in stored.fields}
            problems={fieldProblems(issues, ['fields', open])}
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
                path={['fields', open]}
                targets={targets}
                onChange={(fields) => onEdit(changeField(definition, open, { fields }))}
              />
            ) : null}
          </FieldEditor>
          <div className="mt-5 flex justify-end border-t border-line pt-3">
            <Button variant="ghost" icon={TrashIcon} onClick={() => onEdit(removeField(definition, open))}>
              Remove this field
            </Button>
          </div>
        </section>
      )}
    </div>
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
