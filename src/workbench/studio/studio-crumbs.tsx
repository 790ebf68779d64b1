import { Link } from 'react-router-dom'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'

/** The way back from one definition to all of them. */
export const StudioCrumbs = ({ label }: { label: string }) => (
  <Breadcrumbs crumbs={[{ label: 'Designer Studio', link: (text) => <Link to="/studio">{text}</Link> }, { label }]} />
)
