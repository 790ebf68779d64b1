import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { CopyIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { ResultColumn } from './workbench-api.ts'

interface ResultTableProps {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly unknown[])[]
  /** The number of the first row, from 1. */
  readonly first: number
}

const shown = (value: unknown, { kind }: ResultColumn): string => {
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (kind === 'dateTime')
    return String(value)
      .replace('T', ' ')
      .replace(/(\.\d+)?Z$/, '')
  return String(value)
}

/** The rows of a result as the database tells them: numbers and days as they are written in SQL. */
export function ResultTable({ columns, rows, first }: ResultTableProps) {
  const [open, setOpen] = useState<Cell | null>(null)
  return (
    <div className="min-h-0 flex-1 overflow-auto" role="region" aria-label="Rows of the result" tabIndex={0}>
      <table className="min-w-full border-collapse text-sm">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 z-10 border-b border-line bg-background px-2 py-1.5 text-right font-normal text-ink-3"
            >
              #
            </th>
            {columns.map((column, at) => (
              <th
                // Columns of one name are told apart by their place alone.
                key={at}
                scope="col"
                title={column.kind === 'dateTime' ? `${column.name} (UTC)` : column.name}
                className={cx(
                  'sticky top-0 z-10 max-w-72 truncate border-b border-line bg-background px-3 py-1.5 font-semibold text-ink-2',
                  column.kind === 'number' ? 'text-right' : 'text-left',
                )}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={first + at} className="border-b border-line last:border-0 hover:bg-hover">
              <th scope="row" className="px-2 py-1 text-right font-normal text-ink-3 tabular-nums">
                {first + at}
              </th>
              {columns.map((column, place) => {
                const value = row[place]
                if (value === null || value === undefined)
                  return (
                    <td
                      key={place}
                      className={cx('px-3 py-1 text-ink-3 italic', column.kind === 'number' && 'text-right')}
                    >
                      null
                    </td>
                  )
                const text = shown(value, column)
                return (
                  <td
                    key={place}
                    className={cx(
                      'max-w-96 truncate px-3 py-1 whitespace-pre',
                      column.kind === 'number' && 'text-right tabular-nums',
                      column.kind === 'number' && text.startsWith('-') && 'text-bad',
                    )}
                  >
                    {isLong(text) ? (
                      <button
                        type="button"
                        aria-haspopup="dialog"
                        aria-label={`${column.name} of row ${first + at}, the whole value: ${text.slice(0, 60)}…`}
                        className="max-w-full cursor-pointer truncate text-left underline decoration-dotted underline-offset-2"
                        onClick={() => setOpen({ name: column.name, row: first + at, text })}
                      >
                        {text.slice(0, 500)}
                      </button>
                    ) : (
                      text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {open ? <WholeValue cell={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

interface Cell {
  readonly name: string
  readonly row: number
  readonly text: string
}

// What a column of the table surely shows whole.
const fits = 40
const isLong = (text: string): boolean => text.length > fits || text.includes('\n')

/** A value with all of its characters, to be read and copied. */
function WholeValue({ cell: { name, row, text }, onClose }: { cell: Cell; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify.success('The value is copied')
    } catch {
      notify.error('The browser did not let it be copied. Select the text and copy it yourself.')
    }
  }
  return (
    <Dialog
      open
      size="lg"
      title={`${name}, row ${row}`}
      description={`${text.length.toLocaleString(userLocale())} characters`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={CopyIcon} onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <pre
        className="font-mono text-sm break-words whitespace-pre-wrap select-text"
        role="region"
        aria-label="The whole value"
        tabIndex={0}
      >
        {text}
      </pre>
    </Dialog>
  )
}
