import { Button } from '#src/ui/button.tsx'
import { CopyIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import type { ActionAnswer } from '#src/widgets/outcome/outcome.ts'

/** What an action hands over for its records, such as a link, each to be copied. */
export function GivenValues({ given }: Pick<ActionAnswer, 'given'>) {
  const copy = async (value: string): Promise<void> => {
    await navigator.clipboard.writeText(value)
    notify.success('Copied')
  }
  return (
    <ul className="flex flex-col gap-3">
      {given.map(({ id, key, value }) => (
        <li key={id} className="flex flex-col gap-1">
          <span className="font-medium">{key}</span>
          <span className="flex gap-2">
            <span className="min-w-0 flex-1">
              <Input readOnly aria-label={`For ${key}`} value={value} onFocus={(event) => event.target.select()} />
            </span>
            <Button icon={CopyIcon} onClick={() => void copy(value)}>
              Copy
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
