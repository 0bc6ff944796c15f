import { documentCheck, type DocumentAnswer, type DocumentQuestion } from './document-check'

/** First the question, then page after page, each with the number under which it is answered. */
type CheckMessage = { readonly question: DocumentQuestion } | { readonly id: number; readonly html: string }

export interface CheckReply {
  readonly id: number
  readonly answer: DocumentAnswer | null
  /** Why there is no answer. */
  readonly problem?: string
}

let check: (html: string) => DocumentAnswer | null = () => null

self.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
  if ('question' in data) {
    check = documentCheck(data.question)
    return
  }
  const { id, html } = data
  try {
    reply({ id, answer: check(html) })
  } catch (problem) {
    reply({ id, answer: null, problem: String(problem) })
  }
})

const reply = (message: CheckReply) => self.postMessage(message)
