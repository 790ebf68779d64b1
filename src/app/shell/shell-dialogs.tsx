import { useModule } from '#src/ui/use-module.ts'
import type { ShellDialog } from './use-shell-keys.ts'

/** Loads the command palette ahead of its first use. */
export const loadPalette = () => import('./palette.tsx')
const loadMap = () => import('./keyboard-map.tsx')

interface ShellDialogsProps {
  readonly dialog: ShellDialog | null
  readonly onClose: () => void
  readonly onDialog: (dialog: ShellDialog) => void
}

export function ShellDialogs({ dialog, onClose, onDialog }: ShellDialogsProps) {
  const palette = useModule(dialog === 'palette', loadPalette)
  const map = useModule(dialog === 'keys', loadMap)
  return (
    <>
      {palette ? <palette.Palette open={dialog === 'palette'} onClose={onClose} onKeys={() => onDialog('keys')} /> : null}
      {map ? <map.KeyboardMap open={dialog === 'keys'} onClose={onClose} /> : null}
    </>
  )
}
