import { fieldDisplays, type Field } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { Truncate } from '#src/ui/tooltip.tsx'
import { sameColumn, type FileColumn, type Mapping } from './format-body.ts'
import { FormulaInput } from './formula-input.tsx'
import { MappingOptions } from './mapping-options.tsx'
import type { PreviewCell } from './preview.ts'
import type { Proposal } from './proposals.ts'
import { typeWord } from '#src/widgets/type-words.ts'
import { WithinPicker } from './within-picker.tsx'

export interface MappingRowProps {
  readonly field: Field
  readonly mapping: Mapping | undefined
  readonly isKey: boolean
  /** null: no file at hand, columns are named by hand. */
  readonly columns: readonly FileColumn[] | null
  /** What the first lines would hold. */
  readonly preview: readonly (PreviewCell | undefined)[]
  readonly problem: string | undefined
  /** Why it is filled so, where nobody chose it. */
  readonly reason: string | null
  readonly proposal: Proposal | null
  readonly onChange: (mapping: Mapping | null) => void
}

const columnPrefix = 'column:'

function sourceValue(mapping: Mapping | undefined, columns: readonly FileColumn[] | null): string {
  if (!mapping) return ''
  if (mapping.source !== 'column') return mapping.source
  if (columns === null) return 'column'
  const known = columns.find((column) => sameColumn(column.name, mapping.column ?? ''))
  return `${columnPrefix}${known?.name ?? mapping.column ?? ''}`
}

