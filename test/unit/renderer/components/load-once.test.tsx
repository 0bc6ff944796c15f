import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, use } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../../../../src/renderer/src/components/ErrorBoundary'
import { lazyView } from '../../../../src/renderer/src/components/lazy-view'
import { forgetFailures, loadOnce } from '../../../../src/renderer/src/components/load-once'
import { renderInApp } from '../render'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Fails so many times, then gives the words. */
function failing(times: number) {
  const asked = { count: 0 }
  const load = loadOnce(() => {
    asked.count += 1
    return asked.count <= times
      ? Promise.reject(new Error('The file did not come.'))
      : Promise.resolve('words')
  })
  return { asked, load }
}

const tryAgain = () => act(() => userEvent.click(screen.getByRole('button', { name: 'Try again' })))

describe('what is loaded when it is first needed', () => {
  it('a failure is told once, and “Try again” loads it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}) // React tells of every caught error
    const { asked, load } = failing(2)
    const Editor = () => <p>{use(load())}</p>
    await act(async () => {
      renderInApp(
        <ErrorBoundary title="This document cannot be shown">
          <Suspense fallback="Loading">
            <Editor />
          </Suspense>
        </ErrorBoundary>
      )
      await Promise.resolve()
    })
    await screen.findByText(/The file did not come/)
    expect(asked.count).toBe(1)
    await tryAgain()
    await screen.findByText(/The file did not come/)
    expect(asked.count).toBe(2)
    await tryAgain()
    await screen.findByText('words')
    expect(asked.count).toBe(3)
  })

  it('it is loaded once, and what is there stays when failures are forgotten', async () => {
    const { asked, load } = failing(0)
    expect(load()).toBe(load())
    forgetFailures()
    expect(await load()).toBe('words')
    expect(asked.count).toBe(1)
  })

  it('a whole view that could not be loaded is loaded again too, and kept', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}) // React tells of every caught error
    let asked = 0
    const View = lazyView<{ readonly words: string }>(() => {
      asked += 1
      if (asked === 1) return Promise.reject(new Error('The view did not come.'))
      return Promise.resolve(({ words }) => <p>{words}</p>)
    })
    await act(async () => {
      renderInApp(
        <ErrorBoundary title="This document cannot be shown">
          <Suspense fallback="Loading">
            <View words="shown" />
          </Suspense>
        </ErrorBoundary>
      )
      await Promise.resolve()
    })
    await screen.findByText(/The view did not come/)
    await tryAgain()
    await screen.findByText('shown')
    expect(asked).toBe(2)
  })
})
