import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

// The editor writes its styles as a tag, which the page allows with this word only.
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce

const looks = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--ink-1)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: "'IBM Plex Mono', ui-monospace, monospace", lineHeight: '20px' },
  '.cm-gutters': {
    backgroundColor: 'var(--background)',
    color: 'var(--ink-3)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink-1)' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink-1)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink-1)' },
  '.cm-completionInfo': { maxWidth: '20rem', padding: '6px 10px' },
  '.cm-completionDetail': { color: 'var(--ink-3)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '&.cm-focused': { outline: '2px solid var(--accent-ink)', outlineOffset: '-2px' },
})

/** How every editor of code looks, in the colours of the theme; its styles are allowed by the page's nonce. */
export const codeLooks: Extension = nonce ? [looks, EditorView.cspNonce.of(nonce)] : looks
