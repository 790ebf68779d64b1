/** How the address names a saved view: its id, and its name for those who read addresses. */
export function viewKey({ id, name }: { readonly id: number; readonly name: string }): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return slug ? `${id}-${slug}` : String(id)
}

/** The id of a saved view that a key names; null for the views of definitions, which go by their name. */
export function viewId(key: string): number | null {
  const id = /^(\d{1,15})(-|$)/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** Whether two keys name the same view, even if it was renamed between them. */
export const isSameView = (one: string | null, other: string): boolean =>
  one !== null && (viewId(one) ?? one) === (viewId(other) ?? other)
