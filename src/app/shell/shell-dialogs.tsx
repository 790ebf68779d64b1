import { loadChunk } from '#src/session/chunks.ts'
import { notify } from '#src/ui/notify.ts'
import { useModule } from '#src/ui/use-module.ts'
import type { ShellDialog } from './use-shell-keys.ts'

/** Loads the command palette ahead of its first use. */
export const loadPalette = () => loadChunk(() => import('./palette.tsx'))
const loadMap = () => loadChunk(() => import('#src/widgets/keyboard-map.tsx'))

interface ShellDialogsProps {
  readonly dialog: ShellDialog | null
  readonly onClose: () => void
  readonly onDialog: (dialog: ShellDialog) => void
}

export function ShellDialogs({ dialog, onClose, onDialog }: ShellDialogsProps) {
  const fail = (error: Error) => {
    onClose()
    notify.error(error.message)
  }
  const palette = useModule(dialog === 'palette', loadPalette, fail)
  const map = useModule(dialog === 'keys', loadMap, fail)
  return (
    <>
      {palette ? (
        <palette.Palette open={dialog === 'palette'} onClose={onClose} onKeys={() => onDialog('keys')} />
      ) : null}
      {map ? <map.KeyboardMap open={dialog === 'keys'} onClose={onClose} /> : null}
    </>
  )
}
