export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Placement {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
}

const gap = 4
const edge = 8

/** Where a floating box goes beside its anchor: below, or above where there is more room, never outside the view. */
export function place(anchor: Box, floating: Size, view: Size, align: 'start' | 'end' = 'start'): Placement {
  const below = view.height - (anchor.top + anchor.height) - gap - edge
  const above = anchor.top - gap - edge
  const up = floating.height > below && above > below
  const maxHeight = Math.max(80, up ? above : below)
  const height = Math.min(floating.height, maxHeight)
  const wanted = align === 'end' ? anchor.left + anchor.width - floating.width : anchor.left
  return {
    left: Math.max(edge, Math.min(wanted, view.width - floating.width - edge)),
    top: up ? anchor.top - gap - height : anchor.top + anchor.height + gap,
    maxHeight,
  }
}
