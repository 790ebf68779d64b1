import { useMemo, useState } from 'react'
import type { Field, Screen } from '#src/definition'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import {
  mappingOf,
  sameColumn,
  uploadFields,
  withMapping,
  type FileColumn,
  type FormatBody,
  type Mapping,
} from './format-body.ts'
import type { FormatProblems } from './format-problems.ts'
import { FormatSettings } from './format-settings.tsx'
import { FormulaInput } from './formula-input.tsx'
import { MappingRow } from './mapping-row.tsx'
import { PreviewTable } from './preview-table.tsx'
import { useWithQualifiers } from './qualifiers.ts'
import { proposalFor } from './proposals.ts'
import { previewRows, type Line } from './preview.ts'

interface FormatFormProps {
  readonly screen: Screen
  readonly format: FormatBody
  /** null: no file at hand. */
  readonly columns: readonly FileColumn[] | null
  readonly lines: readonly Line[]
  /** The file is a workbook. */
  readonly typed?: boolean
  /** Why a field is filled as it is, where that was not chosen. */
  readonly reasonOf?: (mapping: Mapping, field: Field) => string | null
  readonly problems: FormatProblems
  readonly onChange: (format: FormatBody) => void
}

type Shown = 'all' | 'filled' | 'open'

/** Which column becomes which field, and what the first lines then hold; with a file or without. */
export function FormatForm({
  screen,
  format,
  columns,
  lines,
  typed = false,
  reasonOf,
  problems,
  onChange,
}: FormatFormProps) {
  const [shown, setShown] = useState<Shown>('all')
  const [settings, setSettings] = useState(columns === null)
  const locale = userLocale()
  const resolved = useWithQualifiers(format)
  const preview = useMemo(
    () => previewRows(screen, { ...resolved, typed }, lines, locale),
    [screen, resolved, typed, lines, locale],
  )
  const kept = preview.filter((row) => row.leftOut === null)
  const keys = new Set(screen.upload?.upsertOn ?? [])
  const fields = uploadFields(screen)
  const visible = fields.filter((field) =>
    shown === 'all' ? true : shown === 'filled' ? mappingOf(format, field.name) : problems[field.name],
  )
  const reasonFor = (field: Field) => {
    const mapping = mappingOf(format, field.name)
    return mapping && reasonOf ? reasonOf(mapping, field) : null
  }
  const used = usedColumns(format, columns ?? [])
  const unused = (columns ?? []).filter((column) => !used.has(column.name))
  return (
    <div className="flex flex-col gap-4">
      <section className="rounded-lg border border-line bg-panel" aria-labelledby="mapping-title">
        <header className="flex flex-wrap items-center gap-3 px-4 py-3">
          <h2 id="mapping-title" className="min-w-0 flex-1 text-md font-semibold">
            Fields of {screen.plural.toLowerCase()}
            <span className="ml-2 text-base font-normal text-ink-3">
              {format.fields.length} of {fields.length} filled
            </span>
          </h2>
          <Segmented
            label="Fields to show"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: 'All' },
              { value: 'filled', label: 'Filled' },
              { value: 'open', label: 'To be done' },
            ]}
          />
        </header>
        <div className="overflow-x-auto border-t border-line">
          <table className="phone-lines w-full table-fixed border-collapse sm:min-w-[56rem]">
            <thead className="text-left text-sm text-ink-2">
              <tr className="border-b border-line">
                <th scope="col" className="w-[22%] px-4 py-2 font-semibold">
                  Field
                </th>
                <th scope="col" className="w-[24%] py-2 font-semibold">
                  Filled from
                </th>
                <th scope="col" className="py-2 font-semibold">
                  {columns ? 'In the file' : 'How'}
                </th>
                <th scope="col" className="w-[18%] py-2 pr-3 font-semibold">
                  {lines.length > 0 ? 'Becomes' : <span className="sr-only">Result</span>}
                </th>
                <th scope="col" className="w-12 py-2">
                  <span className="sr-only">Options</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {visible.map((field) => (
                <MappingRow
                  key={field.name}
                  field={field}
                  mapping={mappingOf(format, field.name)}
                  isKey={keys.has(field.name)}
                  columns={columns}
                  preview={kept.map((row) => row.cells[field.name])}
                  problem={problems[field.name]}
                  reason={reasonFor(field)}
                  proposal={columns ? proposalFor(field, format, columns, screen.upload?.upsertOn ?? []) : null}
                  onChange={(mapping) => onChange(withMapping(format, screen, field.name, mapping))}
                />
              ))}
              {visible.length === 0 ? (
                <tr>
                  <td colSpan={5} className="px-4 py-6 text-center text-ink-3">
                    {shown === 'open' ? 'Nothing is missing.' : 'No field is filled yet.'}
                  </td>
                </tr>
              ) : null}
            </tbody>
          </table>
        </div>
        {unused.length > 0 ? <UnusedColumns names={unused.map((column) => column.name)} /> : null}
      </section>
      <section className="rounded-lg border border-line bg-panel px-4 py-3" aria-labelledby="keep-title">
        <h2 id="keep-title" className="text-md font-semibold">
          Lines to keep
        </h2>
        <p className="mb-2 text-ink-3">
          All lines, unless a condition says which. The others are left out and counted.
        </p>
        <FormulaInput
          label="Condition for lines to keep"
          wanted="condition"
          columns={columns ?? []}
          value={format.keep ?? ''}
          onChange={(keep) => onChange({ ...format, keep: keep === '' ? null : keep })}
        />
      </section>
      <section className="rounded-lg border border-line bg-panel px-4 py-3">
        <h2>
          <button
            type="button"
            className="flex w-full items-center gap-2 text-left text-md font-semibold"
            aria-expanded={settings}
            onClick={() => setSettings(!settings)}
          >
            {settings ? <ChevronDownIcon /> : <ChevronRightIcon />}
            How the file is written
            <span className="text-base font-normal text-ink-3">{settingWords(format)}</span>
          </button>
        </h2>
        {settings ? (
          <div className="mt-3">
            <FormatSettings
              format={format}
              reading={columns === null}
              onChange={(change) => onChange({ ...format, ...change })}
            />
          </div>
        ) : null}
      </section>
      {lines.length > 0 && format.fields.length > 0 ? (
        <PreviewTable screen={screen} format={format} rows={preview} />
      ) : null}
    </div>
  )
}

