import { buttonClass } from '#src/ui/button.tsx'
import { HomeIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'

/** Where to go from an address that shows nothing. */
export const WaysOut = () => (
  <>
    <Link to="/" className={buttonClass('primary')}>
      <HomeIcon className="-ml-0.5" />
      Go to the start
    </Link>
    <Link to="/applauncher" className={buttonClass()}>
      Choose another application
    </Link>
  </>
)
