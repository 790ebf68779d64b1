/** Whether permissions contain one: exactly, through 'area.*' or '*'. The server decides; this only spares useless buttons. */
export function covers(held: readonly string[], needed: string): boolean {
  if (needed === 'never') return false
  if (needed === 'any' || held.includes(needed)) return true
  const parts = needed.split('.').slice(0, -1)
  if (parts.some((_, at) => held.includes(`${parts.slice(0, at + 1).join('.')}.*`))) return true
  return held.includes('*') && !needed.startsWith('platform.')
}
