import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Link } from '#src/ui/link.tsx'

/** The way back from one definition to all of them. */
export const StudioCrumbs = ({ label }: { label: string }) => (
  <Breadcrumbs crumbs={[{ label: 'Designer Studio', link: (text) => <Link to="/studio">{text}</Link> }, { label }]} />
)
