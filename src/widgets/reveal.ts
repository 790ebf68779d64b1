/** Asks an input that shows only part of its value to bring a part into view before it is focused. */
export const revealEvent = 'tierline:reveal'

export interface RevealDetail {
  readonly path: readonly (string | number)[]
}

/** Focuses the control of a problem; `id` is the field's control, `path` leads from there. */
export function reveal(id: string, path: readonly (string | number)[]): void {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.dispatchEvent(new CustomEvent<RevealDetail>(revealEvent, { detail: { path } }))
  // The frame after next has drawn what was brought into view.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const control = document.getElementById([id, ...path].join('_')) ?? field
      control?.scrollIntoView({ block: 'center' })
      control?.focus({ preventScroll: true })
    }),
  )
}
