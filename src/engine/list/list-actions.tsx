import { fillPath, type Action, type Screen } from '#src/definition'
import { useNavigate } from 'react-router-dom'
import { Button, buttonClass } from '#src/ui/button.tsx'
import {
  DownloadIcon,
  EditIcon,
  MoreIcon,
  PlusIcon,
  RefreshIcon,
  TableIcon,
  TrashIcon,
  UploadIcon,
} from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import type { ListParameters } from '#src/data/records.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { markOf, markWords } from '#src/widgets/csv-marks.ts'
import type { ScreenRights } from './screen-rights.ts'

interface ListActionsProps {
  readonly screen: Screen
  readonly rights: ScreenRights
  /** What the list is narrowed to, for an upload to offer just that as a file to change. */
  readonly filters: ListParameters
  readonly readOnly: boolean
  /** On a phone all but the primary step move into the menu. */
  readonly narrow: boolean
  /** Without a format: what the file holds is chosen first. */
  readonly onExport: (format?: ExportFormat) => void
  readonly onRefresh: () => void
  readonly onDeleteAll: () => void
  readonly onEditAll: () => void
  readonly onAction: (action: Action) => void
  /** Displays with a grid offer it. */
  readonly onGrid?: () => void
  /** Cells are edited in the list itself. */
  readonly onEditCells: (() => void) | undefined
}

/** What can be done with the whole list, the primary step last. */
export function ListActions(props: ListActionsProps) {
  const { screen, rights, filters, readOnly, narrow, onExport, onGrid, onEditCells } = props
  const navigate = useNavigate()
  const upload = rights.upload && !readOnly ? screen.upload : null
  const more = (): MenuEntry[] => [
    ...(narrow && rights.export ? exportEntries(onExport, true) : []),
    ...(narrow && upload
      ? [{ label: 'Upload', icon: UploadIcon, onSelect: () => void navigate(upload.path, { state: { filters } }) }]
      : []),
    { label: 'Read again', icon: RefreshIcon, keys: 'R', onSelect: props.onRefresh },
    ...moreEntries(props),
  ]
  return (
    <>
      <Menu
        align="end"
        label="More actions"
        items={more}
        trigger={(trigger) => <IconButton {...trigger} bordered icon={MoreIcon} label="More actions" />}
      />
      {onGrid && !narrow && (
        <Button icon={TableIcon} onClick={onGrid}>
          Grid
        </Button>
      )}
      {onEditCells && !narrow && (
        <Button icon={EditIcon} onClick={onEditCells}>
          Edit in list
        </Button>
      )}
      {rights.export && !narrow && (
        <Menu
          align="end"
          label="Export"
          // Only now: what tells how numbers are written takes a browser as long as a screen full of rows.
          items={() => exportEntries(onExport, false)}
          trigger={(trigger) => (
            <Button {...trigger} icon={DownloadIcon}>
              Export
            </Button>
          )}
        />
      )}
      {upload && !narrow && (
        <Link to={upload.path} state={{ filters }} className={buttonClass()}>
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

const exportEntries = (onExport: ListActionsProps['onExport'], verb: boolean): MenuEntry[] => [
  {
    label: verb ? 'Export to Excel' : 'Excel (XLSX)',
    hint: 'The whole filtered result',
    onSelect: () => onExport('xlsx'),
  },
  {
    label: verb ? 'Export as CSV' : 'CSV',
    hint: `The whole filtered result: ${markWords(markOf(userLocale()))}`,
    onSelect: () => onExport('csv'),
  },
  { label: 'Choose what to export', onSelect: () => onExport() },
]

function moreEntries({ screen, rights, readOnly, onDeleteAll, onEditAll, onAction }: ListActionsProps): MenuEntry[] {
  if (readOnly) return []
  const actions = screen.actions.filter((action) => action.on.includes('filter') || action.on.includes('screen'))
  return [
    ...actions.map((action) => ({
      label: action.label,
      danger: action.danger ?? false,
      onSelect: () => onAction(action),
    })),
    ...(rights.update ? [{ label: 'Edit by filter', icon: EditIcon, onSelect: onEditAll }] : []),
    ...(rights.delete ? [{ label: 'Delete by filter', icon: TrashIcon, danger: true, onSelect: onDeleteAll }] : []),
  ]
}
