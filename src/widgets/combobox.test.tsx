import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen as dom } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { useEffect, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { f, normalizeField } from '#src/definition'
import { ReferenceValues } from './filter-reference.tsx'
import { ReferenceInput } from './input-reference.tsx'
import { ReferencesInput } from './input-references.tsx'

const one = normalizeField('parent', f.reference('customer'))
const many = normalizeField('parents', f.references('customer'))

const customers = Array.from({ length: 40 }, (_, at) => ({ value: String(10001 + at), label: `Trader ${at + 1}` }))
/** Answers to a typed text wait until they are let go; the first list comes at once. */
let held: (() => void)[] = []
let isHeld = false
const server = setupServer(
  http.post('*/api/dropdown-search/customer', async ({ request }) => {
    const { search } = (await request.json()) as { search: string }
    if (search !== '' && isHeld) await new Promise<void>((resolve) => held.push(resolve))
    const found = customers.filter(({ value, label }) => `${value} ${label}`.includes(search))
    return HttpResponse.json({ response: found.slice(0, 20) })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  localStorage.clear()
  held = []
  isHeld = true
})
afterAll(() => server.close())

const letGo = async () => {
  await vi.waitFor(() => expect(held).not.toEqual([]), { timeout: 2000 })
  isHeld = false
  for (const go of held) go()
}

let now: unknown
function Field({ Input }: { readonly Input: typeof ReferenceInput }) {
  const [value, setValue] = useState<unknown>(null)
  useEffect(() => {
    now = value
  }, [value])
  const field = Input === ReferenceInput ? one : many
  return (
    <>
      <Input id="parent" field={field} value={value} onChange={setValue} locale="en" record={{}} ariaLabel="Parent" />
      <button type="button" onClick={() => setValue(Input === ReferenceInput ? '10040' : ['10040'])}>
        Paste
      </button>
    </>
  )
}

const open = async (Input: typeof ReferenceInput) => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <Field Input={Input} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const box = dom.getByRole('combobox')
  await userEvent.click(box)
  await dom.findByRole('option', { name: /10020/, hidden: true })
  return box
}
const offered = () => dom.queryAllByRole('option', { hidden: true }).map((option) => option.textContent?.slice(0, 5))

test('while the answer to what is typed is not there, only what contains it is offered, and it is said that it is searched', async () => {
  const box = await open(ReferenceInput)
  await userEvent.type(box, '1001')
  expect(offered()).toEqual(['10010', '10011', '10012', '10013', '10014', '10015', '10016', '10017', '10018', '10019'])
  expect(dom.getByRole('status', { hidden: true }).textContent).toBe('Searching')
  await userEvent.clear(box)
  await userEvent.type(box, '10033')
  expect(offered()).toEqual([])
  expect(dom.getByRole('status', { hidden: true }).textContent).toBe('Searching')
  // Nothing else is chosen, and what was typed is found when it is known.
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(now).toBe('10033')
  await letGo()
  expect(now).toBe('10033')
})

test('what was chosen among the first stays chosen when the answer comes', async () => {
  const box = await open(ReferenceInput)
  // Trader 1, 10 to 19; the answer holds Trader 21 and 31 as well, which no text of the first list tells.
  await userEvent.type(box, '1')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const chosen = () =>
    dom.getAllByRole('option', { hidden: true }).find((option) => option.getAttribute('aria-selected') === 'true')
  expect(chosen()?.textContent).toContain('10002')
  customers.unshift({ value: '10000', label: 'Trader 0' })
  await letGo()
  await dom.findByRole('option', { name: /10000/, hidden: true })
  customers.shift()
  expect(chosen()?.textContent).toContain('10002')
  await userEvent.keyboard('{Enter}')
  expect(now).toBe('10002')
})

test('a name that is found late takes the place of its text, and of nothing that was put there meanwhile', async () => {
  const box = await open(ReferenceInput)
  await userEvent.type(box, 'Trader 33')
  await userEvent.keyboard('{Enter}')
  expect(now).toBe('Trader 33')
  await letGo()
  await vi.waitFor(() => expect(now).toBe('10033'))

  isHeld = true
  held = []
  await userEvent.clear(box)
  await userEvent.type(box, 'Trader 34')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(dom.getByRole('button', { name: 'Paste' }))
  await letGo()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(now).toBe('10040')
})

test('of several references, too, the record takes the place of the text', async () => {
  const box = await open(ReferencesInput)
  await userEvent.type(box, 'Trader 33')
  await userEvent.keyboard('{Enter}')
  expect(now).toEqual(['Trader 33'])
  await letGo()
  await vi.waitFor(() => expect(now).toEqual(['10033']))
})

test('a filter takes the record in the place of the text that it was typed as', async () => {
  function Filter() {
    const [texts, setTexts] = useState<readonly string[]>([])
    useEffect(() => {
      now = texts
    }, [texts])
    return <ReferenceValues id="f" field={one} op="in" texts={texts} onChange={setTexts} invalid={false} />
  }
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <Filter />
    </QueryClientProvider>,
  )
  const box = dom.getByRole('combobox')
  await userEvent.type(box, 'Trader 33')
  await userEvent.keyboard('{Enter}')
  expect(now).toEqual(['Trader 33'])
  await letGo()
  await vi.waitFor(() => expect(now).toEqual(['10033']))
})

test('of records that a call offers, nothing else can be chosen, and it is asked with the values beside the field', async () => {
  const asked: Record<string, string>[] = []
  server.use(
    http.get('*/api/offered-customers', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      const found = customers.slice(0, 3).filter(({ label }) => label.includes(query['search'] ?? ''))
      return HttpResponse.json({ response: { records: found, total_record: found.length } })
    }),
  )
  const offered = { call: 'offered-customers', by: ['country', 'city'] }
  const field = normalizeField('parent', f.reference('customer', { offered }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <ReferenceInput
          id="parent"
          field={field}
          value={null}
          onChange={(value) => {
            now = value
          }}
          locale="en"
          record={{ country: 'DE', city: null }}
          ariaLabel="Parent"
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const box = dom.getByRole('combobox')
  await userEvent.click(box)
  await dom.findByRole('option', { name: /10003/, hidden: true })
  expect(dom.getAllByRole('option', { hidden: true })).toHaveLength(3)
  await userEvent.type(box, 'Trader 2')
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ country: 'DE', search: 'Trader 2' }))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(now).toBe('10002'))
})
