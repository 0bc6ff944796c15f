import { GalleyError } from '../../../src/common/errors'
import type { Store } from '../../../src/main/store/types'
import { bytes, p } from '../../support/workspace'

/** Gives a fresh store with a clock that the test sets. */
export type Run = <T>(work: (store: Store, clock: { now: number }) => Promise<T>) => Promise<T>

export const page = p('/org/site/page.html')
export const html = (body: string) => bytes(`<body><main><p>${body}</p></main></body>`)
export const reasonOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'no error'
  } catch (error) {
    return error instanceof GalleyError ? error.reason : `not translated: ${String(error)}`
  }
}
