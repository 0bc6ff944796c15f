import type { Pointer } from '../../json/pointer'

/** A name as a class: lower case, and only what a class can hold. */
export function blockName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '-')
}

/**
 * Gives the blocks of one document their ids. The same places get the same ids, whenever it is written (F1).
 */
export class BlockIds {
  private readonly taken: Set<string>
  /** The ids given so far, in order. */
  readonly given: string[] = []
  /** How many of them are another one than their place's first choice, because that was taken. */
  displaced = 0

  constructor(taken: ReadonlySet<string>) {
    this.taken = new Set([...taken].map((id) => id.toLowerCase()))
  }

  /** `key-abc123`, from the key and the place in the stored data. */
  idFor(key: string, place: Pointer): string {
    const name = blockName(key)
    for (let round = 0; ; round++) {
      const id = `${name}-${hash(round === 0 ? place : `${place} ${round}`)}`
      if (this.taken.has(id)) continue
      this.taken.add(id)
      this.given.push(id)
      if (round > 0) this.displaced++
      return id
    }
  }

  /** Gives ids that were given before: all of them, or none where one is taken. @returns whether it did */
  giveAgain(ids: readonly string[]): boolean {
    if (ids.some((id) => this.taken.has(id))) return false
    for (const id of ids) this.taken.add(id)
    this.given.push(...ids)
    return true
  }
}

/** Six letters and digits, spread well enough that two places of one document hardly ever share them. */
function hash(text: string): string {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  h = (h ^ (h >>> 16)) >>> 0
  return (h % 36 ** 6).toString(36).padStart(6, '0')
}
