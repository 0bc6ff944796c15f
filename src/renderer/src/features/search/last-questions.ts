import { z } from 'zod'

const KEY = 'galley.search.last'
const MOST = 6

/** What led to something lately, the last one first; kept on this computer. */
export function lastQuestions(): readonly string[] {
  try {
    return z
      .string()
      .array()
      .parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
      .slice(0, MOST)
  } catch {
    return []
  }
}

export function keepQuestion(query: string): void {
  const text = query.trim()
  if (text === '') return
  const kept = [text, ...lastQuestions().filter((one) => one !== text)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify(kept))
}
