import { useState } from 'react'
import { isAbsent, type Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon, SettingsIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { Select } from '#src/ui/select.tsx'
import type { Mapping, WhenEmpty } from './format-body.ts'
import { useQualifierNames } from './qualifiers.ts'

interface MappingOptionsProps {
  readonly field: Field
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

const isSet = (mapping: Mapping): boolean =>
  mapping.when_empty !== undefined ||
  mapping.default !== undefined ||
  mapping.qualifier !== undefined ||
  Object.keys(mapping.value_map ?? {}).length > 0

/** What an empty cell does when nothing is said. */
function whenBlank(field: Field): string {
  if (isAbsent(field.default)) return field.required ? 'Reject the line' : 'Leave the field empty'
  return field.required ? 'Keep the value, new ones get the default' : 'Empty the field, new ones get the default'
}

/** What happens to empty cells, and which values are replaced by others. */
export function MappingOptions({ field, mapping, onChange }: MappingOptionsProps) {
  const choices: { value: WhenEmpty | ''; label: string }[] = [
    { value: '', label: whenBlank(field) },
    ...(field.required && isAbsent(field.default) ? [] : ([{ value: 'reject', label: 'Reject the line' }] as const)),
    { value: 'skip_row', label: 'Leave the line out' },
    { value: 'default', label: 'Use another value' },
  ]
  return (
    <Popover
      label={`Options of ${field.label}`}
      align="end"
      className="w-80"
      trigger={(props) => (
        <IconButton {...props} icon={SettingsIcon} label={`Options of ${field.label}`} active={isSet(mapping)} />
      )}
    >
      <div className="flex flex-col gap-3">
        {mapping.source === 'constant' ? null : (
          <FieldFrame label="Where it is empty">
            {(wiring) => (
              <Select
                {...wiring}
                value={mapping.when_empty ?? ''}
                options={choices}
                onChange={(event) => {
                  const { when_empty: _before, default: text, ...rest } = mapping
                  const next = event.target.value as WhenEmpty | ''
                  onChange({
                    ...rest,
                    ...(next === '' ? {} : { when_empty: next }),
                    ...(next === 'default' ? { default: text ?? '' } : {}),
                  })
                }}
              />
            )}
          </FieldFrame>
        )}
        {mapping.when_empty === 'default' ? (
          <FieldFrame label="Value to use">
            {(wiring) => (
              <Input
                {...wiring}
                value={mapping.default ?? ''}
                onChange={(event) => onChange({ ...mapping, default: event.target.value })}
              />
            )}
          </FieldFrame>
        ) : null}
        {mapping.source === 'column' ? <QualifierChoice mapping={mapping} onChange={onChange} /> : null}
        <ValueMap
          value={mapping.value_map ?? {}}
          field={field}
          onChange={(map) => onChange({ ...mapping, value_map: Object.keys(map).length > 0 ? map : undefined })}
        />
      </div>
    </Popover>
  )
}

/** Which kept values replace those of the column. */
function QualifierChoice({ mapping, onChange }: Pick<MappingOptionsProps, 'mapping' | 'onChange'>) {
  const names = useQualifierNames(true)
  const choices = [...new Set([...names, ...(mapping.qualifier ? [mapping.qualifier] : [])])]
  if (choices.length === 0) return null
  return (
    <FieldFrame label="Look up in qualifier">
      {(wiring) => (
        <Select
          {...wiring}
          value={mapping.qualifier ?? ''}
          options={[{ value: '', label: 'None' }, ...choices.map((value) => ({ value, label: value }))]}
          onChange={(event) => {
            const { qualifier: _before, ...rest } = mapping
            onChange(event.target.value ? { ...rest, qualifier: event.target.value } : rest)
          }}
        />
      )}
    </FieldFrame>
  )
}

function ValueMap({
  value,
  field,
  onChange,
}: {
  value: Readonly<Record<string, string>>
  field: Field
  onChange: (value: Record<string, string>) => void
}) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const entries = Object.entries(value)
  const add = () => {
    if (from.trim() === '') return
    onChange({ ...value, [from.trim()]: to })
    setFrom('')
    setTo('')
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-2">Replace values</legend>
      <ul className="flex flex-col gap-1">
        {entries.map(([key, text]) => (
          <li key={key} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-ink-1">{key}</span>
            <span aria-hidden className="text-ink-3">
              →
            </span>
            <span className="min-w-0 flex-1 truncate text-ink-1">{text || 'empty'}</span>
            <IconButton
              icon={CloseIcon}
              size="sm"
              label={`Do not replace ${key}`}
              onClick={() => onChange(Object.fromEntries(entries.filter(([other]) => other !== key)))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-1 flex items-center gap-1.5">
        <Input
          aria-label="Value in the file"
          placeholder="In the file"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        {field.choices ? (
          <Select
            aria-label="Value to store"
            placeholder="Store as"
            value={to}
            options={field.choices}
            onChange={(event) => setTo(event.target.value)}
          />
        ) : (
          <Input
            aria-label="Value to store"
            placeholder="Store as"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
        )}
        <Button size="sm" icon={PlusIcon} onClick={add} disabled={from.trim() === ''}>
          Add
        </Button>
      </div>
    </fieldset>
  )
}
