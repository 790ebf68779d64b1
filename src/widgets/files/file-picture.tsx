import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#src/data/transport.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { filePath, type StoredFile } from './stored-file.ts'

/** The address of a picture within the page; an img element cannot send the session's token along. */
function usePictureAddress(file: StoredFile): { readonly address: string | null; readonly failed: boolean } {
  const picture = useQuery({
    queryKey: ['file', file.id],
    queryFn: async ({ signal }) =>
      (await call('GET', filePath(file), { query: { inline: 'true' }, background: true, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  })
  const [address, setAddress] = useState<string | null>(null)
  const blob = picture.data
  useEffect(() => {
    if (!blob) return undefined
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return { address: blob ? address : null, failed: picture.isError }
}

/** A small picture that opens large. */
export function FilePicture({ file }: { file: StoredFile }) {
  const [open, setOpen] = useState(false)
  const { address, failed } = usePictureAddress(file)
  const frame =
    'flex size-16 shrink-0 items-center justify-center overflow-hidden rounded border border-line bg-background text-sm text-ink-3'
  if (failed) return <span className={frame}>No preview</span>
  if (address === null) return <span className={frame} aria-hidden />
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge ${file.name}`}
        className={`${frame} cursor-zoom-in hover:border-line-strong print:size-auto print:border-0`}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt="" className="size-full object-contain print:max-h-40 print:max-w-60" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} size="lg" title={file.name}>
        <img src={address} alt={file.name} className="mx-auto max-h-[75vh] max-w-full" />
      </Dialog>
    </>
  )
}
