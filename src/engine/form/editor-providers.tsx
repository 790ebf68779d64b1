import { useMemo, type ReactNode } from 'react'
import type { Screen } from '#src/definition'
import { FileTargetContext } from '#src/widgets/files/file-target.ts'
import { PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import { QuickCreate } from './quick-create.tsx'
import { RecordContext, ValuesContext, type RecordContextValue } from './record-context.ts'
import type { RecordEditor } from './use-record-editor.ts'

interface EditorProvidersProps {
  readonly screen: Screen
  readonly editor: RecordEditor
  readonly context: RecordContextValue
  readonly children: ReactNode
}

/** Hands an open record to its fields. */
export function EditorProviders({ screen, editor, context, children }: EditorProvidersProps) {
  const target = useMemo(() => ({ screen: screen.name }), [screen.name])
  const values = useMemo(() => ({ values: editor.values, issues: editor.issues }), [editor.values, editor.issues])
  return (
    <PendingDraftsContext value={editor.drafts}>
      <RecordContext value={context}>
        <FileTargetContext value={target}>
          <ValuesContext value={values}>
            <QuickCreate>{children}</QuickCreate>
          </ValuesContext>
        </FileTargetContext>
      </RecordContext>
    </PendingDraftsContext>
  )
}
