import type { Screen } from '#src/definition'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { DeniedState } from '#src/ui/states.tsx'

/** Says what of a screen one may not do ('add', 'upload'), who can grant it, and leads back to what may be read. */
export function Refused({ screen, act }: { readonly screen: Screen; readonly act: 'add' | 'upload' }) {
  const what = screen.plural.toLowerCase()
  const isOpenToNobody = screen.access[act === 'add' ? 'create' : 'upload'] === 'never'
  return (
    <DeniedState
      isPage
      title={isOpenToNobody ? `Nobody ${act}s ${what} here` : `You may not ${act} ${what}`}
      actions={
        <Link to={screen.list?.path ?? '/'} className={buttonClass()}>
          Back to the {what}
        </Link>
      }
    >
      {isOpenToNobody ? <p>The product makes them itself.</p> : undefined}
    </DeniedState>
  )
}
