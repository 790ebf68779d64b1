import { fillPath, type Screen } from '#src/definition'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { FilterIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import type { ScreenRights } from './screen-rights.ts'

interface ListEmptyProps {
  readonly screen: Screen
  readonly rights: ScreenRights
  readonly readOnly: boolean
  /** Filters, a search or a view hold rows back. */
  readonly narrowed: boolean
  /** The page lies behind the last row. */
  readonly beyond: boolean
  readonly onClear: () => void
  readonly onFirstPage: () => void
}

/** Says what would be here, or what holds it back, and offers the next step. */
export function ListEmpty({ screen, rights, readOnly, narrowed, beyond, onClear, onFirstPage }: ListEmptyProps) {
  const plural = screen.plural.toLowerCase()
  if (beyond) {
    return (
      <EmptyState title="There is no such page" actions={<Button onClick={onFirstPage}>To the first page</Button>}>
        The list has become shorter, or the number was too high.
      </EmptyState>
    )
  }
  if (narrowed) {
    return (
      <EmptyState
        icon={FilterIcon}
        title={screen.messages.empty}
        actions={<Button onClick={onClear}>Clear filters and search</Button>}
      >
        None of the {plural} match the filters above.
      </EmptyState>
    )
  }
  const canUpload = screen.upload && rights.upload && !readOnly
  const canCreate = screen.form && rights.create && !readOnly
  return (
    <EmptyState
      title={`No ${plural} yet`}
      actions={
        (canUpload || canCreate) && (
          <>
            {canUpload && (
              <Link className={buttonClass()} to={screen.upload.path}>
                Upload a file
              </Link>
            )}
            {canCreate && (
              <Link className={buttonClass('primary')} to={fillPath(screen.form.create, {})}>
                New {screen.label.toLowerCase()}
              </Link>
            )}
          </>
        )
      }
    >
      {`The ${plural} of your organization will be listed here. ${invitation(Boolean(canCreate), Boolean(canUpload))}`.trim()}
    </EmptyState>
  )
}

const invitation = (canCreate: boolean, canUpload: boolean): string =>
  canCreate
    ? canUpload
      ? 'Enter the first one or upload a file.'
      : 'Enter the first one.'
    : canUpload
      ? 'Upload a file.'
      : ''
