import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { whyKept, type Action, type Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import type { ApiRecord } from '#src/data/records.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChartIcon, CopyIcon, FileIcon, LinkIcon, MoreIcon, SettingsIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { actionEntries } from '#src/widgets/actions/action-menu.ts'
import { deleteEntry } from '#src/widgets/actions/delete-entry.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { useMe } from '#src/widgets/use-profile-id.ts'

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

interface OfferedReport {
  readonly report: string
  readonly label: string
  readonly path: string
  readonly results: string
  readonly parameter: string | null
  /** Under which the organisation has put it. */
  readonly category: string | null
}

/** The reports that the organisation offers beside the records of a screen; asked for once somebody may want them. */
function useOfferedReports(screen: string, wanted: boolean): readonly OfferedReport[] {
  const { data } = useQuery({
    queryKey: ['reports-by-functionality', 'offered', screen],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly OfferedReport[] }>('reports-by-functionality/offered', {
        query: { functionality: screen },
        signal,
      }),
    enabled: wanted,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  return data?.records ?? []
}

/** The criteria of a report with the record's key in the one it asks for. */
function reportAddress({ path, parameter }: OfferedReport, screen: Screen, record: ApiRecord): string {
  const key = screen.table?.key[0]
  const value = key === undefined ? null : record[key]
  return parameter === null || value === null || value === undefined
    ? path
    : `${path}?${new URLSearchParams({ [parameter]: String(value) }).toString()}`
}

/** What can be done with a record besides editing it. */
export function RecordMenu({ screen, record, onAction, onDelete }: RecordMenuProps) {
  const navigate = useNavigate()
  const allowed = useAllowed()
  const actions = actionEntries(screen, record, useMe(), onAction)
  const [wanted, setWanted] = useState(false)
  const reports = useOfferedReports(screen.name, wanted)
  const prepare = () => setWanted(true)
  const kept = whyKept(screen, record)
  return (
    <Menu
      label="More"
      align="end"
      trigger={(props) => (
        <IconButton {...props} icon={MoreIcon} label="More" bordered onPointerEnter={prepare} onFocus={prepare} />
      )}
      items={[
        ...(actions.length > 0 ? ([...actions, 'separator'] as const) : []),
        ...(reports.length > 0
          ? [
              ...reports.map((one) => ({
                label: one.category === null ? one.label : `${one.category}: ${one.label}`,
                icon: ChartIcon,
                onSelect: () => void navigate(reportAddress(one, screen, record)),
              })),
              'separator' as const,
            ]
          : []),
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
        ...(allowed(screen.access.delete) ? (['separator', deleteEntry(kept, onDelete)] as const) : []),
      ]}
    />
  )
}
