import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { screenQuery } from '#src/data/screens.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { uploadPath } from './paths.ts'
import { uploadQuery } from './upload-api.ts'

/** The address of one upload, as histories and mails give it; leads to the wizard of its screen. */
export function UploadPage() {
  const { id = '' } = useParams()
  const upload = useQuery(uploadQuery(id))
  const name = upload.data?.screen ?? ''
  const screen = useQuery({ ...screenQuery(name), enabled: name !== '' })
  if (upload.isError)
    return (
      <LoadFailure
        isPage
        title="This upload could not be loaded"
        error={upload.error}
        onRetry={() => void upload.refetch()}
      />
    )
  if (!upload.data || screen.isPending) return <Skeleton className="block h-40" width="100%" />
  const path = screen.data?.upload?.path
  return path ? (
    <Navigate to={uploadPath(path, upload.data)} replace />
  ) : (
    <ErrorState isPage title="You do not have access to this upload">
      {screen.error ? errorMessage(screen.error) : null}
    </ErrorState>
  )
}
