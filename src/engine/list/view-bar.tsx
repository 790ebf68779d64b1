import { useState } from 'react'
import { viewKey } from '#src/definition/view-key.ts'
import { allViews, openingView } from '#src/definition/opened-view.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronDownIcon, PlusIcon, StarIcon, UsersIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { ListModel } from './use-list-page.ts'

interface ViewBarProps {
  readonly model: ListModel
  readonly id: string
  readonly value: string
}

const loadEntries = () => import('./view-entries.ts')

// More than these are found in the menu behind them.
const mostTabs = 7

const tipOf = (shared: boolean, opens: boolean): string | undefined =>
  [shared ? 'Shared' : '', opens ? 'The list opens with this view' : ''].filter(Boolean).join('. ') || undefined

/** The views as tabs, those of the definition beside the saved ones, and what can be done with the open one. */
export function ViewBar({ model, id, value }: ViewBarProps) {
  const { screen, views, openView } = model
  const opening = openingView(views)
  const named: readonly { readonly id: string; readonly text: string; readonly shared: boolean }[] = [
    { id: allViews, text: 'All', shared: false },
    ...(screen.list?.views ?? []).map(({ name }) => ({ id: name, text: name, shared: false })),
    ...views.views.map((view) => ({ id: viewKey(view), text: view.name, shared: view.audience !== 'own' })),
  ]
  const all = named.map(({ id: tab, text, shared }) => ({
    id: tab,
    label: text,
    tip: tipOf(shared, tab === opening),
    marks: (
      <>
        {shared && <UsersIcon size={13} className="shrink-0 text-ink-3" />}
        {tab === opening && <StarIcon size={12} className="shrink-0 text-ink-3" />}
      </>
    ),
  }))
  // A view from the menu keeps its tab until another one takes it: one goes back and forth between two views.
  const [called, setCalled] = useState(value)
  const isBehind = (tab: string): boolean => all.findIndex((one) => one.id === tab) >= mostTabs
  if (value !== called && isBehind(value)) setCalled(value)
  const behind = all.find((tab) => tab.id === called && isBehind(tab.id))
  const shown = behind ? [...all.slice(0, mostTabs - 1), behind] : all.slice(0, mostTabs)
  const hidden = all.filter((tab) => !shown.includes(tab))
  return (
    <Tabs
      id={id}
      label="Views"
      tabs={shown}
      value={value}
      onChange={openView}
      end={
        <>
          {hidden.length > 0 && (
            <Menu
              label="More views"
              items={hidden.map((tab) => ({ label: tab.label, onSelect: () => openView(tab.id) }))}
              trigger={(trigger) => (
                <Button {...trigger} size="sm" variant="ghost" iconAfter={ChevronDownIcon}>
                  {hidden.length} more
                </Button>
              )}
            />
          )}
          <OpenView model={model} />
        </>
      }
    />
  )
}

function OpenView({ model }: { readonly model: ListModel }) {
  const { state, views, viewModified, setDialog } = model
  const { saved } = state
  const [wanted, setWanted] = useState(false)
  const entries = useModule(wanted, loadEntries)
  const want = () => setWanted(true)
  if (views.missing)
    return (
      <Button size="sm" variant="ghost" className="!text-warn" onClick={views.retry}>
        Saved views could not be loaded. Try again
      </Button>
    )
  return (
    <>
      <Menu
        label="View"
        items={entries?.viewEntries(model) ?? []}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            size="sm"
            icon={ChevronDownIcon}
            label="What to do with this view"
            onPointerEnter={want}
            onFocus={want}
            onClick={() => {
              want()
              trigger.onClick()
            }}
          />
        )}
      />
      {saved && viewModified ? (
        <span className="flex items-center gap-1 ps-1">
          <span className="rounded-full bg-warn-soft px-2 py-0.5 text-sm whitespace-nowrap text-warn">Modified</span>
          {saved.may_change && (
            <Button size="sm" variant="ghost" className="!text-accent-ink" onClick={() => void model.saveView()}>
              Save
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setDialog({ kind: 'save-view' })}>
            Save as
          </Button>
          <Button size="sm" variant="ghost" onClick={model.discardView}>
            Discard
          </Button>
        </span>
      ) : (
        !saved && (
          <Button size="sm" variant="ghost" icon={PlusIcon} onClick={() => setDialog({ kind: 'save-view' })}>
            Save view
          </Button>
        )
      )}
    </>
  )
}
