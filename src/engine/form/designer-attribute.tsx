import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { longestIndexed } from '#src/definition/deltas.ts'
import { attributeId, type DesignDelta } from './designer-model.ts'

interface DesignerAttributeProps {
  readonly taken: ReadonlySet<string>
  readonly targets: readonly { readonly value: string; readonly label: string }[]
  readonly onAdd: (id: string, delta: DesignDelta) => void
  readonly onClose: () => void
}

const types = [
  { value: 'text', label: 'Text' },
  { value: 'longText', label: 'Long text' },
  { value: 'flag', label: 'Yes or no' },
  { value: 'integer', label: 'Whole number' },
  { value: 'decimal', label: 'Number' },
  { value: 'money', label: 'Amount' },
  { value: 'percent', label: 'Percentage' },
  { value: 'date', label: 'Date' },
  { value: 'dateTime', label: 'Date and time' },
  { value: 'choice', label: 'Choice' },
  { value: 'reference', label: 'Reference to another list' },
] as const

const searchedTypes = ['text', 'longText', 'choice', 'reference']

/** Adds a field of one's own: it then is a column, a filter, an input, a column of uploads and exports. */
export function DesignerAttribute({ taken, targets, onAdd, onClose }: DesignerAttributeProps) {
  const [label, setLabel] = useState('')
  const [type, setType] = useState('text')
  const [max, setMax] = useState('')
  const [scale, setScale] = useState('2')
  const [target, setTarget] = useState('')
  const [choices, setChoices] = useState('')
  const [search, setSearch] = useState(false)
  const [index, setIndex] = useState(false)
  const id = attributeId(label)
  const problem =
    label.trim() !== '' && id === ''
      ? 'The name needs a letter'
      : taken.has(id)
        ? `There is a field ${id} already`
        : undefined
  const values = choices
    .split(/[\n,]/)
    .map((text) => text.trim())
    .filter(Boolean)
  const mayIndex = type !== 'longText' && (type !== 'text' || (max !== '' && Number(max) <= longestIndexed))
  const ready =
    id !== '' && !problem && (type !== 'reference' || target !== '') && (type !== 'choice' || values.length > 0)
  const add = () =>
    onAdd(id, {
      label: label.trim(),
      attribute_type: type,
      ...(type === 'text' && max ? { attribute_max: Number(max) } : {}),
      ...(type === 'decimal' ? { attribute_scale: Number(scale || 0) } : {}),
      ...(type === 'reference' ? { attribute_target: target } : {}),
      ...(type === 'choice' ? { choices: values.map((value) => ({ value, label: value })) } : {}),
      ...(search && searchedTypes.includes(type) ? { attribute_search: true } : {}),
      ...(index && mayIndex ? { attribute_index: true } : {}),
    })
  const digits = (text: string) => /^\d{0,5}$/.test(text)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="New attribute"
      description="It becomes a field of the form, a column of the list and of uploads and exports."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!ready} onClick={add}>
            Add attribute
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FieldFrame
          label="Name"
          required
          error={problem}
          help={id && !problem ? `Known as ${id} in files and calls` : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              maxLength={80}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Kind">
          {(wiring) => (
            <Select {...wiring} options={types} value={type} onChange={(event) => setType(event.target.value)} />
          )}
        </FieldFrame>
        {type === 'text' ? (
          <FieldFrame label="Greatest number of characters">
            {(wiring) => (
              <Input
                {...wiring}
                numeric
                inputMode="numeric"
                value={max}
                onChange={(event) => digits(event.target.value) && setMax(event.target.value)}
              />
            )}
          </FieldFrame>
        ) : null}
        {type === 'decimal' ? (
          <FieldFrame label="Decimals">
            {(wiring) => (
              <Input
                {...wiring}
                numeric
                inputMode="numeric"
                value={scale}
                onChange={(event) => /^[0-6]?$/.test(event.target.value) && setScale(event.target.value)}
              />
            )}
          </FieldFrame>
        ) : null}
        {type === 'reference' ? (
          <FieldFrame label="Refers to" required>
            {(wiring) => (
              <Select
                {...wiring}
                placeholder="Choose"
                options={targets}
                value={target}
                onChange={(event) => setTarget(event.target.value)}
              />
            )}
          </FieldFrame>
        ) : null}
        {type === 'choice' ? (
          <FieldFrame label="Choices" required help="Separated by commas">
            {(wiring) => <Input {...wiring} value={choices} onChange={(event) => setChoices(event.target.value)} />}
          </FieldFrame>
        ) : null}
        {searchedTypes.includes(type) ? (
          <Checkbox label="Found by search" checked={search} onChange={(event) => setSearch(event.target.checked)} />
        ) : null}
        {type === 'longText' ? null : (
          <span>
            <Checkbox
              label="Fast to filter and sort in long lists"
              disabled={!mayIndex}
              checked={index && mayIndex}
              onChange={(event) => setIndex(event.target.checked)}
            />
            <span className="mt-0.5 block pl-6 text-sm text-ink-3">
              {mayIndex
                ? 'Its index is built in the background while everybody works on.'
                : `For texts of at most ${longestIndexed} characters.`}
            </span>
          </span>
        )}
      </div>
    </Dialog>
  )
}
