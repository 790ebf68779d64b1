import { useModule } from '#src/ui/use-module.ts'
import { KeyboardMap } from './keyboard-map.tsx'
import type { ShellDialog } from './use-shell-keys.ts'

/** Loads the command palette ahead of its first use. */
export const loadPalette = () => import('./palette.tsx')

interface ShellDialogsProps {
  readonly dialog: ShellDialog | null
  readonly onClose: () => void
  readonly onDialog: (dialog: ShellDialog) => void
}

export function ShellDialogs({ dialog, onClose, onDialog }: ShellDialogsProps) {
  const palette = useModule(dialog === 'palette', loadPalette)
  return (
    <>
      {palette ? <palette.Palette open={dialog === 'palette'} onClose={onClose} onKeys={() => onDialog('keys')} /> : null}
      <KeyboardMap open={dialog === 'keys'} onClose={onClose} />
    </>
  )
}
