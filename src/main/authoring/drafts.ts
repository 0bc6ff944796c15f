import { z } from 'zod'
import { keptDraft, type KeptDraft } from '../../common/api/drafts'
import { GalleyError, sentence } from '../../common/errors'
import type { KeyedRecords, Store } from '../store/types'

/** Drafts that windows could not keep themselves (E1): on the disk of the workspace, else in memory. */
export interface Drafts {
  /** What a person has left, newest first. */
  list(person: string): Promise<KeptDraft[]>
  /**
   * Resolves to where it lies now.
   * @throws GalleyError exists when it is somebody else's; too-large; disk-full
   */
  put(person: string, draft: KeptDraft): Promise<'disk' | 'memory'>
  /** Resolves to false when the person has none of this name. */
  remove(person: string, session: string): Promise<boolean>
}

interface Held {
  readonly person: string
  readonly draft: KeptDraft
}

const held = z.object({ person: z.string(), draft: keptDraft })

/** Of one person: each open document has one at most. */
const MOST = 200
/** Characters, in the memory of the service. */
const MOST_IN_MEMORY = 64 * 1024 * 1024

export function openDrafts(store: Store): Drafts {
  const records: KeyedRecords<Held> = store.records('drafts', (value) => held.parse(value))
  const memory = new Map<string, Held>()

  async function all(): Promise<Held[]> {
    const stored = (await records.list()).records.map(({ value }) => value)
    return [...stored.filter(({ draft }) => !memory.has(draft.session)), ...memory.values()]
  }

  function hold(one: Held): void {
    memory.delete(one.draft.session)
    const held = [...memory.values()].reduce((sum, { draft }) => sum + sizeOf(draft), 0)
    if (held + sizeOf(one.draft) > MOST_IN_MEMORY)
      throw new GalleyError('disk-full', 'The disk takes no draft, and the memory for drafts is full.')
    memory.set(one.draft.session, one)
  }

  return {
    async list(person) {
      const mine = (await all()).filter((one) => one.person === person)
      return mine.map(({ draft }) => draft).sort((a, b) => b.at - a.at)
    },
    async put(person, draft) {
      const known = memory.get(draft.session) ?? (await records.get(draft.session))
      if (known && known.person !== person)
        throw new GalleyError('exists', 'Another draft has this name.', { where: draft.session })
      if (!known && (await all()).filter((one) => one.person === person).length >= MOST)
        throw new GalleyError('too-large', sentence`Nobody has more than ${{ most: MOST }} drafts at once.`)
      const one = { person, draft }
      try {
        await records.put(draft.session, one)
        memory.delete(draft.session)
        return 'disk'
      } catch (problem) {
        if (!(problem instanceof GalleyError)) throw problem
        hold(one)
        return 'memory'
      }
    },
    async remove(person, session) {
      const known = memory.get(session) ?? (await records.get(session))
      if (known?.person !== person) return false
      memory.delete(session)
      await records.remove(session)
      return true
    }
  }
}

const sizeOf = ({ text, baseText, sending, sent = [] }: KeptDraft) =>
  [text, baseText, sending ?? '', ...sent].reduce((sum, { length }) => sum + length, 0)
