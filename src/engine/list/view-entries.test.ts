import { expect, test, vi } from 'vitest'
import type { ListViews, SavedView } from '#src/data/list-views.ts'
import { viewEntries } from './view-entries.ts'

type Model = Parameters<typeof viewEntries>[0]

const view: SavedView = {
  id: 7,
  row_version: 1,
  name: 'Spain',
  audience: 'own',
  role_id: null,
  role_name: null,
  owner_name: 'Ada',
  mine: true,
  may_change: true,
  gone: [],
  denied: 0,
  query: {},
  widths: {},
  density: null,
}
const none: ListViews['defaults'] = { me: null, role: null, everyone: null }

/** The entries that make a view the default: why each is out of reach, null where it is not. */
function hints(audience: SavedView['audience'] | null, defaults = none) {
  const model = {
    state: { saved: audience === null ? null : { ...view, audience }, view: null },
    views: { defaults, may_manage: true },
    setDialog: vi.fn<Model['setDialog']>(),
    setDefaultView: vi.fn<Model['setDefaultView']>(),
    copyLink: vi.fn<Model['copyLink']>(),
  } as unknown as Model
  return viewEntries(model).flatMap((entry) =>
    entry !== 'separator' && 'label' in entry && entry.checked !== undefined
      ? [entry.disabled ? (entry.hint ?? '') : null]
      : [],
  )
}

test('a view opens the list for those who see it', () => {
  expect(hints('own')).toEqual([null, 'Share the view first', 'Share the view first'])
  expect(hints('role')).toEqual([null, null, 'Share the view with everyone first'])
  expect(hints('everyone')).toEqual([null, null, null])
  expect(hints(null)).toEqual([null, null, null])
})

test('a view opens the list for other roles where somebody else sees it, chosen by those who manage views', () => {
  const roleEntry = (audience: SavedView['audience'] | null, mayManage = true) => {
    const setDialog = vi.fn<Model['setDialog']>()
    const model = {
      state: { saved: audience === null ? null : { ...view, audience }, view: null },
      views: { defaults: none, may_manage: mayManage },
      setDialog,
    } as unknown as Model
    const entry = viewEntries(model).find(
      (one) => one !== 'separator' && 'label' in one && one.label === 'For other roles',
    )
    return { entry, setDialog }
  }
  expect(roleEntry('own').entry).toMatchObject({ disabled: true, hint: 'Share the view first' })
  expect(roleEntry('role', false).entry).toBeUndefined()
  for (const audience of ['role', 'everyone', null] as const) {
    const { entry, setDialog } = roleEntry(audience)
    expect(entry).not.toHaveProperty('disabled')
    if (entry && entry !== 'separator' && 'onSelect' in entry) entry.onSelect()
    expect(setDialog).toHaveBeenCalledWith({ kind: 'view-roles' })
  }
})

test('what was chosen can be taken back, shared or not', () =>
  expect(hints('own', { ...none, everyone: '7-spain' })).toEqual([null, 'Share the view first', null]))
