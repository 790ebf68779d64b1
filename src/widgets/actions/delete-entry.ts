import { TrashIcon } from '#src/ui/icons.tsx'
import type { MenuEntry } from '#src/ui/menu.tsx'

/** The entry of a menu that deletes a record; where something keeps the record, it says what instead. */
export const deleteEntry = (kept: string | undefined, onSelect: () => void): MenuEntry => ({
  label: 'Delete',
  icon: TrashIcon,
  danger: kept === undefined,
  disabled: kept !== undefined,
  hint: kept,
  onSelect,
})
