import { useQuery } from '@tanstack/react-query'
import { call } from '#src/data/transport.ts'

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}

// A picture needs the session's token, which an img element cannot send along.
function usePicture(path: string | null | undefined): string | null {
  const { data } = useQuery({
    queryKey: ['avatar', path],
    queryFn: async () => URL.createObjectURL(await (await call('GET', path ?? '', { background: true })).blob()),
    enabled: Boolean(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return path ? (data ?? null) : null
}

/** A person's picture, or the initials; decoration, the name is said beside it. */
export function Avatar({ name, path, size = 28 }: { name: string; path: string | null | undefined; size?: number }) {
  const picture = usePicture(path)
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-nav-soft font-semibold text-nav-ink"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {picture === null ? initialsOf(name) : <img src={picture} alt="" className="size-full object-cover" />}
    </span>
  )
}
