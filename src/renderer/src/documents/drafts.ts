import type { ContentPath } from '../../../common/content/paths'
import type { TextParts } from '../../../common/text-parts'
import type { Living } from './living'

/** What a window had written and was not in the file. */
interface SharedDraft {
  readonly epoch: string
  readonly client: number
  readonly key: string
  readonly update: Uint8Array
  /** The text with that, where more has been typed since. */
  readonly text?: string | undefined
}

/** Words that the service has not acknowledged yet, kept on this machine. */
export interface Draft {
  /** The editing session that typed it: the key. */
  readonly session: string
  readonly workspace: string
  readonly path: ContentPath
  readonly text: string
  /** What the text was typed upon. */
  readonly baseEtag: string | null
  readonly baseText: string
  /** What was on its way to the service when this was written. */
  readonly sending: string | null
  /** What was sent before that, and of which nobody has said whether it was saved; newest last. */
  readonly sent?: readonly string[] | undefined
  /** What is written in a document that others write in too, so that it counts once (RT1). */
  readonly shared?: SharedDraft | undefined
  readonly at: number
}

/** A draft on its way to where it is kept: its text as whoever types in it has it. */
export interface DraftInParts extends Omit<Draft, 'text'> {
  readonly parts: TextParts
}

/** Where a draft is safe: on a disk, or only for as long as Galley runs. */
export type DraftSafety = 'disk' | 'while-running'

export interface DraftStore {
  /** Resolves when the draft is where it is said to be. Rejects when nothing took it. */
  put(draft: DraftInParts): Promise<DraftSafety>
  remove(session: string): Promise<void>
  /** Marks the session as alive until the returned function is called: nobody else takes its draft. */
  hold(session: string): () => void
  /**
   * Takes over the newest draft that a session no longer alive left for the path, under a new session's name.
   * @param when takes nothing before this, or when it rejects, but looks already
   * @returns null when there is none
   */
  adopt(workspace: string, path: ContentPath, session: string, when?: Promise<unknown>): Promise<Draft | null>
  /** Paths of drafts that sessions no longer alive have left. */
  left(workspace: string): Promise<ContentPath[]>
}

/** One place in which drafts lie. Every call may fail. */
export interface DraftPlace {
  put(draft: DraftInParts): Promise<DraftSafety>
  remove(session: string): Promise<void>
  all(): Promise<Draft[]>
  /**
   * Under a new session's name, in one step where the place can.
   * @returns null when it is not there any more
   */
  take(session: string, to: string): Promise<Draft | null>
}

/** A draft whose text is in one piece. */
export const inParts = ({ text, ...draft }: Draft): DraftInParts => ({ ...draft, parts: [text] })

/**
 * Drafts in the first place that takes them. A draft lies in one place: when a
 * better one takes it again, it goes from the others.
 * @param places the best first
 */
export function openDraftStore(places: readonly DraftPlace[], living: Living): DraftStore {
  /** Where a session's draft may lie beside the best place. */
  const elsewhere = new Map<string, Set<DraftPlace>>()

  async function put(draft: DraftInParts): Promise<DraftSafety> {
    let problem: unknown = null
    for (const place of places) {
      try {
        const safety = await place.put(draft)
        note(draft.session, place)
        await clear(draft.session, place)
        return safety
      } catch (failure) {
        problem ??= failure
      }
    }
    throw problem
  }

  function note(session: string, place: DraftPlace): void {
    if (place === places[0] && !elsewhere.has(session)) return
    elsewhere.set(session, (elsewhere.get(session) ?? new Set()).add(place))
  }

  /** An older text of the same session in another place would come back in its stead. */
  async function clear(session: string, except: DraftPlace | null): Promise<void> {
    for (const place of elsewhere.get(session) ?? []) {
      if (place === except) continue
      await place.remove(session).then(
        () => elsewhere.get(session)?.delete(place),
        () => undefined
      )
    }
  }

  async function all(): Promise<{ readonly draft: Draft; readonly place: DraftPlace }[]> {
    const found = await Promise.allSettled(
      places.map(async (place) => (await place.all()).map((draft) => ({ draft, place })))
    )
    if (found.every(({ status }) => status === 'rejected')) throw rejection(found[0])
    const drafts = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (drafts.length === 0) return []
    const alive = await living.alive()
    return drafts.filter(({ draft }) => !alive.has(draft.session))
  }

  return {
    put,
    remove: async (session) => {
      await clear(session, null)
      await places[0]?.remove(session)
    },
    hold: living.hold,
    adopt: async (workspace, path, session, when) => {
      const [found] = await Promise.all([all(), when])
      const mine = found.filter(({ draft }) => draft.workspace === workspace && draft.path === path)
      for (const { draft, place } of mine.sort((a, b) => b.draft.at - a.draft.at)) {
        const taken = await living.unlessAlive(draft.session, () => place.take(draft.session, session))
        if (!taken) continue
        note(session, place)
        // what a failing place still has of it is older
        const older = found.filter((one) => one.place !== place && one.draft.session === draft.session)
        await Promise.allSettled(older.map((one) => one.place.remove(draft.session)))
        return taken
      }
      return null
    },
    left: async (workspace) => {
      const drafts = (await all()).filter(({ draft }) => draft.workspace === workspace)
      return [...new Set(drafts.map(({ draft }) => draft.path))]
    }
  }
}

const rejection = (result: PromiseSettledResult<unknown> | undefined): unknown =>
  result?.status === 'rejected' ? result.reason : new Error('There is no place for drafts.')
