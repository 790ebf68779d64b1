import { useNavigate } from 'react-router-dom'
import type { Action, Screen } from '#src/definition'
import type { ApiRecord } from '#src/data/records.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CopyIcon, FileIcon, LinkIcon, MoreIcon, SettingsIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { actionEntries } from '#src/widgets/actions/action-menu.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'

interface RecordMenuProps {
  readonly screen: Screen
  readonly record: ApiRecord
  readonly onAction: (action: Action) => void
  readonly onDelete: () => void
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    notify.success('Link copied')
  } catch {
    notify.error('The browser did not allow copying. The address of this page is the link.')
  }
}

/** What can be done with a record besides editing it. */
export function RecordMenu({ screen, record, onAction, onDelete }: RecordMenuProps) {
  const navigate = useNavigate()
  const allowed = useAllowed()
  const actions = actionEntries(screen, record, onAction)
  return (
    <Menu
      label="More"
      align="end"
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label="More" bordered />}
      items={[
        ...(actions.length > 0 ? ([...actions, 'separator'] as const) : []),
        ...(allowed(screen.access.create)
          ? [
              {
                label: 'Duplicate',
                icon: CopyIcon,
                onSelect: () => void navigate(`${screen.form?.create}?copy=${record.id}`),
              },
            ]
          : []),
        { label: 'Copy link', icon: LinkIcon, onSelect: () => void copyLink() },
        { label: 'Print', icon: FileIcon, onSelect: () => window.print() },
        ...(allowed('administration.form_fields')
          ? [
              {
                label: 'Change the fields',
                icon: SettingsIcon,
                onSelect: () => void navigate(`/form-fields/designer?screen=${screen.name}`),
              },
            ]
          : []),
        ...(allowed(screen.access.delete)
          ? (['separator', { label: 'Delete', icon: TrashIcon, danger: true, onSelect: onDelete }] as const)
          : []),
      ]}
    />
  )
}
