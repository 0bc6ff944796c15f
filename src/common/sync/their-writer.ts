import type { Person } from '../person'
import type { Theirs } from './shapes'

/** Who wrote what a server has; null where it does not tell. */
export function theirWriter({ by: email, name }: Theirs): Person | null {
  if (email === undefined) return null
  return { email, ...(name !== undefined && { name }) }
}
