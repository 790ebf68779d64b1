import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { FileIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { FilePicture } from './file-picture.tsx'
import { filePath, isPicture, sizeText, type StoredFile } from './stored-file.ts'

/** A file as it is read: its picture or sign, its name that downloads it, its size. */
export function FileLine({ file, plain = false }: { file: StoredFile; plain?: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(filePath(file), { name: file.name })
    } catch (error) {
      notify.error(`${file.name} could not be downloaded. ${errorMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex min-w-0 max-w-full items-center gap-2">
      {plain ? null : isPicture(file) ? <FilePicture file={file} /> : <FileIcon className="shrink-0 text-ink-3" />}
      <span className="min-w-0">
        <button
          type="button"
          title={file.name}
          aria-label={`Download ${file.name}`}
          aria-busy={busy || undefined}
          className="inline max-w-full text-left break-words text-accent-ink hover:underline"
          onClick={() => void save()}
        >
          {file.name}
        </button>
        {plain ? null : <span className="ml-1.5 text-sm whitespace-nowrap text-ink-3">{sizeText(file.size)}</span>}
      </span>
    </span>
  )
}
