import { diffArrays } from 'diff'
import { api } from '../../api'

/** Lines that came and went between two versions. */
export interface Changes {
  readonly added: number
  readonly removed: number
}

const MAX_LENGTH = 2_000_000

/** @returns null when the contents are too large, or too different, to count quickly */
export async function changesBetween(beforeUrl: string, afterUrl: string): Promise<Changes | null> {
  const [before, after] = await Promise.all([api.readVersion(beforeUrl), api.readVersion(afterUrl)])
  if (before.bytes.length + after.bytes.length > MAX_LENGTH) return null
  return countChanges(before.text, after.text)
}

export function countChanges(before: string, after: string): Changes | null {
  const parts = diffArrays(before.split('\n'), after.split('\n'), { timeout: 200 })
  if (!parts) return null
  let added = 0
  let removed = 0
  for (const part of parts) {
    if (part.added) added += part.value.length
    if (part.removed) removed += part.value.length
  }
  return { added, removed }
}
