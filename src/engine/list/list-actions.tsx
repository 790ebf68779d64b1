import { fillPath, type Action, type Screen } from '#src/definition'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { DownloadIcon, MoreIcon, PlusIcon, TableIcon, TrashIcon, UploadIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import type { ExportFormat } from './export-file.ts'
import type { ScreenRights } from './screen-rights.ts'

interface ListActionsProps {
  readonly screen: Screen
  readonly rights: ScreenRights
  readonly readOnly: boolean
  readonly onExport: (format: ExportFormat) => void
  readonly onDeleteAll: () => void
  readonly onAction: (action: Action) => void
  /** Displays with a grid offer it. */
  readonly onGrid?: () => void
}

/** What can be done with the whole list, the primary step last. */
export function ListActions({ screen, rights, readOnly, onExport, onDeleteAll, onAction, onGrid }: ListActionsProps) {
  const actions = readOnly ? [] : screen.actions.filter((action) => action.on.includes('filter') || action.on.includes('screen'))
  const more: MenuEntry[] = [
    ...actions.map((action) => ({ label: action.label, danger: action.danger ?? false, onSelect: () => onAction(action) })),
    ...(rights.delete && !readOnly ? [{ label: 'Delete by filter', icon: TrashIcon, danger: true, onSelect: onDeleteAll }] : []),
  ]
  return (
    <>
      {more.length > 0 && <Menu align="end" label="More actions" items={more} trigger={(props) => <IconButton {...props} bordered icon={MoreIcon} label="More actions" />} />}
      {onGrid && (
        <Button icon={TableIcon} onClick={onGrid}>
          Grid
        </Button>
      )}
      {rights.export && (
        <Menu
          align="end"
          label="Export"
          items={[
            { label: 'Excel (XLSX)', hint: 'The whole filtered result', onSelect: () => onExport('xlsx') },
            { label: 'CSV', hint: 'The whole filtered result', onSelect: () => onExport('csv') },
          ]}
          trigger={(props) => (
            <Button {...props} icon={DownloadIcon}>
              Export
            </Button>
          )}
        />
      )}
      {screen.upload && rights.upload && !readOnly && (
        <Link to={screen.upload.path} className={buttonClass()}>
          <UploadIcon className="-ms-0.5" />
          Upload
        </Link>
      )}
      {screen.form && rights.create && !readOnly && (
        <Link to={fillPath(screen.form.create, {})} className={buttonClass('primary')}>
          <PlusIcon className="-ms-0.5" />
          New
        </Link>
      )}
    </>
  )
}
