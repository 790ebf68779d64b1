import { useQuery } from '@tanstack/react-query'
import { fillPath, type Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { undoForecastQuery, type UndoForecast } from './upload-api.ts'

interface UndoDialogProps {
  readonly uploadId: number
  /** For links to records that stay; null: not known here. */
  readonly screen: Pick<Screen, 'form'> | null
  readonly locale: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before an import is taken back, and tells what that would delete, restore and leave alone. */
export function UndoDialog({ uploadId, screen, locale, onConfirm, onClose }: UndoDialogProps) {
  const query = useQuery(undoForecastQuery(uploadId))
  const forecast = query.data
  const nothing = forecast !== undefined && forecast.deleted + forecast.restored === 0
  return (
    <ConfirmDialog
      open
      title="Take this import back?"
      confirmLabel="Take it back"
      cancelLabel="Keep it"
      danger
      busy={query.isPending || nothing}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {query.isError ? (
        <p role="alert" className="text-bad">
          What this would do is not known. {errorMessage(query.error)}
        </p>
      ) : forecast ? (
        <Forecast forecast={forecast} screen={screen} locale={locale} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </ConfirmDialog>
  )
}

function Forecast({
  forecast,
  screen,
  locale,
}: {
  forecast: UndoForecast
  screen: UndoDialogProps['screen']
  locale: string
}) {
  const number = new Intl.NumberFormat(locale)
  const records = (count: number) => `${number.format(count)} ${count === 1 ? 'record' : 'records'}`
  const view = screen?.form?.view
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const referred = forecast.kept - forecast.edited_total
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-1 text-ink-1">
        {forecast.deleted > 0 ? <li>{records(forecast.deleted)} that it added will be deleted.</li> : null}
        {forecast.restored > 0 ? (
          <li>{records(forecast.restored)} that it changed will get their former values.</li>
        ) : null}
        {forecast.deleted + forecast.restored === 0 ? (
          <li>There is nothing left to take back: all its records were edited, deleted or used since.</li>
        ) : null}
        {forecast.edited_total > 0 ? (
          <li>{records(forecast.edited_total)} will be kept as they are, because somebody edited them since.</li>
        ) : null}
        {referred > 0 ? (
          <li>
            {records(referred)} will be kept or are gone already: other records refer to them, somebody is editing or
            has deleted them, or what they belong to does not change any more. The result names each with the reason.
          </li>
        ) : null}
      </ul>
      {forecast.edited.length > 0 ? (
        <ul className="max-h-48 overflow-auto rounded border border-line px-3 py-2 text-sm" aria-label="Edited since">
          {forecast.edited.map((record) => (
            <li key={record.id} className="flex flex-wrap gap-x-2 py-0.5">
              {view ? (
                <Link
                  to={fillPath(view, { id: String(record.id), Id: String(record.id), ID: String(record.id) })}
                  target="_blank"
                  className="text-accent-ink hover:underline"
                >
                  {record.title ?? record.id}
                </Link>
              ) : (
                <span className="text-ink-1">{record.title ?? record.id}</span>
              )}
              <span className="text-ink-3">
                {record.user ? `${record.user}, ` : ''}
                {when.format(new Date(record.at))}
              </span>
            </li>
          ))}
          {forecast.edited_total > forecast.edited.length ? (
            <li className="py-0.5 text-ink-3">
              and {number.format(forecast.edited_total - forecast.edited.length)} more
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  )
}
