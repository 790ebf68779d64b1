import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Field, Screen, TextFormat } from '#src/definition'
import { parseCell } from '#src/definition/field-types/file-cell.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { BadValueLine } from './bad-value-line.tsx'
import { cellFormat, type FormatBody } from './format-body.ts'
import { proposedValue } from './proposed-value.ts'
import { fieldOfColumn, withReplaced, type ReasonGroup } from './reason-groups.ts'
import { badValuesQuery, type Upload } from './upload-api.ts'
import { lineCount } from './upload-figures.ts'

interface BadValuesDrawerProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly format: FormatBody
  readonly group: ReasonGroup
  readonly locale: string
  /** The name of the stored format that can remember the values; null: there is none. */
  readonly formatName: string | null
  readonly onClose: () => void
  /** How the values change a format, and whether the stored one is to remember them. */
  readonly onApply: (change: (format: FormatBody) => FormatBody, remember: boolean) => void
}

/** The distinct cells that one reason rejects, each given the value it stands for, once for all lines. */
export function BadValuesDrawer(props: BadValuesDrawerProps) {
  const { screen, upload, format, group, locale, formatName, onClose, onApply } = props
  const column = group.column ?? ''
  const query = useQuery(badValuesQuery(upload.id, group.rule ?? -1, String(upload.checked_at ?? '')))
  const field = fieldOfColumn(screen, format, column)
  const style = cellFormat({ ...format, typed: upload.encoding === 'XLSX' })
  const [chosen, setChosen] = useState<ReadonlyMap<string | null, string>>(new Map())
  const [remember, setRemember] = useState(formatName !== null)
  const values = query.data ?? []
  const given = values.filter(({ value }) => (chosen.get(value) ?? '') !== '')
  const open = given.some(({ value }) => problemOf(chosen.get(value)!, field, style) !== null)
  const lines = given.reduce((sum, { count }) => sum + count, 0)
  const proposals = values.flatMap(({ value }) => {
    const proposal = field && value !== null ? proposedValue(value, field, style) : null
    return proposal !== null && !chosen.has(value) ? [[value, proposal] as const] : []
  })
  const apply = () => {
    const texts = given.flatMap(({ value }) => (value === null ? [] : [[value.trim(), chosen.get(value)!] as const]))
    onApply((before) => withReplaced(before, column, Object.fromEntries(texts), chosen.get(null) || null), remember)
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={`Replace values of ${column}`}
      description={`${group.words}. Say once what each of them stands for; all lines that hold it are checked with that.`}
      footer={
        <>
          {formatName === null ? null : (
            <span className="mr-auto">
              <Checkbox
                label={`Remember in ${formatName}`}
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={given.length === 0 || open} onClick={apply}>
            {given.length === 0 ? 'Apply' : `Apply to ${lineCount(lines, locale)}`}
          </Button>
        </>
      }
    >
      {query.isError ? (
        <ErrorState
          compact
          title="The values could not be loaded"
          actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {errorMessage(query.error)}
        </ErrorState>
      ) : query.isPending ? (
        <SkeletonLines lines={6} />
      ) : values.length === 0 ? (
        <p className="text-ink-2">
          These lines have no cell of their own for it. Correct them one by one, or change the columns.
        </p>
      ) : (
        <>
          {proposals.length > 0 ? (
            <p className="mb-3">
              <Button size="sm" onClick={() => setChosen(new Map([...chosen, ...proposals]))}>
                {proposals.length === 1 ? 'Use the one proposal' : `Use all ${proposals.length} proposals`}
              </Button>
            </p>
          ) : null}
          <ul className="flex flex-col gap-3">
            {values.map(({ value, count }) => (
              <BadValueLine
                key={value ?? ' empty'}
                field={field}
                value={value}
                count={lineCount(count, locale)}
                text={chosen.get(value) ?? ''}
                problem={problemOf(chosen.get(value) ?? '', field, style)}
                proposal={field && value !== null ? proposedValue(value, field, style) : null}
                locale={locale}
                onText={(text) => setChosen(new Map(chosen).set(value, text))}
              />
            ))}
          </ul>
          {values.length >= 500 ? (
            <p className="mt-3 text-ink-3">The 500 most frequent values. More follow when these are replaced.</p>
          ) : null}
        </>
      )}
    </Drawer>
  )
}

function problemOf(text: string, field: Field | undefined, style: TextFormat): string | null {
  if (text === '' || !field) return null
  const parsed = parseCell(text.trim(), field, style)
  return parsed.ok ? null : parsed.reason
}
