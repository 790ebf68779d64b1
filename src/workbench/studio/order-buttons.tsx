import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '#src/ui/icons.tsx'

interface OrderButtonsProps {
  /** What is moved, as it is called. */
  readonly what: string
  /** Its place among so many. */
  readonly at: number
  readonly of: number
  readonly onMove: (to: number) => void
  /** Takes it out, said so; without it nothing can be taken out. */
  readonly removal?: { readonly label: string; readonly disabled?: boolean; readonly onClick: () => void }
}

/** Moves one of several that stand below each other up or down, or takes it out. */
export function OrderButtons({ what, at, of, onMove, removal }: OrderButtonsProps) {
  return (
    <>
      <IconButton
        size="sm"
        icon={ArrowUpIcon}
        label={`Move ${what} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDownIcon}
        label={`Move ${what} down`}
        disabled={at === of - 1}
        onClick={() => onMove(at + 1)}
      />
      {removal ? <IconButton size="sm" icon={CloseIcon} {...removal} /> : null}
    </>
  )
}
