/** Selects the text an input shows once it has the focus, unless somebody has begun to type by then. */
export function selectOnFocus(input: HTMLInputElement, text: string): void {
  if (text === '') return
  requestAnimationFrame(() => {
    if (input.ownerDocument.activeElement === input && input.value === text) input.select()
  })
}
