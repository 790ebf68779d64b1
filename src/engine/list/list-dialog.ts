import type { Action } from '#src/definition'
import type { SavedView } from '#src/data/list-views.ts'
import type { ActionTarget } from '#src/widgets/actions/action-dialog.tsx'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type { Scope } from './selection.ts'

/** What can lie over a list. */
export type ListDialog =
  | { readonly kind: 'glance'; readonly row: Row }
  | { readonly kind: 'delete'; readonly scope: Scope }
  | { readonly kind: 'action'; readonly action: Action; readonly target: ActionTarget }
  | { readonly kind: 'edit'; readonly scope: Scope }
  | { readonly kind: 'keys' }
  | { readonly kind: 'export' }
  | { readonly kind: 'save-view' }
  | { readonly kind: 'edit-view'; readonly view: SavedView }
  | { readonly kind: 'delete-view'; readonly view: SavedView }
  | { readonly kind: 'view-roles' }

/** Whether it is about everything the filters let through, so that one wants to know how much that is. */
export const isAboutAll = (dialog: ListDialog): boolean =>
  dialog.kind === 'export' ||
  (dialog.kind === 'action' && 'filters' in dialog.target) ||
  ((dialog.kind === 'delete' || dialog.kind === 'edit') && dialog.scope.kind === 'filter')

/** The dialog with the number of records as it is known by now: it may have been opened before they were counted. */
export function withCount(dialog: ListDialog, count: number | null): ListDialog {
  if (dialog.kind === 'action')
    return 'filters' in dialog.target ? { ...dialog, target: { ...dialog.target, count } } : dialog
  if (dialog.kind !== 'delete' && dialog.kind !== 'edit') return dialog
  return dialog.scope.kind === 'filter' ? { ...dialog, scope: { kind: 'filter', count } } : dialog
}
