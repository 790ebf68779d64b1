/** `sales-*.csv`: * for any characters, ? for one. */
export function matcher(pattern: string): RegExp {
  const escaped = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${escaped}$`, 'i')
}

/** Hidden files and those that whoever sends them has not finished yet. */
export const isArriving = (name: string): boolean => name.startsWith('.') || /\.(part|filepart|tmp)$/i.test(name)
