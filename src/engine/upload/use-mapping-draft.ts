import { useEffect, useMemo, useState } from 'react'
import { useProfileId } from '#src/widgets/use-profile-id.ts'
import { wholeFormat, type FormatBody } from './format-body.ts'
import { keepMapping, readMapping, sameFormat, type MappingDraft } from './mapping-draft.ts'
import type { Upload } from './upload-api.ts'

interface Mapped {
  /** The columns as they are mapped now. */
  readonly body: FormatBody
  readonly formatId: number | null
  /** What somebody mapped himself, as far as it has not been checked. */
  readonly draft: MappingDraft | null
  /** The lines were checked by other columns. */
  readonly isStale: boolean
  readonly keep: (upload: number, draft: MappingDraft | null) => void
}

/** The mapping of an upload: the user's own, kept in the tab until it is checked, else the one it was checked or proposed by. */
export function useMappingDraft(
  id: string | null,
  upload: Upload | undefined,
  wantedFormat: number | null,
  isOver: boolean,
): Mapped {
  const profileId = useProfileId()
  const found = useMemo(() => (id === null ? null : readMapping(id, profileId())), [id, profileId])
  const [held, setHeld] = useState<{ readonly id: string; readonly draft: MappingDraft | null } | null>(null)
  const draft = held && held.id === id ? held.draft : found
  useEffect(() => {
    if (id !== null && isOver) keepMapping(id, profileId(), null)
  }, [id, isOver, profileId])
  const before = wholeFormat(upload?.format ?? upload?.suggestion?.format)
  const stored = upload?.format ? upload.format_id : upload?.suggestion?.format_id
  return {
    body: draft?.body ?? before,
    formatId: draft ? draft.formatId : (wantedFormat ?? stored ?? null),
    draft,
    isStale: draft !== null && upload?.state === 'checked' && !sameFormat(draft.body, before),
    keep: (of, next) => {
      keepMapping(String(of), profileId(), next)
      setHeld({ id: String(of), draft: next })
    },
  }
}
