/** The corner that is dragged to fill the cells below or above; the keys for it are Ctrl D. */
export const FillHandle = () => (
  <span
    aria-hidden
    data-fill
    data-tip="Drag to fill, with Ctrl as a series; a double click fills to the end"
    className="absolute right-0 bottom-0 z-20 size-2 translate-x-px translate-y-px cursor-crosshair touch-none border border-panel bg-accent"
  />
)
