import type { RoomEntry, RoomLogs } from '../../src/main/store/types'
import { bytes, text } from '../support/workspace'

/** Something that a room asks of its log, in words. */
export type Asked =
  { readonly do: 'append' | 'replace'; readonly words: readonly string[] } | { readonly do: 'drop' }

const entriesOf = (words: readonly string[]): RoomEntry[] =>
  words.map((one) => ({ kind: 'update', bytes: bytes(one) }))

export function ask(rooms: RoomLogs, id: string, asked: Asked): Promise<unknown> {
  return asked.do === 'drop' ? rooms.drop(id) : rooms[asked.do](id, entriesOf(asked.words))
}

/** What a log holds; null when there is none. @throws when a part of it was damaged */
export async function wordsIn(rooms: RoomLogs, id: string): Promise<readonly string[] | null> {
  const room = await rooms.load(id)
  if (room && !room.whole) throw new Error(`the log of ${id} is damaged`)
  return room && room.entries.map((entry) => ('bytes' in entry ? text(entry.bytes) : entry.kind))
}

/** What one room may hold after a crash: all that was acknowledged, and of what was asked since then the first so many. */
export class RoomOracle {
  private readonly states: (readonly string[] | null)[] = [null]
  private acknowledged = 0

  /** Notes what is about to be asked. @returns to be called when it is acknowledged */
  about(asked: Asked): () => void {
    const before = this.states.at(-1) ?? null
    if (asked.do === 'drop') this.states.push(null)
    else if (asked.do === 'replace') this.states.push([...asked.words])
    else this.states.push(before && [...before, ...asked.words])
    const at = this.states.length - 1
    return () => void (this.acknowledged = Math.max(this.acknowledged, at))
  }

  /** As they are now, in JSON. */
  allowed(): string[] {
    return this.states.slice(this.acknowledged).map((state) => JSON.stringify(state))
  }
}
