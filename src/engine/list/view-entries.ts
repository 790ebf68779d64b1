import type { ListViews } from '#src/data/list-views.ts'
import type { MenuEntry } from '#src/ui/menu.tsx'
import type { ListModel } from './use-list-page.ts'
import type { DefaultLayer } from './use-list-views.ts'
import { openTab } from './use-view-commands.ts'

const layers: readonly (readonly [DefaultLayer, string])[] = [
  ['me', 'For me'],
  ['role', 'For my role'],
  ['everyone', 'For everyone'],
]

function defaultEntries(model: ListModel): MenuEntry[] {
  const { views } = model
  const tab = openTab(model)
  const chosen = (layer: DefaultLayer, defaults: ListViews['defaults']): boolean => defaults[layer] === tab
  return [
    { heading: 'Open the list with this view' },
    ...layers
      .filter(([layer]) => layer === 'me' || views.may_manage)
      .map(([layer, label]) => ({
        label,
        checked: chosen(layer, views.defaults),
        onSelect: () => void model.setDefaultView(chosen(layer, views.defaults) ? null : tab, layer),
      })),
  ]
}

/** What can be done with the view that is open. */
export function viewEntries(model: ListModel): MenuEntry[] {
  const { saved } = model.state
  const { setDialog } = model
  const saveAs: MenuEntry = { label: 'Save as a new view', onSelect: () => setDialog({ kind: 'save-view' }) }
  if (!saved) return [saveAs, 'separator', ...defaultEntries(model)]
  const own = saved.may_change
  const why = own ? {} : { disabled: true, hint: `Belongs to ${saved.owner_name ?? 'somebody else'}` }
  return [
    saveAs,
    { label: 'Rename or share', onSelect: () => setDialog({ kind: 'edit-view', view: saved }), ...why },
    { label: 'Delete view', danger: true, onSelect: () => setDialog({ kind: 'delete-view', view: saved }), ...why },
    { label: 'Copy link', onSelect: () => void model.copyLink() },
    'separator',
    ...defaultEntries(model),
  ]
}
