import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Popover } from '#src/ui/popover.tsx'
import type { FileColumn } from './format-body.ts'

interface WithinPickerProps {
  readonly label: string
  readonly columns: readonly FileColumn[] | null
  readonly value: readonly string[]
  readonly onChange: (within: string[]) => void
}

/** Which columns a running number starts anew with: 1, 2, 3 within each invoice. */
export function WithinPicker({ label, columns, value, onChange }: WithinPickerProps) {
  if (columns === null) {
    return (
      <Input
        aria-label={`Columns within which ${label} counts`}
        placeholder="Within these columns, such as InvoiceNo"
        value={value.join(', ')}
        onChange={(event) =>
          onChange(
            event.target.value
              .split(',')
              .map((name) => name.trimStart())
              .filter((name, index) => name !== '' || index > 0),
          )
        }
      />
    )
  }
  const words = value.length === 0 ? 'Over the whole file' : `Within ${value.join(', ')}`
  return (
    <Popover
      label={`Columns within which ${label} counts`}
      trigger={(props) => (
        <Button {...props} iconAfter={ChevronDownIcon}>
          {words}
        </Button>
      )}
    >
      <p className="mb-2 text-ink-2">Start at 1 again for every</p>
      <div className="flex flex-col gap-1.5">
        {columns.map((column) => (
          <Checkbox
            key={column.name}
            label={column.name}
            checked={value.includes(column.name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, column.name] : value.filter((name) => name !== column.name))
            }
          />
        ))}
      </div>
    </Popover>
  )
}
