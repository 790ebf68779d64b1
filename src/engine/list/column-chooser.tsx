import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ColumnsIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { ColumnPanelProps } from './column-panel.tsx'

const loadPanel = () => import('./column-panel.tsx')

/** The button that opens the choice of columns. */
export function ColumnChooser(props: ColumnPanelProps) {
  const [open, setOpen] = useState(false)
  const panel = useModule(open, loadPanel)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label="Columns"
      trigger={(trigger) => (
        <Button {...trigger} icon={ColumnsIcon}>
          Columns
        </Button>
      )}
    >
      {panel ? <panel.ColumnPanel {...props} /> : <SkeletonLines lines={6} className="w-72" />}
    </Popover>
  )
}
