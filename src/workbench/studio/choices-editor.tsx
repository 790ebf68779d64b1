import type { Choice } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { moved } from './definition-edit.ts'
import { OrderButtons } from './order-buttons.tsx'

const tones = [
  { value: 'neutral', label: 'Grey' },
  { value: 'ok', label: 'Green' },
  { value: 'warn', label: 'Yellow' },
  { value: 'bad', label: 'Red' },
  { value: 'accent', label: 'Blue' },
] as const

/** The values of a choice: what is stored, what people read, in which colour. */
export function ChoicesEditor({
  choices,
  onChange,
}: {
  choices: readonly Choice[]
  onChange: (choices: readonly Choice[]) => void
}) {
  const put = (at: number, choice: Choice) => onChange(choices.map((before, index) => (index === at ? choice : before)))
  return (
    <div role="group" aria-label="Choices" className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[1fr_1.4fr_7rem_5.5rem] gap-2 text-sm text-ink-3" aria-hidden="true">
        <span>Stored</span>
        <span>Shown</span>
        <span>Colour</span>
      </div>
      {choices.map((choice, at) => (
        <div key={at} className="grid grid-cols-[1fr_1.4fr_7rem_5.5rem] items-center gap-2">
          <Input
            aria-label={`Stored value ${at + 1}`}
            value={choice.value}
            onChange={(event) => put(at, { ...choice, value: event.target.value })}
          />
          <Input
            aria-label={`Shown text ${at + 1}`}
            value={choice.label}
            onChange={(event) => put(at, { ...choice, label: event.target.value })}
          />
          <Select
            aria-label={`Colour ${at + 1}`}
            value={choice.tone ?? 'neutral'}
            options={tones}
            onChange={(event) => put(at, { ...choice, tone: event.target.value as NonNullable<Choice['tone']> })}
          />
          <span className="flex">
            <OrderButtons
              what={choice.label}
              at={at}
              of={choices.length}
              onMove={(to) => onChange(moved(choices, (one) => one === choice, to))}
              removal={{
                label: `Remove ${choice.label}`,
                disabled: choices.length === 1,
                onClick: () => onChange(choices.filter((one) => one !== choice)),
              }}
            />
          </span>
        </div>
      ))}
      <span>
        <Button
          size="sm"
          icon={PlusIcon}
          onClick={() =>
            onChange([...choices, { value: `choice_${choices.length + 1}`, label: `Choice ${choices.length + 1}` }])
          }
        >
          Choice
        </Button>
      </span>
    </div>
  )
}