/** One field of the functionality: where its value comes from, and what that gives. */
export function MappingRow({
  field,
  mapping,
  isKey,
  columns,
  preview,
  problem,
  reason,
  proposal,
  onChange,
}: MappingRowProps) {
  const choose = (value: string) => {
    if (value === '') return onChange(null)
    const kept = {
      field: field.name,
      ...(mapping?.when_empty ? { when_empty: mapping.when_empty } : {}),
      ...(mapping?.default === undefined ? {} : { default: mapping.default }),
      ...(mapping?.value_map ? { value_map: mapping.value_map } : {}),
      ...(mapping?.qualifier ? { qualifier: mapping.qualifier } : {}),
    }
    if (value === 'column') return onChange({ ...kept, source: 'column', column: mapping?.column ?? '' })
    if (value.startsWith(columnPrefix))
      return onChange({ ...kept, source: 'column', column: value.slice(columnPrefix.length) })
    if (value === 'constant') return onChange({ field: field.name, source: 'constant', value: mapping?.value ?? '' })
    if (value === 'counter') return onChange({ field: field.name, source: 'counter', within: mapping?.within ?? [] })
    return onChange({
      ...kept,
      source: 'formula',
      formula: mapping?.formula ?? (mapping?.column ? asColumn(mapping.column) : ''),
    })
  }
  const value = sourceValue(mapping, columns)
  const named = value.startsWith(columnPrefix) ? value.slice(columnPrefix.length) : null
  const column = named === null ? undefined : columns?.find((candidate) => candidate.name === named)
  const shown = preview.find((cell) => cell?.problem) ?? preview.find((cell) => cell && cell.text !== '') ?? preview[0]
  const needed = (field.required && field.default === undefined) || isKey
  const canCount = field.type === 'integer' || field.type === 'text'
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="w-[22%] px-4 py-2.5 text-left font-normal">
        <span className="flex items-center gap-1.5 font-medium text-ink-1">
          {field.label}
          {needed ? (
            <span className="text-bad" aria-label="needed">
              *
            </span>
          ) : null}
          {isKey ? <Tag tone="accent">Key</Tag> : null}
        </span>
        <span className="block text-sm text-ink-3">{typeWord(field)}</span>
      </th>
      <td className="w-[24%] py-2 pr-3" data-whole="">
        <Select
          aria-label={`Source of ${field.label}`}
          value={value}
          onChange={(event) => choose(event.target.value)}
          invalid={Boolean(problem) && mapping?.source !== 'formula'}
        >
          <option value="">Leave out</option>
          {columns ? (
            <optgroup label="Columns of the file">
              {columns.map((candidate) => (
                <option key={candidate.name} value={`${columnPrefix}${candidate.name}`}>
                  {candidate.name}
                </option>
              ))}
              {named !== null && !column ? <option value={value}>{named || 'Choose'} (not in this file)</option> : null}
            </optgroup>
          ) : (
            <option value="column">Column of the file</option>
          )}
          <optgroup label="Or">
            <option value="constant">The same value for all</option>
            <option value="formula">A formula</option>
            {canCount ? <option value="counter">A running number</option> : null}
          </optgroup>
        </Select>
        {problem && mapping?.source !== 'formula' ? <p className="mt-1 text-sm text-bad">{problem}</p> : null}
        {reason && !problem ? <p className="mt-1 text-sm break-words text-ink-3">{reason}</p> : null}
        {proposal ? (
          <button
            type="button"
            className="mt-1 text-left text-sm text-accent-ink hover:underline"
            onClick={() => onChange(proposal.mapping)}
          >
            {proposal.words}
          </button>
        ) : null}
      </td>
      <td
        className="py-2 pr-3"
        data-whole=""
        data-label={mapping?.source === 'column' && column ? 'In the file' : undefined}
      >
        {mapping?.source === 'column' && columns === null ? (
          <Input
            aria-label={`Name of the column for ${field.label}`}
            placeholder="Name of the column"
            value={mapping.column ?? ''}
            onChange={(event) => onChange({ ...mapping, column: event.target.value })}
          />
        ) : null}
        {mapping?.source === 'column' && column ? (
          <p className="pt-1.5 text-ink-2">
            <Truncate>{column.samples.slice(0, 4).join(' · ') || 'Empty in the first lines'}</Truncate>
          </p>
        ) : null}
        {mapping?.source === 'constant' ? <ConstantInput field={field} mapping={mapping} onChange={onChange} /> : null}
        {mapping?.source === 'formula' ? (
          <FormulaInput
            label={`Formula of ${field.label}`}
            wanted="value"
            columns={columns ?? []}
            value={mapping.formula ?? ''}
            onChange={(formula) => onChange({ ...mapping, formula })}
          />
        ) : null}
        {mapping?.source === 'counter' ? (
          <WithinPicker
            label={field.label}
            columns={columns}
            value={mapping.within ?? []}
            onChange={(within) => onChange({ ...mapping, within })}
          />
        ) : null}
      </td>
      <td className="w-[20%] py-2 pr-3" data-whole="" data-label={mapping ? 'Becomes' : undefined}>
        {mapping ? (
          <p
            className={cx(
              'pt-1.5',
              fieldDisplays[field.type].align === 'end' && !shown?.problem && 'text-right tabular-nums',
              shown?.problem ? 'text-bad' : 'text-ink-1',
            )}
          >
            <Truncate>{shown?.problem ?? (shown?.text || '')}</Truncate>
          </p>
        ) : null}
      </td>
      <td className="w-12 py-2 pr-3" data-menu="">
        {mapping && mapping.source !== 'counter' ? (
          <MappingOptions field={field} mapping={mapping} onChange={onChange} />
        ) : null}
      </td>
    </tr>
  )
}

const asColumn = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `[${name}]`)

function ConstantInput({
  field,
  mapping,
  onChange,
}: {
  field: Field
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const label = `Value of ${field.label}`
  const change = (value: string) => onChange({ ...mapping, value })
  if (field.choices)
    return (
      <Select
        aria-label={label}
        value={mapping.value ?? ''}
        placeholder="Choose"
        options={field.choices}
        onChange={(event) => change(event.target.value)}
      />
    )
  return (
    <Input
      aria-label={label}
      placeholder="Value"
      value={mapping.value ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
}
