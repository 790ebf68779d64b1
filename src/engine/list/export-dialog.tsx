import { useId, useState, type ReactNode } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { counted } from '#src/widgets/counted.ts'
import { type DecimalMark, markOf, markWords } from '#src/widgets/csv-marks.ts'
import { offeredColumns } from './column-order.ts'
import {
  exportTooLarge,
  mostChosenRows,
  type ExportChoice,
  type ExportColumns,
  type ExportRows,
} from './export-choice.ts'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import { exportGroups } from './groups/group-file.ts'
import type { ListModel } from './use-list-page.ts'

interface Option<V extends string> {
  readonly value: V
  readonly label: string
  readonly about?: string
  readonly disabled?: boolean
}

interface OptionsProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
}

function Options<V extends string>({ label, value, options, onChange }: OptionsProps<V>): ReactNode {
  const name = useId()
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-1.5 p-0 font-medium">{label}</legend>
      <div className="flex flex-col gap-1.5">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2">
            <input
              type="radio"
              name={name}
              className="mt-1 accent-(--accent)"
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={option.disabled ? 'text-ink-3' : ''}>
              {option.label}
              {option.about && <span className="block text-sm text-ink-2">{option.about}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Chooses what a file is to hold before it is written. */
export function ExportDialog({ model, onClose }: { readonly model: ListModel; readonly onClose: () => void }) {
  const { screen, state, total, selection, locale, rights } = model
  const many = (count: number): string => counted(count, [screen.label, screen.plural], locale)
  const chosen = selection.everything ? [] : selection.ids
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [rows, setRows] = useState<ExportRows>(
    chosen.length > 0 && chosen.length <= mostChosenRows ? 'chosen' : 'filtered',
  )
  const [columns, setColumns] = useState<ExportColumns>('shown')
  const [mark, setMark] = useState<DecimalMark>(markOf(locale))
  const [busy, setBusy] = useState(false)
  const all = offeredColumns(screen.fields)
  const grouped = state.group.length > 0
  const asGroups = rows === 'groups'
  const reason = asGroups ? null : exportTooLarge(format, rows === 'chosen' ? chosen.length : total, locale)
  const start = async (): Promise<void> => {
    if (!asGroups) {
      onClose()
      return model.startExport(format, { rows, columns, mark } satisfies Omit<ExportChoice, 'format'>)
    }
    setBusy(true)
    try {
      const { file, left } = await exportGroups(screen, model.records.endpoint, state, locale, mark)
      onClose()
      if (left > 0)
        notify.warning(`${file} holds the first groups only`, {
          description: `${new Intl.NumberFormat(locale).format(left)} more did not fit. Narrow the list, or group by fewer fields.`,
        })
      else notify.success(`${file} is in your downloads`)
    } catch (error) {
      notify.error('The groups were not exported', { description: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Export ${screen.plural.toLowerCase()}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={reason !== null} onClick={() => void start()}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Options<ExportRows>
          label="Rows"
          value={rows}
          onChange={setRows}
          options={[
            {
              value: 'filtered',
              label:
                model.totalWords === null
                  ? 'Everything the filters let through'
                  : `All${model.exactTotal === null ? ',' : ''} ${model.totalWords} of the list`,
              about: grouped ? 'In the order of the groups' : 'On all pages, in the order of the list',
            },
            ...(chosen.length > 0
              ? [
                  {
                    value: 'chosen' as const,
                    label: `The ${many(chosen.length)} that are chosen`,
                    disabled: chosen.length > mostChosenRows,
                    ...(chosen.length > mostChosenRows
                      ? { about: `At most ${mostChosenRows} can be picked one by one` }
                      : {}),
                  },
                ]
              : []),
            ...(grouped
              ? [
                  {
                    value: 'groups' as const,
                    label: 'The groups only',
                    about: 'A line for each, with its count and sums (CSV)',
                  },
                ]
              : []),
          ]}
        />
        {!asGroups && (
          <>
            <Options<ExportColumns>
              label="Columns"
              value={columns}
              onChange={setColumns}
              options={[
                { value: 'shown', label: `The ${state.columns.length} columns in sight` },
                { value: 'all', label: `All ${all.length} columns` },
                ...(screen.upload && rights.upload
                  ? [
                      {
                        value: 'again' as const,
                        label: 'What an upload takes',
                        about: 'To be changed in a spreadsheet and uploaded again; the version of each row comes along',
                      },
                    ]
                  : []),
              ]}
            />
            <Options<ExportFormat>
              label="File"
              value={format}
              onChange={setFormat}
              options={[
                { value: 'xlsx', label: 'Excel (XLSX)' },
                { value: 'csv', label: 'CSV', about: 'For any number of rows' },
              ]}
            />
          </>
        )}
        {(asGroups || format === 'csv') && (
          <Options<DecimalMark>
            label="Numbers in the CSV file"
            value={mark}
            onChange={setMark}
            options={(['.', ','] as const).map((value) => ({ value, label: markWords(value) }))}
          />
        )}
        {reason && (
          <p role="alert" className="rounded bg-warn-soft px-3 py-2 text-warn">
            {reason}
          </p>
        )}
      </div>
    </Dialog>
  )
}
