import { notifications } from '@mantine/notifications'
import { cleanup } from '@testing-library/react'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, vi } from 'vitest'
import { fillIn } from '../../src/renderer/src/components/missing-apis'
import './patient'

// jsdom has no moments of rest
if ('document' in globalThis) fillIn()

// jsdom has no database: tests hand in one of their own, whose ranges of keys are the window's
Object.assign(globalThis, { IDBKeyRange })

// messages are kept by a library, which stays loaded: what one test told would stand in the window of the next, in another file too
afterEach(() => {
  if ('document' in globalThis) cleanup()
  notifications.clean()
})

// test files run one after the other in the same window, with the same libraries: each begins with an empty one and with our own modules
// anew; some need none
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if ('document' in globalThis) {
    cleanup()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  }
  vi.resetModules()
})
