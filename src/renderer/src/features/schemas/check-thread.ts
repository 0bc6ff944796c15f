import { GalleyError } from '../../../../common/errors'
import { documentCheck, type DocumentAnswer, type DocumentQuestion } from './document-check'
import CheckWorker from './document-check.worker?worker'
import type { CheckReply } from './document-check.worker'

/**
 * Answers one question for page after page, off the thread that draws the window. Opened, and to be closed.
 */
export interface CheckThread {
  /** @throws GalleyError io-failed */
  check(html: string): Promise<DocumentAnswer | null>
  close(): void
}

export function openCheckThread(question: DocumentQuestion): CheckThread {
  if (typeof Worker === 'undefined') {
    const check = documentCheck(question)
    return { check: async (html) => check(html), close: () => {} }
  }
  const worker = new CheckWorker()
  const waiting = new Map<number, (reply: CheckReply) => void>()
  let last = 0
  const failAll = (problem: string) => {
    for (const [id, resolve] of waiting) resolve({ id, answer: null, problem })
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', (event) => failAll(event.message))
  worker.postMessage({ question })
  return {
    async check(html) {
      const id = ++last
      const { answer, problem } = await new Promise<CheckReply>((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, html })
      })
      if (problem !== undefined)
        throw new GalleyError('io-failed', 'A document could not be checked. Try again.')
      return answer
    },
    close() {
      worker.terminate()
      failAll('closed')
    }
  }
}
