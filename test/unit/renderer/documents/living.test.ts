import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { livingByMarks } from '../../../../src/renderer/src/documents/living'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('E1 a session is alive for other windows as long as it renews its mark, also in the background', async () => {
  const [here, there] = [livingByMarks(localStorage), livingByMarks(localStorage)]
  const end = here.hold('typing')
  expect(await there.alive()).toEqual(new Set(['typing']))
  vi.advanceTimersByTime(600_000)
  expect(await there.alive()).toEqual(new Set(['typing']))
  expect(await there.unlessAlive('typing', () => Promise.resolve('taken'))).toBeNull()
  end()
  expect(await there.alive()).toEqual(new Set())
  expect(await there.unlessAlive('typing', () => Promise.resolve('taken'))).toBe('taken')
})

it('E1 the draft of a window that crashed is found once its mark is old, and by one window alone', async () => {
  localStorage.setItem('galley-alive-crashed', String(Date.now()))
  const [here, there] = [livingByMarks(localStorage), livingByMarks(localStorage)]
  expect(await here.unlessAlive('crashed', () => Promise.resolve('taken'))).toBeNull()
  vi.advanceTimersByTime(90_000)
  let finish = (_: string) => {}
  const taking = here.unlessAlive('crashed', () => new Promise<string>((resolve) => (finish = resolve)))
  expect(await there.unlessAlive('crashed', () => Promise.resolve('twice'))).toBeNull()
  finish('taken')
  expect(await taking).toBe('taken')
})

it('E1 a window that is left takes its marks with it, and one without storage goes on', async () => {
  const here = livingByMarks(localStorage)
  here.hold('left')
  window.dispatchEvent(new Event('pagehide'))
  expect(await livingByMarks(localStorage).alive()).toEqual(new Set())
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => here.hold('other')).not.toThrow()
  expect(await here.alive()).toContain('other')
  setItem.mockRestore()
})
