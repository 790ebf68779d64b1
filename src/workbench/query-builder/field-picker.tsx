import { useEffect, useRef, useState } from 'react'
import { type Query, rowPath } from '#src/definition/query/query.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { CheckIcon, ChevronRightIcon, PlusIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { typeWord } from '#src/widgets/type-words.ts'
import { useFieldBook } from './field-book.ts'
import type { OfferedField } from './query-api.ts'

interface FieldPickerProps {
  readonly title: string
  readonly query: Query
  /** Where it begins: '' with the listed records, 'r1' with related ones. */
  readonly root: string
  /** Several are picked one after the other; the names that are picked already. */
  readonly picked?: readonly string[]
  /** Whole records can be picked, to be counted. */
  readonly whole?: boolean
  readonly onPick: (name: string, field: OfferedField | null) => void
  readonly onClose: () => void
}

/** Picks fields of records and of those that they refer to, however far. */
export function FieldPicker({ title, query, root, picked, whole, onPick, onClose }: FieldPickerProps) {
  const [path, setPath] = useState(root)
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const book = useFieldBook(query, [path])
  const table = book.tableAt(path)
  const wanted = search.trim().toLowerCase()
  const fits = (label: string): boolean => label.toLowerCase().includes(wanted)
  const nameOf = (field: string): string => (path === '' ? field : `${path}.${field}`)
  const depth = path === '' ? 0 : path.split('.').length
  // Whoever goes on by keyboard goes on where he went to.
  useEffect(() => {
    if (path !== root) list.current?.focus()
  }, [path, root])
  const go = (to: string) => {
    setPath(to)
    setSearch('')
  }
  const steps = path.slice(root.length).split('.').filter(Boolean)
  const crumbs = steps.map((step, at) => {
    const before = [root, ...steps.slice(0, at)].filter(Boolean).join('.')
    const to = [before, step].filter(Boolean).join('.')
    const label =
      to === rowPath
        ? (book.tableAt(to)?.table_description ?? step)
        : (book.tableAt(before)?.references.find(({ field }) => field === step)?.label ?? step)
    return { label, to }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <Button variant={picked ? 'primary' : 'secondary'} onClick={onClose}>
          {picked ? 'Done' : 'Cancel'}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <nav aria-label="Way to the fields" className="flex flex-wrap items-center gap-1 text-sm">
          {[{ label: book.tableAt(root)?.table_description ?? '…', to: root }, ...crumbs].map(
            ({ label, to }, at, all) => (
              <span key={to} className="inline-flex items-center gap-1">
                {at > 0 ? <ChevronRightIcon size={12} className="text-ink-3" /> : null}
                {at === all.length - 1 ? (
                  <span aria-current="location" className="font-medium">
                    {label}
                  </span>
                ) : (
                  <button
                    type="button"
                    className="cursor-pointer text-accent-ink hover:underline"
                    onClick={() => go(to)}
                  >
                    {label}
                  </button>
                )}
              </span>
            ),
          )}
        </nav>
        <Input
          aria-label="Find a field"
          placeholder="Find a field"
          prefix={<SearchIcon size={14} />}
          value={search}
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
        />
        {book.failure ? (
          <LoadFailure compact title="The fields could not be loaded" error={book.failure} onRetry={book.retry} />
        ) : !table ? (
          <div role="status" aria-label="Loading the fields">
            <SkeletonLines lines={6} />
          </div>
        ) : (
          <div
            ref={list}
            tabIndex={-1}
            role="group"
            aria-label={`Fields of ${table.table_description.toLowerCase()}`}
            className="max-h-[50vh] min-h-40 overflow-auto rounded border border-line outline-none"
          >
            {path === '' && query.each !== undefined && wanted === '' ? (
              <button
                type="button"
                className="flex min-h-9 w-full cursor-pointer items-center gap-2 border-b border-line px-3 py-1 text-left text-accent-ink hover:bg-hover"
                onClick={() => go(rowPath)}
              >
                <span className="min-w-0 flex-1">
                  Fields of each row: {book.tableAt(rowPath)?.table_description.toLowerCase() ?? '…'}
                </span>
                <ChevronRightIcon size={14} />
              </button>
            ) : null}
            {whole && wanted === '' ? (
              <Row
                label={`Number of ${table.table_description.toLowerCase()}`}
                remark="Count"
                isPicked={picked?.includes(nameOf('*')) ?? false}
                onClick={() => onPick(nameOf('*'), null)}
              />
            ) : null}
            {table.records
              .filter((field) => fits(field.label))
              .map((field) => {
                const reference = depth < 3 ? table.references.find((one) => one.field === field.name) : undefined
                return (
                  <div key={field.name} className="flex items-stretch border-b border-line last:border-0">
                    <Row
                      label={field.label}
                      remark={remarkOf(field)}
                      isPicked={picked?.includes(nameOf(field.name)) ?? false}
                      onClick={() => onPick(nameOf(field.name), field)}
                    />
                    {reference ? (
                      <button
                        type="button"
                        className="flex shrink-0 cursor-pointer items-center gap-1 border-l border-line px-3 text-sm text-accent-ink hover:bg-hover"
                        aria-label={`Its fields: ${reference.label}`}
                        onClick={() => go(nameOf(reference.field))}
                      >
                        Its fields <ChevronRightIcon size={14} />
                      </button>
                    ) : null}
                  </div>
                )
              })}
            {table.records.some((field) => fits(field.label)) ? null : (
              <p className="p-3 text-ink-2">No field of {table.table_description.toLowerCase()} is called so.</p>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What a field holds, without how much of it. */
function remarkOf({ max: _max, ...field }: OfferedField): string {
  return field.is_attribute ? 'Attribute' : typeWord(field)
}

interface RowProps {
  readonly label: string
  readonly remark: string
  readonly isPicked: boolean
  readonly onClick: () => void
}

function Row({ label, remark, isPicked, onClick }: RowProps) {
  return (
    <button
      type="button"
      className="flex min-h-9 w-full min-w-0 cursor-pointer items-center gap-2 px-3 py-1 text-left hover:bg-hover"
      onClick={onClick}
    >
      {isPicked ? (
        <CheckIcon size={14} className="shrink-0 text-ok" />
      ) : (
        <PlusIcon size={14} className="shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 flex-1">{label}</span>
      {isPicked ? <span className="sr-only">added</span> : null}
      <span className="shrink-0 text-sm text-ink-3">{remark}</span>
    </button>
  )
}
