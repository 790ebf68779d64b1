import type { Choice } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Input } from '#src/ui/input.tsx'

/** Which of the choices of a definition are offered, and what they are called. */
export function OfferedChoices({
  all,
  kept,
  onChange,
}: {
  all: readonly Choice[]
  kept: readonly Choice[]
  onChange: (choices: readonly Choice[] | null) => void
}) {
  const put = (next: readonly Choice[]) =>
    onChange(
      all
        .filter((choice) => next.some((other) => other.value === choice.value))
        .map((choice) => next.find((other) => other.value === choice.value) ?? choice),
    )
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-2">Choices</legend>
      <ul className="flex max-h-56 flex-col gap-1 overflow-auto">
        {all.map((choice) => {
          const used = kept.find((other) => other.value === choice.value)
          return (
            <li key={choice.value} className="flex items-center gap-2">
              <Checkbox
                aria-label={`Offer ${choice.label}`}
                checked={used !== undefined}
                disabled={used !== undefined && kept.length === 1}
                onChange={(event) =>
                  put(event.target.checked ? [...kept, choice] : kept.filter((other) => other.value !== choice.value))
                }
              />
              <Input
                aria-label={`Label of ${choice.value}`}
                disabled={!used}
                value={(used ?? choice).label}
                onChange={(event) =>
                  put(
                    kept.map((other) =>
                      other.value === choice.value ? { ...other, label: event.target.value } : other,
                    ),
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      <Button size="sm" variant="ghost" className="mt-1" onClick={() => onChange(null)}>
        Offer all
      </Button>
    </fieldset>
  )
}
