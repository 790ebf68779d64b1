import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { DelimiterSelect } from './delimiter-select.tsx'
import type { FormatBody } from './format-body.ts'
import { encodings } from './reading-words.ts'

interface FormatSettingsProps {
  readonly format: FormatBody
  /** Whether it is also asked how the file is read; with a file at hand that is said beside the file. */
  readonly reading: boolean
  readonly onChange: (change: Partial<FormatBody>) => void
}

/** How the file is written: marks, dates, empty values. */
export function FormatSettings({ format, reading, onChange }: FormatSettingsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <FieldFrame label="Decimal mark">
        {(wiring) => (
          <Select
            {...wiring}
            value={format.decimal}
            onChange={(event) => onChange({ decimal: event.target.value as FormatBody['decimal'] })}
          >
            <option value=".">Point, 1,234.50</option>
            <option value=",">Comma, 1.234,50</option>
          </Select>
        )}
      </FieldFrame>
      <FieldFrame label="Dates">
        {(wiring) => (
          <Select
            {...wiring}
            value={format.date_order}
            onChange={(event) => onChange({ date_order: event.target.value as FormatBody['date_order'] })}
          >
            <option value="YMD">Year first, 2026-01-31</option>
            <option value="DMY">Day first, 31.01.2026</option>
            <option value="MDY">Month first, 01/31/2026</option>
          </Select>
        )}
      </FieldFrame>
      <FieldFrame label="Texts that mean empty" help="Separated by commas">
        {(wiring) => (
          <Input
            {...wiring}
            value={format.null_values.filter((text) => text !== '').join(', ')}
            onChange={(event) =>
              onChange({
                null_values: ['', ...event.target.value.split(',').map((text) => text.trim())].filter(
                  (text, index) => index === 0 || text !== '',
                ),
              })
            }
          />
        )}
      </FieldFrame>
      {reading ? <ReadingSettings format={format} onChange={onChange} /> : null}
    </div>
  )
}

function ReadingSettings({ format, onChange }: Pick<FormatSettingsProps, 'format' | 'onChange'>) {
  return (
    <>
      <FieldFrame label="Cells are separated by">
        {(wiring) => (
          <DelimiterSelect
            wiring={wiring}
            value={format.delimiter}
            found={null}
            onChange={(delimiter) => onChange({ delimiter })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Encoding">
        {(wiring) => (
          <Select
            {...wiring}
            value={format.encoding ?? ''}
            onChange={(event) => onChange({ encoding: event.target.value || null })}
          >
            <option value="">Detect</option>
            {encodings.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <FieldFrame label="Sheet of a workbook" help="The first one when nothing is said">
        {(wiring) => (
          <Input
            {...wiring}
            maxLength={255}
            value={format.sheet ?? ''}
            onChange={(event) => onChange({ sheet: event.target.value || null })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Line with the column names" help="0 when the file has none">
        {(wiring) => (
          <Input
            {...wiring}
            numeric
            inputMode="numeric"
            value={String(format.header_row)}
            onChange={(event) =>
              /^\d{0,3}$/.test(event.target.value) &&
              onChange({ header_row: Math.min(100, Number(event.target.value || 0)) })
            }
          />
        )}
      </FieldFrame>
      <FieldFrame label="Names are spread over">
        {(wiring) => (
          <Select
            {...wiring}
            value={String(format.header_rows)}
            options={[1, 2, 3, 4, 5].map((count) => ({
              value: String(count),
              label: count === 1 ? 'One line' : `${count} lines`,
            }))}
            onChange={(event) => onChange({ header_rows: Number(event.target.value) })}
          />
        )}
      </FieldFrame>
    </>
  )
}
