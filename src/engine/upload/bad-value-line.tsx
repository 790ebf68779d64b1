import { useId } from 'react'
import type { Field } from '#src/definition'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { ReferenceInput } from '#src/widgets/input-reference.tsx'

interface BadValueLineProps {
  readonly field: Field | undefined
  /** null: an empty cell. */
  readonly value: string | null
  readonly count: string
  readonly text: string
  readonly problem: string | null
  readonly proposal: string | null
  readonly locale: string
  readonly onText: (text: string) => void
}

/** One value of the file and what it stands for. */
export function BadValueLine({ field, value, count, text, problem, proposal, locale, onText }: BadValueLineProps) {
  const id = useId()
  const label = `Instead of ${value ?? 'an empty cell'}`
  const wiring = { 'aria-label': label, 'aria-describedby': problem ? `${id}-problem` : undefined }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-3">
      <p className="min-w-0 pt-1.5">
        <span className="block truncate font-medium text-ink-1" data-truncate="">
          {value ?? <span className="font-normal text-ink-3">empty</span>}
        </span>
        <span className="block text-sm text-ink-3">{count}</span>
      </p>
      <div className="min-w-0">
        {field?.type === 'reference' ? (
          <ReferenceInput
            id={id}
            field={field}
            value={text === '' ? null : text}
            onChange={(next) => onText(next === null ? '' : String(next))}
            locale={locale}
            record={{}}
            ariaLabel={label}
          />
        ) : field?.choices || field?.type === 'flag' ? (
          <Select
            {...wiring}
            value={text}
            placeholder="As it is"
            options={field.choices ?? ['Yes', 'No'].map((word) => ({ value: word, label: word }))}
            onChange={(event) => onText(event.target.value)}
          />
        ) : (
          <Input
            {...wiring}
            invalid={problem !== null}
            placeholder="As it is"
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
        {problem ? (
          <p id={`${id}-problem`} className="mt-1 text-sm text-bad">
            {problem}
          </p>
        ) : proposal !== null && text === '' ? (
          <button
            type="button"
            className="mt-1 text-left text-sm text-accent-ink hover:underline"
            onClick={() => onText(proposal)}
          >
            Use {field?.choices?.find((choice) => choice.value === proposal)?.label ?? proposal}
          </button>
        ) : null}
      </div>
    </li>
  )
}
