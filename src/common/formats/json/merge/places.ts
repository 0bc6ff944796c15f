import { childPointer, type Pointer } from '../../../schema'
import type { ConflictPlace } from '../../core/conflict'

/** Where a merge is at: a pointer in which items of lists go by their key, and the names for people. */
export interface At {
  readonly pointer: Pointer
  readonly names: readonly string[]
  readonly depth: number
}

export const ROOT_AT: At = { pointer: '', names: [], depth: 0 }

export function below(at: At, segment: string | number, name: string = String(segment)): At {
  return { pointer: childPointer(at.pointer, segment), names: [...at.names, name], depth: at.depth + 1 }
}

export const placeOf = ({ pointer, names }: At): ConflictPlace => ({ at: pointer, names })
