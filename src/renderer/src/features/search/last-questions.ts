import { z } from 'zod'
import { keep, keptText } from '../../state/keep'

const KEY = 'galley.search.last'
const MOST = 6

/** What led to something lately, the last one first; kept on this computer. */
export function lastQuestions(): readonly string[] {
  try {
    return z
      .string()
      .array()
      .parse(JSON.parse(keptText(KEY) ?? '[]'))
      .slice(0, MOST)
  } catch {
    return []
  }
}

export function keepQuestion(query: string): void {
  const text = query.trim()
  if (text === '') return
  const kept = [text, ...lastQuestions().filter((one) => one !== text)].slice(0, MOST)
  keep(KEY, JSON.stringify(kept))
}
