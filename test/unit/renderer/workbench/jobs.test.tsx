import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asJob, useJobs } from '../../../../src/renderer/src/workbench/jobs'

const job = { title: 'Deciding', total: 3, unit: 'files' }

it('work of this window is in the status bar while it goes on, with how far it is and a way to stop it', async () => {
  const { result } = renderHook(useJobs)
  let ended: Promise<string> = Promise.resolve('')
  act(() => {
    ended = asJob(job, async (progress, signal) => {
      progress(2, 'two of three')
      await new Promise((stopped) => signal.addEventListener('abort', stopped))
      return 'stopped'
    })
  })
  expect(result.current).toMatchObject([{ ...job, done: 2, detail: 'two of three' }])
  await act(async () => {
    result.current[0]?.cancel?.()
    expect(await ended).toBe('stopped')
  })
  expect(result.current).toEqual([])
})

it('work that fails leaves the status bar too', async () => {
  const { result } = renderHook(useJobs)
  await act(() => expect(asJob(job, () => Promise.reject(new Error('no')))).rejects.toThrow('no'))
  expect(result.current).toEqual([])
})
