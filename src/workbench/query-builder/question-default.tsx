import { useState } from 'react'
import { type Field, fieldDisplays, numberTypes } from '#src/definition'
import type { QueryParameter } from '#src/definition/query/query.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { textFormatOf } from '#src/widgets/text-format.ts'

const days = [
  { value: '@today', label: 'Today' },
  { value: '@today-30d', label: '30 days ago' },
  { value: '@today-90d', label: '90 days ago' },
  { value: '@monthStart', label: 'First day of this month' },
  { value: '@monthEnd', label: 'Last day of this month' },
  { value: '@yearStart', label: 'First day of this year' },
  { value: '@yearEnd', label: 'Last day of this year' },
]
const fixed = 'fixed'

interface QuestionDefaultProps {
  readonly question: QueryParameter
  readonly field: Field
  readonly onChange: (value: QueryParameter['default']) => void
}

/** What a question is answered with until somebody answers it otherwise. */
export function QuestionDefault({ question, field, onChange }: QuestionDefaultProps) {
  const { default: value, label } = question
  const name = `Usual answer: ${label}`
  const [reason, setReason] = useState<string>()
  if (field.type === 'date' || field.type === 'dateTime') return <UsualDay {...{ value, name, onChange }} />
  if (field.type === 'flag' || field.type === 'choice') {
    const options =
      field.type === 'flag'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label }))
    return (
      <Select
        className="max-w-56"
        aria-label={name}
        placeholder="No usual answer"
        value={value === undefined ? '' : String(value)}
        options={options}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : field.type === 'flag' ? target.value === 'true' : target.value)
        }
      />
    )
  }
  const isNumber = numberTypes.has(field.type)
  const read = (text: string) => {
    if (text === '') return onChange(undefined)
    if (!isNumber) return onChange(text)
    const parsed = fieldDisplays[field.type].parseText(text, field, textFormatOf(userLocale()))
    setReason(parsed.ok ? undefined : parsed.reason)
    if (parsed.ok) onChange(String(parsed.value))
  }
  const shown =
    value === undefined ? '' : isNumber ? fieldDisplays[field.type].format(value, field, userLocale()) : String(value)
  return (
    <span className="flex max-w-56 flex-col">
      <Input
        key={String(value)}
        aria-label={name}
        placeholder="Usual answer"
        invalid={reason !== undefined}
        defaultValue={shown}
        maxLength={200}
        onBlur={({ target }) => {
          if (target.value.trim() !== shown) read(target.value.trim())
        }}
      />
      {reason ? (
        <span role="alert" className="text-sm text-bad">
          {reason}
        </span>
      ) : null}
    </span>
  )
}

interface UsualDayProps {
  readonly value: QueryParameter['default']
  readonly name: string
  readonly onChange: QuestionDefaultProps['onChange']
}

function UsualDay({ value, name, onChange }: UsualDayProps) {
  const text = value === undefined ? '' : String(value)
  const isKnown = text === '' || days.some((day) => day.value === text)
  const [isFixed, setFixed] = useState(!isKnown && !text.startsWith('@'))
  const other = !isKnown && text.startsWith('@') ? [{ value: text, label: text.slice(1) }] : []
  return (
    <>
      <Select
        className="max-w-56"
        aria-label={name}
        placeholder="No usual answer"
        value={isFixed ? fixed : text}
        options={[...days, ...other, { value: fixed, label: 'A certain day' }]}
        onChange={({ target }) => {
          setFixed(target.value === fixed)
          if (target.value !== fixed) onChange(target.value || undefined)
        }}
      />
      {isFixed ? (
        <Input
          type="date"
          className="max-w-44"
          aria-label={`${name}, the day`}
          defaultValue={text.startsWith('@') ? '' : text}
          onBlur={({ target }) => onChange(target.value || undefined)}
        />
      ) : null}
    </>
  )
}
