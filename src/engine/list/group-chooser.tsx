import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { GroupIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { GroupPanelProps } from './groups/group-panel.tsx'
import { groupKey } from './grouping.ts'

const loadPanel = () => import('./groups/group-panel.tsx')

/** The button that opens the choice of groups, and says by what the list is grouped. */
export function GroupChooser(props: GroupPanelProps) {
  const [open, setOpen] = useState(false)
  const panel = useModule(open, loadPanel)
  const names = props.group.map(
    (key) => props.screen.fields.find(({ name }) => name === groupKey(key).field)?.label ?? key,
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label="Group"
      trigger={(trigger) => (
        <Button
          {...trigger}
          icon={GroupIcon}
          aria-label={names.length > 0 ? `Group: ${names.join(', ')}` : undefined}
          data-tip={names.length > 0 ? `Grouped by ${names.join(', then ')}` : undefined}
          className={names.length > 0 ? '!border-accent !bg-accent-soft !text-accent-ink' : ''}
        >
          {names.length > 0 ? <span className="max-w-40 truncate">{names.join(', ')}</span> : 'Group'}
        </Button>
      )}
    >
      {panel ? <panel.GroupPanel {...props} /> : <SkeletonLines lines={3} className="w-72" />}
    </Popover>
  )
}
