import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { useSummary } from '../../../../src/renderer/src/features/history/summaries'

const path = contentPath('/northwind/harbour/tides.json')
const fileOf = (tide: number) => ({
  etag: `"e${tide}"`,
  bytes: new TextEncoder().encode(`{"tide": ${tide}}`)
})

let read: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.useFakeTimers()
  read = vi.spyOn(api, 'read').mockImplementation(() => Promise.resolve(fileOf(now) as never))
  vi.spyOn(api, 'readVersion').mockImplementation(() => Promise.resolve(fileOf(0) as never))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let now = 1

/** What is there now, saved again and again. */
function shown(isStill: () => boolean) {
  return renderHook(
    ({ etag }) =>
      useSummary(path, { kind: 'version', url: '/versionsource/first' }, { kind: 'now', etag }, isStill),
    { initialProps: { etag: fileOf(now).etag } }
  )
}

describe('what is told of the content of now', () => {
  it('D14 nothing is read or compared while somebody writes on, and then the newest content is', async () => {
    let writing = true
    const { result, rerender } = shown(() => !writing)
    for (now = 2; now < 6; now += 1) {
      rerender({ etag: fileOf(now).etag })
      await vi.advanceTimersByTimeAsync(2_100)
    }
    expect(read).not.toHaveBeenCalled()
    writing = false
    now = 5
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(result.current).toMatch(/tide 0 → 5/))
    expect(read).toHaveBeenCalledTimes(1)
  })
})
