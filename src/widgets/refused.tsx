import { Link } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { buttonClass } from '#src/ui/button.tsx'
import { DeniedState } from '#src/ui/states.tsx'

/** Says what of a screen one may not do ('add', 'upload'), who can grant it, and leads back to what may be read. */
export function Refused({ screen, act }: { readonly screen: Screen; readonly act: string }) {
  const what = screen.plural.toLowerCase()
  return (
    <DeniedState
      title={`You may not ${act} ${what}`}
      actions={
        <Link to={screen.list?.path ?? '/'} className={buttonClass()}>
          Back to the {what}
        </Link>
      }
    />
  )
}
