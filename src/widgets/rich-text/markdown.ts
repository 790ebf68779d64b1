import DOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({
  gfm: true,
  breaks: true,
  // Below the title of the page and of the card it stands in.
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth = Math.min(6, Number(token.depth) + 2)
  },
})

const tags = 'h3 h4 h5 h6 p br hr blockquote ul ol li strong em del code pre a table thead tbody tr th td'.split(' ')

/** The elements of a text in Markdown with nothing among them but text, lists, tables and links to pages; scripts, styles, pictures and forms are left out. */
export const markdownElements = (text: string): DocumentFragment =>
  DOMPurify.sanitize(marked.parse(text, { async: false }), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
