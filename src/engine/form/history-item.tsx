import type { ReactNode } from 'react'
import type { Field, Screen } from '#src/definition'
import type { HistoryEntry } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { HistoryIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { FileLine } from '#src/widgets/files/file-line.tsx'
import { isStoredFile } from '#src/widgets/files/stored-file.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { Values } from './changes.ts'
import { RowChanges } from './row-changes.tsx'

const operations = {
  insert: { label: 'Created', tone: 'ok' },
  update: { label: 'Changed', tone: 'accent' },
  delete: { label: 'Deleted', tone: 'bad' },
} as const

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

interface HistoryItemProps {
  readonly screen: Screen
  readonly entry: HistoryEntry
  /** The one field that is looked at; '' for all. */
  readonly only: string
  /** Takes the record back to what it was after this entry. */
  readonly onRestore: (() => void) | undefined
  /** Takes single values up again. */
  readonly onTake: ((values: Values) => void) | undefined
}

/** One change: who, when, and the value before and after. */
export function HistoryItem({ screen, entry, only, onRestore, onTake }: HistoryItemProps) {
  const locale = userLocale()
  const { label, tone } = operations[entry.operation]
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(entry.at))
  // In the order of the record; the store keeps none.
  const changes = screen.fields.flatMap((field) => {
    const [before, after] = entry.changes[field.name] ?? [null, null]
    const shown = (only === '' || only === field.name) && !(isAbsent(before) && isAbsent(after))
    return shown ? [{ field, before, after }] : []
  })
  return (
    <li className="rounded-lg border border-line bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={tone}>{label}</Tag>
        <span className="font-medium text-ink-1">
          {entry.user ?? (entry.user_id === null ? 'The system' : `User ${entry.user_id}`)}
        </span>
        <time dateTime={entry.at} className="text-ink-3">
          {time}
        </time>
        {entry.upload_id ? (
          <Link to={`/uploads/${entry.upload_id}`} className="text-accent-ink hover:underline">
            Upload {entry.upload_id}
          </Link>
        ) : null}
        {onRestore && entry.operation !== 'delete' ? (
          <Button size="sm" variant="ghost" icon={HistoryIcon} className="ml-auto print:hidden" onClick={onRestore}>
            Restore this version
          </Button>
        ) : null}
      </div>
      {changes.length > 0 ? (
        <table className="mt-2 w-full border-collapse text-left">
          <caption className="sr-only">Changed fields</caption>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field.name} className="group border-t border-line align-top">
                <th scope="row" className="w-2/5 max-w-44 py-1.5 pr-4 font-normal break-words text-ink-2 sm:w-44">
                  {field.label}
                </th>
                <td className="py-1.5 break-words">
                  {field.type === 'rows' && entry.operation === 'update' ? (
                    <RowChanges field={field} before={before} after={after} locale={locale} />
                  ) : (
                    <>
                      {entry.operation === 'insert' ? null : (
                        <>
                          <del className="text-ink-3 decoration-ink-3/60">{shownValue(before, field, locale)}</del>
                          <span aria-hidden className="px-2 text-ink-3">
                            →
                          </span>
                          <span className="sr-only"> is now </span>
                        </>
                      )}
                      <ins className="text-ink-1 no-underline">{shownValue(after, field, locale)}</ins>
                    </>
                  )}
                </td>
                {onTake && entry.operation === 'update' && !field.readOnly && !field.immutable ? (
                  <td className="w-8 py-0.5 text-right print:hidden">
                    <IconButton
                      icon={UndoIcon}
                      size="sm"
                      label={`Take up the former value of ${field.label} again`}
                      onClick={() => onTake({ [field.name]: before })}
                    />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </li>
  )
}

function shownValue(value: unknown, field: Field, locale: string): ReactNode {
  if (isAbsent(value)) return 'empty'
  if (field.type === 'rows' && Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`
  if (isStoredFile(value)) {
    return (
      <span className="inline-block align-bottom">
        <FileLine file={value} plain />
      </span>
    )
  }
  return renderCell(value, field, { locale, labels: {} })
}
