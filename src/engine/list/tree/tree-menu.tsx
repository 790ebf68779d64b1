import { fillPath, whyFixed, whyKept } from '#src/definition'
import { IconButton } from '#src/ui/icon-button.tsx'
import { EditIcon, ExternalIcon, GroupIcon, MoreIcon, PlusIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { actionEntries } from '#src/widgets/actions/action-menu.ts'
import { deleteEntry } from '#src/widgets/actions/delete-entry.ts'
import { useMe } from '#src/widgets/use-profile-id.ts'
import type { ListModel } from '../use-list-page.ts'
import type { TreeNode } from './tree-lines.ts'
import type { TreeMoves } from './use-tree-moves.ts'

interface TreeMenuProps {
  readonly model: ListModel
  readonly node: TreeNode
  readonly moves: TreeMoves
  readonly readOnly: boolean
  readonly go: (to: string) => void
  readonly onMove: (node: TreeNode) => void
}

/** What can be done with one record of a tree. */
export function TreeMenu(props: TreeMenuProps) {
  const title = props.model.rowTitle(props.node.record)
  const me = useMe()
  return (
    <Menu
      align="end"
      label={title}
      items={entriesOf(props, me)}
      trigger={(trigger) => (
        <IconButton {...trigger} size="sm" tabIndex={-1} icon={MoreIcon} label={`Actions on ${title}`} />
      )}
    />
  )
}

function entriesOf({ model, node, moves, readOnly, go, onMove }: TreeMenuProps, me: string | undefined): MenuEntry[] {
  const { screen, rights, runAction, rowTitle, setDialog } = model
  const id = String(node.record.id)
  const href = model.rowHref(node.record)
  const parent = screen.list?.tree?.parent ?? ''
  const [fixed, kept] = [whyFixed(screen, node.record), whyKept(screen, node.record)]
  const actions = readOnly
    ? []
    : actionEntries(screen, node.record, me, (action) =>
        runAction(action, { ids: [node.record.id], name: rowTitle(node.record) }),
      )
  return [
    ...(href ? [{ label: 'Open', icon: ExternalIcon, keys: 'Enter', onSelect: () => go(href) }] : []),
    ...(model.canEdit
      ? [
          {
            label: 'Edit',
            icon: EditIcon,
            disabled: fixed !== undefined,
            hint: fixed,
            onSelect: () => go(fillPath(screen.form!.edit, { id })),
          },
        ]
      : []),
    ...(screen.form && rights.create && !readOnly
      ? [
          {
            label: 'Add below',
            icon: PlusIcon,
            onSelect: () =>
              go(`${fillPath(screen.form!.create, {})}?${new URLSearchParams({ [parent]: node.key }).toString()}`),
          },
        ]
      : []),
    ...(moves.allowed
      ? ([
          'separator',
          { label: 'Move to…', icon: GroupIcon, keys: 'Ctrl X, Ctrl V', onSelect: () => onMove(node) },
          ...(moves.top && node.parent !== null
            ? [{ label: 'Move to the top', icon: UndoIcon, onSelect: () => void moves.move(node, null) }]
            : []),
        ] as const)
      : []),
    ...(actions.length > 0 ? (['separator', ...actions] as const) : []),
    ...(model.canDelete
      ? ([
          'separator',
          deleteEntry(kept, () => setDialog({ kind: 'delete', scope: { kind: 'ids', ids: [node.record.id] } })),
        ] as const)
      : []),
  ]
}
