import { useNavigate } from 'react-router-dom'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, DownloadIcon, MoreIcon, UndoIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { downloadErrors } from './download-errors.ts'
import type { Upload } from './upload-api.ts'
import { doneCounts, lineCount, linesOf, rejectedOf } from './upload-figures.ts'
import { uploadStates } from './upload-states.ts'

interface UploadLineProps {
  readonly upload: Upload
  /** null: the caller has no way to its screen. */
  readonly path: string | null
  /** Where the file went. */
  readonly into: string
  readonly locale: string
  readonly onUndo: () => void
  readonly onCancel: () => void
}

/** One upload: its state, its counts, who and when, and what can be done with it. */
export function UploadLine({ upload, path, into, locale, onUndo, onCancel }: UploadLineProps) {
  const navigate = useNavigate()
  const number = new Intl.NumberFormat(locale)
  const state = uploadStates[upload.state]
  const { done = 0, total = 0, phase } = upload.progress ?? {}
  const counts = doneCounts(upload)
  const rejected = rejectedOf(upload)
  const running = state.tone === 'accent'
  const written = Number(counts.insert ?? 0) + Number(counts.update ?? 0)
  const items: MenuEntry[] = [
    ...(path ? [{ label: 'Open', icon: ChevronRightIcon, onSelect: () => void navigate(path) }] : []),
    ...(rejected > 0 && upload.kept
      ? [
          {
            label: 'Rejected lines as XLSX',
            icon: DownloadIcon,
            onSelect: () => downloadErrors(upload, upload.screen, 'xlsx'),
          },
        ]
      : []),
    ...(upload.state === 'committed' && written > 0
      ? [{ label: 'Take this import back', icon: UndoIcon, danger: true, onSelect: onUndo }]
      : []),
    ...(upload.state === 'checking' || upload.state === 'committing'
      ? [{ label: 'Stop', icon: CloseIcon, onSelect: onCancel }]
      : upload.state === 'staged' || upload.state === 'checked'
        ? [{ label: 'Give it up', icon: CloseIcon, onSelect: onCancel }]
        : []),
  ]
  const figure = (label: string, count: number | undefined, bad = false) => (
    <td
      className={`px-4 text-right tabular-nums ${bad && count ? 'text-bad' : count ? 'text-ink-1' : 'text-ink-3'}`}
      data-label={label}
    >
      {count === undefined ? '' : number.format(count)}
    </td>
  )
  return (
    <tr className="h-row border-b border-line last:border-0 hover:bg-hover">
      <td className="max-w-80 px-4 py-1.5">
        <span className="block truncate" data-truncate="">
          {path ? (
            <Link to={path} className="text-accent-ink hover:underline">
              {upload.file_name}
            </Link>
          ) : (
            upload.file_name
          )}
        </span>
        <span className="block text-sm text-ink-3">
          {upload.state === 'staging' ? '' : lineCount(linesOf(upload), locale)}
        </span>
      </td>
      <td className="px-4 whitespace-nowrap">{into}</td>
      <td className="px-4 py-1">
        <Tag tone={state.tone}>
          {upload.state === 'committing' && phase?.startsWith('Taking') ? 'Being taken back' : state.words}
        </Tag>
        {running ? (
          <Progress
            className="mt-1 w-32"
            label={`${upload.file_name}: ${state.words}`}
            value={total > 0 && done > 0 ? done : null}
            max={total}
          />
        ) : null}
      </td>
      {figure('New', upload.counts ? counts.insert : undefined)}
      {figure('Changed', upload.counts ? counts.update : undefined)}
      {figure('Rejected', upload.counts ? rejected : undefined, true)}
      <td className="px-4 whitespace-nowrap">{upload.user}</td>
      <td className="px-4 whitespace-nowrap text-ink-2">
        {upload.created_at
          ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
              new Date(upload.created_at),
            )
          : ''}
      </td>
      <td className="pr-2 text-right" data-menu="">
        {items.length > 0 ? (
          <Menu
            label={`Actions for ${upload.file_name}`}
            align="end"
            items={items}
            trigger={(props) => <IconButton {...props} icon={MoreIcon} label={`Actions for ${upload.file_name}`} />}
          />
        ) : null}
      </td>
    </tr>
  )
}
