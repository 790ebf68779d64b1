import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { queryTypes } from '#src/definition/query/query.ts'
import { QueryBuilder, type QueryBuilderProps } from './query-builder.tsx'
import { formatQuery } from './query-api.ts'

type QueryPageProps = Omit<QueryBuilderProps, 'format'> & { readonly id: number | null }

/** The builder with the saved query of the address, or with a new one. */
export function QueryPage({ id, ...rest }: QueryPageProps) {
  const format = useQuery({ ...formatQuery(id ?? 0), enabled: id !== null, refetchOnWindowFocus: false })
  if (id === null) return <QueryBuilder format={null} {...rest} />
  if (format.data) return <QueryBuilder key={id} format={format.data} {...rest} />
  if (format.isError) {
    const back = (
      <Link to={queryTypes.find(({ value }) => value === rest.type)!.path} className={buttonClass()}>
        All queries
      </Link>
    )
    return (
      <LoadFailure
        isPage
        title="The query could not be loaded"
        error={format.error}
        onRetry={() => void format.refetch()}
        back={back}
      />
    )
  }
  return (
    <div role="status" aria-label="Loading the query" className="p-6">
      <SkeletonLines lines={8} />
    </div>
  )
}
