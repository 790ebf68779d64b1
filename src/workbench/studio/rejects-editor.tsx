import type { FieldSpec } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { ConditionEditor } from './condition-editor.tsx'

type Rejections = NonNullable<FieldSpec['rejects']>

interface RejectsEditorProps {
  /** The field at which they are told. */
  readonly name: string
  readonly rejects: Rejections
  /** All fields of the record, itself included. */
  readonly fields: Readonly<Record<string, FieldSpec>>
  readonly onChange: (rejects: Rejections | undefined) => void
}

/** What is refused beside other fields, each with the words that stand at this one. */
export function RejectsEditor({ name, rejects, fields, onChange }: RejectsEditorProps) {
  const put = (at: number, next: Rejections[number] | null) => {
    const rest = rejects.flatMap((before, index) => (index === at ? (next ?? []) : before))
    onChange(rest.length > 0 ? rest : undefined)
  }
  return (
    <div className="flex flex-col gap-3">
      {rejects.map((one, at) => (
        <div key={at} className="flex flex-col gap-2 rounded-md border border-line p-3">
          <ConditionEditor
            label={`What is refused, ${at + 1}`}
            condition={one.when}
            fields={fields}
            onChange={(when) => put(at, when ? { ...one, when } : null)}
          />
          <div className="flex items-center gap-2">
            <Input
              aria-label={`What to say, ${at + 1}`}
              placeholder="What to say, such as “The most is less than the least”"
              value={one.message}
              aria-invalid={one.message === '' || undefined}
              onChange={(event) => put(at, { ...one, message: event.target.value })}
            />
            <IconButton icon={CloseIcon} size="sm" label={`Remove refusal ${at + 1}`} onClick={() => put(at, null)} />
          </div>
        </div>
      ))}
      <span>
        <Button
          size="sm"
          icon={PlusIcon}
          onClick={() => onChange([...rejects, { when: { op: 'empty', field: name }, message: 'This does not fit' }])}
        >
          Refuse what does not fit
        </Button>
      </span>
    </div>
  )
}
