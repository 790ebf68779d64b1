import { useNavigate } from 'react-router-dom'
import type { Profile } from '#src/data/bootstrap.ts'
import { signOut } from '#src/session/session.ts'
import { HelpIcon, type Icon, KeyboardIcon, KeyIcon, SignOutIcon, UserIcon } from '#src/ui/icons.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { AppearanceChoices } from '../appearance-choices.tsx'
import { Avatar } from '../avatar.tsx'

interface UserPanelProps {
  readonly profile: Profile
  readonly close: () => void
  readonly onKeys: () => void
}

/** What the user menu holds; loaded when it is about to be opened. */
export function UserPanel({ profile, close, onKeys }: UserPanelProps) {
  const navigate = useNavigate()
  const { name, email, avatar, organization, role_name, role } = profile
  const go = (path: string) => () => {
    close()
    void navigate(path)
  }
  return (
    <>
      <div className="flex items-center gap-3 px-4 py-3.5">
        <Avatar name={name} path={avatar} size={40} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-ink-2">{email}</p>
          <p className="truncate text-sm text-ink-3">
            {[role_name ?? role, organization.name].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <div className="border-t border-line px-4 py-3.5">
        <AppearanceChoices />
      </div>
      <div className="border-t border-line p-1.5">
        <Entry icon={UserIcon} label="Profile" onClick={go('/profile')} />
        <Entry icon={KeyIcon} label="Change the password" onClick={go('/profile/password')} />
        <Entry icon={HelpIcon} label="Help" onClick={go('/help')} />
        <Entry
          icon={KeyboardIcon}
          label="Keyboard"
          keys="?"
          onClick={() => {
            close()
            onKeys()
          }}
        />
        <Entry icon={SignOutIcon} label="Sign out" onClick={() => void signOut()} />
      </div>
    </>
  )
}

function Entry({
  icon: Picture,
  label,
  keys,
  onClick,
}: {
  icon: Icon
  label: string
  keys?: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left hover:bg-hover"
    >
      <Picture className="text-ink-3" />
      <span className="flex-1">{label}</span>
      {keys ? <Kbd>{keys}</Kbd> : null}
    </button>
  )
}