const fewNames = 12

function UnusedColumns({ names }: { names: readonly string[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? names : names.slice(0, fewNames)
  return (
    <p className="border-t border-line px-4 py-2.5 break-words text-ink-3">
      Not used: {shown.join(', ')}
      {names.length > fewNames ? (
        <button type="button" className="ml-2 text-accent-ink hover:underline" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `and ${names.length - fewNames} more`}
        </button>
      ) : null}
    </p>
  )
}

const orders = { YMD: '2026-01-31', DMY: '31.01.2026', MDY: '01/31/2026' }

const settingWords = (format: FormatBody): string =>
  `${format.decimal === ',' ? '1.234,50' : '1,234.50'} · ${orders[format.date_order]}`

function usedColumns(format: FormatBody, columns: readonly FileColumn[]): Set<string> {
  const text = [format.keep ?? '', ...format.fields.map((mapping) => mapping.formula ?? '')].join(' ').toLowerCase()
  const named = format.fields.flatMap((mapping) => [
    mapping.source === 'column' ? (mapping.column ?? '') : '',
    ...(mapping.source === 'counter' ? (mapping.within ?? []) : []),
  ])
  return new Set(
    columns
      .filter(
        (column) =>
          sameColumn(format.row_version ?? '', column.name) ||
          named.some((name) => sameColumn(name, column.name)) ||
          text.includes(column.name.toLowerCase()),
      )
      .map((column) => column.name),
  )
}
