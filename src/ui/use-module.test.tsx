import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useModule } from './use-module.ts'

test('a part of the program is loaded when it is first wanted, once', async () => {
  const load = vi.fn(async () => 'part')
  const { result, rerender } = renderHook(({ wanted }) => useModule(wanted, load), { initialProps: { wanted: false } })
  expect(load).not.toHaveBeenCalled()
  rerender({ wanted: true })
  await vi.waitFor(() => expect(result.current).toBe('part'))
  rerender({ wanted: false })
  rerender({ wanted: true })
  expect(result.current).toBe('part')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failure is handed on and wanting it again is another attempt', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part')
  const failed = vi.fn()
  const { result, rerender } = renderHook(({ wanted }) => useModule(wanted, load, failed), {
    initialProps: { wanted: true },
  })
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('offline')))
  expect(result.current).toBeNull()
  rerender({ wanted: false })
  rerender({ wanted: true })
  await vi.waitFor(() => expect(result.current).toBe('part'))
})

test('without anybody to hear of it a failure is thrown at the screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = () => Promise.reject(new Error('offline'))
  await expect(act(async () => renderHook(() => useModule(true, load)))).rejects.toThrow('offline')
})

test('without a network nothing is thrown: it is loaded when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part')
  const { result } = renderHook(() => useModule(true, load))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(result.current).toBeNull()
  online.mockReturnValue(true)
  // The first attempt has to have failed before the network's return is heard.
  await vi.waitFor(() => {
    act(() => void window.dispatchEvent(new Event('online')))
    expect(result.current).toBe('part')
  })
  online.mockRestore()
})
