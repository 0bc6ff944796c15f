import { belongsTo, indexPage } from './extract'
import type { IndexQuestion, IndexReply } from './messages'

/** Answers one question; what the page's HTML or the patterns cannot be is told, never thrown. */
export function answerQuestion(question: IndexQuestion): IndexReply {
  try {
    if (question.kind === 'page') return { kind: 'page', page: indexPage(question.indices, question.page) }
    const { indices, paths } = question
    return {
      kind: 'match',
      matches: indices.map((index) => paths.flatMap((path, at) => (belongsTo(index, path) ? [at] : [])))
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
