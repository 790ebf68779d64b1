import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { uploadPath } from './paths.ts'
import { uploadQuery } from './upload-api.ts'

/** The address of one upload, as histories and mails give it; leads to the wizard of its screen. */
export function UploadPage() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const upload = useQuery(uploadQuery(id))
  if (upload.isError)
    return <ErrorState title="This upload could not be found">{errorMessage(upload.error)}</ErrorState>
  if (!upload.data) return <Skeleton className="block h-40" width="100%" />
  const { screen } = upload.data
  const routes = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).flatMap(([, boot]) => boot?.routes ?? [])
  const route = routes.find(([, name, kind]) => name === screen && kind === 'upload')
  return route ? (
    <Navigate to={uploadPath(route[0], upload.data)} replace />
  ) : (
    <ErrorState title="You do not have access to this upload" />
  )
}
