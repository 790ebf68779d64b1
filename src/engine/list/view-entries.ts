import { isSameView } from '#src/definition/view-key.ts'
import type { ListViews } from '#src/data/list-views.ts'
import { UsersIcon } from '#src/ui/icons.tsx'
import type { MenuEntry } from '#src/ui/menu.tsx'
import type { ListModel } from './use-list-page.ts'
import type { DefaultLayer } from './use-list-views.ts'
import { openTab } from './use-view-commands.ts'

const layers: readonly (readonly [DefaultLayer, string])[] = [
  ['me', 'For me'],
  ['role', 'For my role'],
  ['everyone', 'For everyone'],
]

type ViewModel = Pick<ListModel, 'state' | 'views' | 'setDialog' | 'setDefaultView' | 'copyLink'>

/** Why a saved view cannot open the list for others: those who do not see it would get the list as it is. */
function unshared(saved: ListModel['state']['saved'], layer: DefaultLayer): string | null {
  if (!saved || layer === 'me' || saved.audience === 'everyone') return null
  if (saved.audience === 'own') return 'Share the view first'
  return layer === 'role' ? null : 'Share the view with everyone first'
}

function defaultEntries(model: ViewModel): MenuEntry[] {
  const { views } = model
  const tab = openTab(model)
  const chosen = (layer: DefaultLayer, defaults: ListViews['defaults']): boolean => isSameView(defaults[layer], tab)
  return [
    { heading: 'Open the list with this view' },
    ...layers
      .filter(([layer]) => layer === 'me' || views.may_manage)
      .map(([layer, label]) => {
        const checked = chosen(layer, views.defaults)
        // What was chosen can always be taken back.
        const hint = checked ? null : unshared(model.state.saved, layer)
        return {
          label,
          checked,
          ...(hint === null ? {} : { disabled: true, hint }),
          onSelect: () => void model.setDefaultView(checked ? null : tab, layer),
        }
      }),
    ...(views.may_manage ? [forRoles(model)] : []),
  ]
}

/** Chooses it for roles that one does not hold oneself. */
function forRoles({ state, setDialog }: ViewModel): MenuEntry {
  const hint = unshared(state.saved, 'role')
  return {
    label: 'For other roles',
    icon: UsersIcon,
    onSelect: () => setDialog({ kind: 'view-roles' }),
    ...(hint === null ? {} : { disabled: true, hint }),
  }
}

/** What can be done with the view that is open. */
export function viewEntries(model: ViewModel): MenuEntry[] {
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
