import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '#src/data/transport.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { filePath, type StoredFile } from './stored-file.ts'

/** The bytes of a picture; an img element cannot send the session's token along. */
const usePicture = (file: StoredFile) =>
  useQuery({
    queryKey: ['file', file.id],
    queryFn: async ({ signal }) =>
      (await call('GET', filePath(file), { query: { inline: 'true' }, background: true, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  })

function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(blob)
      return () => URL.revokeObjectURL(image.src)
    },
    [blob],
  )
  return <img ref={show} alt={alt} className={className} />
}

/** A small picture that opens large. */
export function FilePicture({ file }: { file: StoredFile }) {
  const [open, setOpen] = useState(false)
  const { data: blob, isError } = usePicture(file)
  const frame =
    'flex size-16 shrink-0 items-center justify-center overflow-hidden rounded border border-line bg-background text-sm text-ink-3'
  if (isError) return <span className={frame}>No preview</span>
  if (!blob) return <span className={frame} aria-hidden />
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge ${file.name}`}
        className={`${frame} cursor-zoom-in hover:border-line-strong print:size-auto print:border-0`}
        onClick={() => setOpen(true)}
      >
        <BlobImage blob={blob} alt="" className="size-full object-contain print:max-h-40 print:max-w-60" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} size="lg" title={file.name}>
        <BlobImage blob={blob} alt={file.name} className="mx-auto max-h-[75vh] max-w-full" />
      </Dialog>
    </>
  )
}
