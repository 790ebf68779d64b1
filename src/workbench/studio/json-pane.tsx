import { useRef, useState } from 'react'
import type { ScreenDefinition } from '#src/definition'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { DesignIssue } from './studio-api.ts'

interface JsonPaneProps {
  readonly definition: ScreenDefinition
  readonly issues: readonly DesignIssue[]
  readonly targets: readonly { readonly value: string }[]
  /** Missing: to read only. */
  readonly onEdit?: (definition: ScreenDefinition) => void
}

const loadEditor = () => import('./json-editor.tsx')

const printed = (definition: unknown): string => JSON.stringify(definition, null, 2)

/** The definition as JSON. What is typed counts as soon as it can be read; until then the last readable state stays. */
export function JsonPane({ definition, issues, targets, onEdit }: JsonPaneProps) {
  const editor = useModule(true, loadEditor)
  const text = useRef(printed(definition))
  const [isBroken, setBroken] = useState(false)
  // A change made elsewhere, by undoing say, shows; one that was typed here is not printed anew under the cursor.
  if (!isBroken && printed(definition) !== printed(readable(text.current))) text.current = printed(definition)
  if (!editor) return <SkeletonLines lines={12} />
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm text-ink-2">
        {onEdit === undefined
          ? 'To read. Export it to begin a screen elsewhere.'
          : isBroken
            ? 'This cannot be read as JSON yet; what was readable last still counts.'
            : 'Ctrl+Space proposes what fits here. Escape and Tab lead out.'}
      </p>
      <div className="h-[min(40rem,70vh)]">
        <editor.JsonEditor
          text={text.current}
          readOnly={onEdit === undefined}
          issues={isBroken ? [] : issues}
          fieldNames={Object.keys(definition.fields)}
          screenNames={targets.map(({ value }) => value)}
          onChange={(typed) => {
            text.current = typed
            const read = readable(typed)
            setBroken(read === null)
            // The name is the screen's identity; under another it would be another screen.
            if (read !== null && onEdit) onEdit({ ...read, name: definition.name })
          }}
        />
      </div>
    </div>
  )
}

function readable(text: string): ScreenDefinition | null {
  try {
    const data = JSON.parse(text) as unknown
    const isDefinition =
      typeof data === 'object' &&
      data !== null &&
      'fields' in data &&
      typeof data.fields === 'object' &&
      data.fields !== null &&
      'label' in data &&
      Array.isArray(data.label)
    return isDefinition ? (data as ScreenDefinition) : null
  } catch {
    return null
  }
}
