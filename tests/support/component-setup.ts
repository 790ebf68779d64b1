import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom lays nothing out: without a size the virtualised rows would all be out of view and none would be rendered.
for (const [name, size] of Object.entries({
  clientHeight: 800,
  clientWidth: 1280,
  offsetHeight: 800,
  offsetWidth: 1280,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizeObserver

window.matchMedia ??= (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

Element.prototype.scrollIntoView ??= () => {}

// On a busy machine a page may take longer than the second that is usual.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
