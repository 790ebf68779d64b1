import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { FormatScreen } from './format-screen.tsx'

/** The designer of mappings: first what is to be filled, then how; an existing one is opened as it is. */
export function MappingScreen() {
  const { id } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const screens = useQuery({ ...screenSummariesQuery, enabled: id === undefined })
  if (id !== undefined || parameters.has('functionality')) return <FormatScreen of="mapping" />
  if (screens.isError)
    return (
      <LoadFailure
        isPage
        title="What can be filled could not be loaded"
        error={screens.error}
        onRetry={() => void screens.refetch()}
      />
    )
  if (screens.isPending) return <SkeletonLines lines={6} className="p-6" />
  const choices = screens.data
    .flatMap(({ functionality, plural }) => (functionality ? [{ value: functionality, label: plural }] : []))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        className="mb-5"
        breadcrumbs={
          <Breadcrumbs
            crumbs={[
              { label: 'Mappings', link: (label) => <Link to="/integration-mappings">{label}</Link> },
              { label: 'New' },
            ]}
          />
        }
        title="New mapping"
        description="A mapping says which column of a source fills which field, and what its values become."
      />
      <div className="rounded-lg border border-line bg-panel p-4">
        <FieldFrame label="What is to be filled" required>
          {(wiring) => (
            <Select
              {...wiring}
              value=""
              placeholder="Choose"
              options={choices}
              onChange={(event) => setParameters({ functionality: event.target.value })}
            />
          )}
        </FieldFrame>
      </div>
    </div>
  )
}
