import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Select } from '#src/ui/select.tsx'
import { Spinner } from '#src/ui/spinner.tsx'

interface SourceSampleProps {
  readonly onFile: (file: File) => Promise<void>
}

interface Listed {
  readonly records: readonly { readonly id: number; readonly code: string; readonly name: string }[]
}

/** Takes the beginning of what an integration would bring now as the sample. */
export function SourceSample({ onFile }: SourceSampleProps) {
  const integrations = useQuery({
    queryKey: ['integration-setup', 'list', 'for-samples'],
    queryFn: ({ signal }) =>
      api.get<Listed>('integration-setup', { query: { limit: '200', columns: 'code,name' }, signal }),
    meta: { quiet: true },
  })
  const take = useMutation({
    mutationFn: async (id: string) => {
      const { name, text } = await api.get<{ name: string; text: string }>('integration-setup/sample', {
        query: { id },
      })
      await onFile(new File([text], name, { type: 'text/csv' }))
    },
    meta: { quiet: true },
  })
  const records = integrations.data?.records ?? []
  if (records.length === 0) return null
  return (
    <>
      <span className="w-56">
        <Select
          aria-label="Sample from an integration"
          value=""
          placeholder="Sample from an integration"
          disabled={take.isPending}
          options={records.map(({ id, code }) => ({ value: String(id), label: code }))}
          onChange={(event) => take.mutate(event.target.value)}
        />
      </span>
      {take.isPending ? <Spinner label="Asking the source" /> : null}
      {take.isError ? (
        <p role="alert" className="w-full text-bad">
          {errorMessage(take.error)}
        </p>
      ) : null}
    </>
  )
}
