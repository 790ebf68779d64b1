import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/data/api.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { UndoIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { tabPanelProps, Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { FieldList } from './field-list.tsx'
import { IssuePanel } from './issue-panel.tsx'
import { JsonPane } from './json-pane.tsx'
import { PortraitPanel } from './portrait-panel.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ResultEditor } from './result-editor.tsx'
import { ResultPreview } from './result-preview.tsx'
import { ScreenPreview } from './screen-preview.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import type { Design, Portrait } from './studio-api.ts'
import { StudioCrumbs } from './studio-crumbs.tsx'
import { StudioMenu } from './studio-menu.tsx'
import { designState } from './studio-words.ts'
import { useDesign } from './use-design.ts'
import { ViewsEditor } from './views-editor.tsx'

const permissionsQuery = {
  queryKey: ['studio', 'permissions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ records: { name: string }[] }>('permissions', { query: { limit: 1000 }, signal })).records.map(
      ({ name }) => name,
    ),
  meta: { quiet: true },
}

interface DesignScreenProps {
  readonly portrait: Portrait
  readonly own: Design
  readonly targets: readonly { readonly value: string; readonly label: string }[]
}

/** A screen of the organisation being drawn up: as a form or as JSON, what the server says of it, and what it looks like. */
export function DesignScreen({ portrait, own, targets }: DesignScreenProps) {
  const design = useDesign(portrait)
  const mayDesign = useAllowed()('designer.write')
  const permissions = useQuery(permissionsQuery)
  const [tab, setTab] = useState(portrait.definition.result ? 'result' : 'fields')
  const [isPublishing, setPublishing] = useState(false)
  const guard = useLeaveGuard(() => design.isDirty)
  const { definition, checked, edit } = design
  const issues = checked?.issues ?? portrait.issues
  const { label, tone } = designState({ ...own, has_draft: own.has_draft || design.isDirty }, issues.length === 0)
  const wrongIn = (...parts: string[]) =>
    issues.filter(({ path }) => parts.includes(String(path[0]))).length || undefined
  const isResult = definition.result !== undefined
  const tabs = [
    ...(isResult
      ? [{ id: 'result', label: 'Result', count: wrongIn('result', 'fields') }]
      : [
          { id: 'fields', label: 'Fields', count: Object.keys(definition.fields).length },
          { id: 'views', label: 'List and form', count: wrongIn('list', 'form') },
        ]),
    { id: 'settings', label: 'Settings and rights', count: wrongIn('access', 'table', 'title', 'upload', 'label') },
    { id: 'json', label: 'JSON' },
    { id: 'around', label: 'Around it' },
  ]
  const opened = portrait.screen?.list?.path ?? portrait.screen?.result?.criteria
  const hasSomethingToPublish = design.isDirty || own.has_draft || own.state !== 'published'
  return (
    <div className="mx-auto w-full max-w-[110rem]">
      <PageHeader
        className="mb-4"
        breadcrumbs={<StudioCrumbs label={definition.label[1]} />}
        title={
          <span className="inline-flex flex-wrap items-center gap-3">
            {definition.label[1]} <Tag tone={tone}>{label}</Tag>
          </span>
        }
        count={own.version > 0 ? `Version ${own.version}` : undefined}
        actions={
          <>
            <IconButton bordered icon={UndoIcon} label="Undo" disabled={!design.canUndo} onClick={design.undo} />
            {own.state === 'published' && opened ? (
              <Link to={opened} className={buttonClass()}>
                Open it
              </Link>
            ) : null}
            {mayDesign ? (
              <>
                <Button busy={design.save.isPending} disabled={!design.isDirty} onClick={() => design.save.mutate()}>
                  Save draft
                </Button>
                <Button
                  variant="primary"
                  disabled={!hasSomethingToPublish || issues.length > 0 || design.isChecking}
                  onClick={() => setPublishing(true)}
                >
                  Put to use
                </Button>
              </>
            ) : null}
            <StudioMenu portrait={portrait} definition={definition} design={design} onGone={guard.release} />
          </>
        }
      />
      {design.checkError ? (
        <p role="alert" className="mb-3 flex flex-wrap items-center gap-3 text-bad">
          It could not be checked: {errorMessage(design.checkError)}
          <Button size="sm" busy={design.isChecking} onClick={design.checkAgain}>
            Try again
          </Button>
        </p>
      ) : null}
      <IssuePanel issues={issues} />
      <div className="grid gap-5 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="min-w-0">
          <Tabs id="studio" label="Parts of the screen" className="mb-4" tabs={tabs} value={tab} onChange={setTab} />
          <div {...tabPanelProps('studio', tab)}>
            {tab === 'fields' ? (
              <FieldList definition={definition} stored={own.in_use} issues={issues} targets={targets} onEdit={edit} />
            ) : null}
            {tab === 'views' ? <ViewsEditor definition={definition} onEdit={edit} /> : null}
            {tab === 'result' && isResult ? <ResultEditor definition={definition} onEdit={edit} /> : null}
            {tab === 'settings' ? (
              <SettingsEditor
                definition={definition}
                permissions={permissions.data ?? []}
                isStored={own.in_use !== null}
                onEdit={edit}
              />
            ) : null}
            {tab === 'json' ? (
              <JsonPane definition={definition} issues={issues} targets={targets} onEdit={edit} />
            ) : null}
            {tab === 'around' ? <PortraitPanel portrait={portrait} /> : null}
          </div>
        </div>
        {isResult ? (
          <ResultPreview definition={design.still} screen={issues.length === 0 ? design.screen : null} />
        ) : (
          <ScreenPreview screen={design.screen} />
        )}
      </div>
      {isPublishing ? (
        <PublishDialog
          definition={definition}
          inUse={own.in_use}
          plan={checked?.plan ?? []}
          design={design}
          onClose={() => setPublishing(false)}
        />
      ) : null}
      <LeaveDialog blocker={guard.blocker} changes={design.isDirty ? 1 : 0} onLeave={design.settle} />
    </div>
  )
}
