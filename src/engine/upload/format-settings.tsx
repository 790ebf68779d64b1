import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { FormatBody } from './format-body.ts'

interface FormatSettingsProps {
  readonly format: FormatBody
  /** What was found in the file at hand. */
  readonly found?: { readonly delimiter?: string | null; readonly encoding?: string | null }
  readonly onChange: (change: Partial<FormatBody>) => void
}

const delimiterWords: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

/** How the file is written: marks, dates, empty values. */
export function FormatSettings({ format, found = {}, onChange }: FormatSettingsProps) {
  const detected = (words: string | null | undefined) => (words ? `Detect (${words})` : 'Detect')
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
      <FieldFrame label="Cells are separated by">
        {(wiring) => (
          <Select
            {...wiring}
            value={format.delimiter ?? ''}
            onChange={(event) => onChange({ delimiter: event.target.value || null })}
          >
            <option value="">
              {detected(found.delimiter ? delimiterWords[found.delimiter]?.toLowerCase() : null)}
            </option>
            {Object.entries(delimiterWords).map(([mark, words]) => (
              <option key={mark} value={mark}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <FieldFrame label="Encoding">
        {(wiring) => (
          <Select
            {...wiring}
            value={format.encoding ?? ''}
            onChange={(event) => onChange({ encoding: event.target.value || null })}
          >
            <option value="">{detected(found.encoding)}</option>
            {['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Windows-1252'].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
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
    </div>
  )
}
