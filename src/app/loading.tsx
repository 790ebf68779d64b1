import { Spinner } from '#src/ui/spinner.tsx'

/** Shown while an area of the program or the profile is being loaded. */
export function Loading({ full = false }: { full?: boolean }) {
  return (
    <div className={`flex w-full items-center justify-center text-ink-2 ${full ? 'h-dvh' : 'min-h-64 flex-1'}`}>
      <Spinner size={18} label="Loading..." />
    </div>
  )
}
