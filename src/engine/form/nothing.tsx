/** Says of a field that is read that it has no value. */
export function Nothing() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
