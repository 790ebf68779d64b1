import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { download } from '#src/data/download.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { CopyIcon, DownloadIcon, MoreIcon, TrashIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { CopyDialog, type CopyKind } from './copy-dialog.tsx'
import { round } from './plan-words.ts'
import {
  afterChange,
  deleteScenario,
  moveScenario,
  postAccruals,
  type ScenarioGrid,
  type ScenarioStatus,
} from './scenario-api.ts'

interface ScenarioActionsProps {
  readonly grid: ScenarioGrid
  readonly isEditing: boolean
  readonly unsaved: number
  readonly locale: string
  /** Called before the page is left on purpose. */
  readonly onLeave: () => void
  /** Told why a step was refused; null once another one begins. */
  readonly onRefused: (why: string | null) => void
  /** Called once it stands in another status, where the button that moved it is gone with the focus. */
  readonly onLostFocus: () => void
}

const moved: Readonly<Record<ScenarioStatus, string>> = {
  draft: 'It is a draft again',
  in_review: 'Submitted: its markets can decide',
  approved: 'The scenario is approved',
  archived: 'Archived',
}

/** What can be done with a scenario where it stands: the next step as a button, all else in a menu. */
export function ScenarioActions(props: ScenarioActionsProps) {
  const { grid, isEditing, unsaved, locale, onLeave, onRefused, onLostFocus } = props
  const { scenario, reviews, refused_edit: refused, refused_review: refusedReview } = grid
  const { id, status } = scenario
  const client = useQueryClient()
  const navigate = useNavigate()
  const allowed = useAllowed()
  const [copying, setCopying] = useState<CopyKind | null>(null)
  const [deleting, setDeleting] = useState(false)
  // It stays to be read: what is notified would go, and stand above these buttons until then.
  const quiet = {
    meta: { quiet: true },
    onMutate: () => onRefused(null),
    onError: (error: Error) => onRefused(errorMessage(error)),
  }
  const move = useMutation({
    ...quiet,
    mutationFn: (to: ScenarioStatus) => moveScenario(client, id, to),
    onSuccess: async (_, to) => {
      notify.success(moved[to])
      await afterChange(client)
      requestAnimationFrame(() => (document.activeElement === document.body ? onLostFocus() : undefined))
    },
    onError: async (error: Error) => {
      onRefused(errorMessage(error))
      // What somebody else made of it meanwhile is shown beside the refusal.
      if (error instanceof ApiError && error.code === 'ROW_CONFLICT') await afterChange(client)
    },
  })
  const post = useMutation({
    ...quiet,
    mutationFn: () => postAccruals(id),
    onSuccess: async ({ posted, amount, currency }) => {
      if (posted === 0) notify.info('Everything was posted before.')
      else notify.success(`${posted} accruals posted, ${round(amount, locale)} ${currency}`)
      await afterChange(client)
    },
  })
  const vistex = useMutation({
    ...quiet,
    mutationFn: () =>
      download('promotion/vistex-download', {
        method: 'POST',
        json: { id },
        name: `vistex-${scenario.scenario_number}.xlsx`,
        reads: true,
      }),
  })
  const remove = useMutation({
    ...quiet,
    mutationFn: () => deleteScenario(id),
    onSuccess: async () => {
      onLeave()
      notify.success('Scenario deleted')
      await navigate('/promotion-scenario-setup')
      await afterChange(client)
    },
  })
  const mayEdit = refused === null
  const waiting = reviews.filter((one) => one.territory === null && one.status !== 'approved').length
  const hint = unsaved > 0 ? 'Save first' : undefined
  const step = (label: string, to: ScenarioStatus, disabled = false) => (
    <Button
      key={to}
      keepsFocus
      variant="primary"
      busy={move.isPending}
      disabled={disabled || unsaved > 0}
      data-tip={hint}
      onClick={() => move.mutate(to)}
    >
      {label}
    </Button>
  )
  const copy = (label: string, kind: CopyKind): MenuEntry => ({
    label,
    icon: CopyIcon,
    onSelect: () => setCopying(kind),
  })
  const items: MenuEntry[] = [
    ...(mayEdit
      ? [
          copy('Clone', 'clone'),
          copy('Extend', 'extended_scenario'),
          ...(status === 'in_review' || status === 'approved' ? [copy('Close early', 'premature_scenario')] : []),
          'separator' as const,
        ]
      : []),
    { label: 'Download for Vistex', icon: DownloadIcon, onSelect: () => vistex.mutate() },
    ...(mayEdit && status === 'in_review'
      ? [{ label: 'Take back to draft', onSelect: () => move.mutate('draft') }]
      : []),
    ...(mayEdit && status === 'archived'
      ? [{ label: 'Make it a draft again', onSelect: () => move.mutate('draft') }]
      : []),
    ...(mayEdit && (status === 'approved' || status === 'draft')
      ? [
          {
            label: 'Archive',
            disabled: unsaved > 0,
            ...(hint ? { hint } : {}),
            onSelect: () => move.mutate('archived'),
          },
        ]
      : []),
    ...(mayEdit && status === 'draft' && allowed('promotions.delete')
      ? [{ label: 'Delete', icon: TrashIcon, danger: true, onSelect: () => setDeleting(true) }]
      : []),
  ]
  return (
    <>
      {!isEditing && mayEdit && status === 'draft' ? (
        <Link to={`/promotion-scenario-setup/edit/${id}`} className={buttonClass()}>
          Edit
        </Link>
      ) : null}
      {status === 'approved' && allowed('promotions.read') ? (
        <Link to={`/promotion-postings?scenario_number=${scenario.scenario_number}`} className={buttonClass()}>
          Accruals
        </Link>
      ) : null}
      <Menu
        label="More for this scenario"
        align="end"
        items={items}
        trigger={(props) => <IconButton {...props} bordered icon={MoreIcon} label="More for this scenario" />}
      />
      {status === 'draft' && mayEdit ? step('Submit for review', 'in_review', grid.line_count === 0) : null}
      {status === 'in_review' && refusedReview === null ? step('Approve the scenario', 'approved', waiting > 0) : null}
      {status === 'approved' && allowed('promotions.post') ? (
        <Button keepsFocus variant="primary" busy={post.isPending} onClick={() => post.mutate()}>
          Post accruals
        </Button>
      ) : null}
      {copying ? (
        <CopyDialog
          kind={copying}
          scenario={scenario}
          onClose={() => setCopying(null)}
          onMade={(made) => {
            setCopying(null)
            void navigate(`/promotion-scenario-setup/edit/${made}`)
          }}
        />
      ) : null}
      <ConfirmDialog
        open={deleting}
        title={`Delete ${scenario.scenario_number}?`}
        confirmLabel="Delete the scenario"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      >
        Its lines, comments and reviews are deleted with it.
      </ConfirmDialog>
    </>
  )
}
