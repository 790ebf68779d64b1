import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { LinkIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'

interface MatchMenuProps {
  readonly columns: readonly Field[]
  readonly match: readonly string[]
  readonly onMatch: (names: readonly string[]) => void
}

/** By which columns rows of two runs are the same. */
export function MatchMenu({ columns, match, onMatch }: MatchMenuProps) {
  const chosen = columns.filter(({ name }) => match.includes(name))
  return (
    <Menu
      label="Match rows by"
      items={columns.map(({ name, label }) => ({
        label,
        checked: match.includes(name),
        // Without any column every row would be the same.
        disabled: match.length === 1 && match[0] === name,
        onSelect: () => onMatch(match.includes(name) ? match.filter((other) => other !== name) : [...match, name]),
      }))}
      trigger={(props) => (
        <Button {...props} icon={LinkIcon}>
          Matched by {chosen.map(({ label }) => label.toLowerCase()).join(', ')}
        </Button>
      )}
    />
  )
}
