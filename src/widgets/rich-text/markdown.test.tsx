import { expect, it } from 'vitest'
import { markdownElements } from './markdown.ts'

function pageOf(text: string): HTMLElement {
  const page = document.createElement('div')
  page.append(markdownElements(text))
  return page
}

it('makes lists, tables, links and headings below those of the page', () => {
  const html = pageOf('# Title\n\n- **one**\n\n[Customers](/customer-master)\n\n| A |\n|---|\n| 1 |').innerHTML
  expect(html).toContain('<h3>Title</h3>')
  expect(html).toContain('<li><strong>one</strong></li>')
  expect(html).toContain('<a href="/customer-master">Customers</a>')
  expect(html).toContain('<td>1</td>')
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '<a href="/x" onclick="alert(1)" style="position:fixed">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="/api/logout"><input name=x></form>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
])('leaves out what could do anything: %s', (text) => {
  const page = pageOf(text)
  expect(page.querySelectorAll('script, img, iframe, form, input, style, svg, math')).toHaveLength(0)
  for (const element of page.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(['href', 'start']).toContain(name)
      expect(value).not.toMatch(/^(?:javascript|data|\/\/)/i)
    }
})
