import { useState } from 'react'
import { loadChunk } from '#src/session/chunks.ts'
import { useSlice } from '#src/session/slices.ts'
import { notify } from '#src/ui/notify.ts'
import { Popover } from '#src/ui/popover.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { Avatar } from '../avatar.tsx'

const loadPanel = () => loadChunk(() => import('./user-panel.tsx'))

/** Who is signed in, how the product looks for them, and the way out. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const profile = useSlice('profileData')
  const [wanted, setWanted] = useState(false)
  const panel = useModule(wanted, loadPanel, (error) => {
    setWanted(false)
    notify.error(error.message)
  })
  if (profile === null) return null
  const prepare = () => setWanted(true)
  return (
    <Popover
      label="Your account"
      align="end"
      flush
      className="w-[19rem]"
      onOpenChange={prepare}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          onPointerEnter={prepare}
          onFocus={prepare}
          aria-label={`Your account, ${profile.name}`}
          className="rounded-full outline-offset-2 hover:ring-2 hover:ring-line-strong"
        >
          <Avatar name={profile.name} path={profile.avatar} />
        </button>
      )}
    >
      {(close) =>
        panel ? (
          <panel.UserPanel profile={profile} close={close} onKeys={onKeys} />
        ) : (
          <Spinner className="p-6" label="Loading..." />
        )
      }
    </Popover>
  )
}
