import type { Action, Screen } from '#src/definition'
import { CheckIcon, type Icon, KeyIcon, LinkIcon, LockIcon, MailIcon } from '#src/ui/icons.tsx'
import type { MenuEntry } from '#src/ui/menu.tsx'
import { rowActions } from './offered-actions.ts'

const icons: Readonly<Record<string, Icon>> = {
  key: KeyIcon,
  link: LinkIcon,
  lock: LockIcon,
  mail: MailIcon,
  unlock: CheckIcon,
}

/** The entries of a menu for the actions on one record. */
export const actionEntries = (
  screen: Screen,
  record: Readonly<Record<string, unknown>>,
  me: string | undefined,
  onAction: (action: Action) => void,
): MenuEntry[] =>
  rowActions(screen, record, me).map(({ action, excluded }) => {
    const icon = icons[action.icon ?? '']
    return {
      label: action.label,
      danger: (action.danger ?? false) && excluded === undefined,
      disabled: excluded !== undefined,
      onSelect: () => onAction(action),
      ...(icon ? { icon } : {}),
      ...(excluded === undefined ? {} : { hint: excluded }),
    }
  })
