import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { contentPath, orgOf } from '../../common/content/paths'
import { RESTORE_POINT } from '../../common/content/version-labels'
import { GalleyError } from '../../common/errors'
import { change, type ChangeAnswer, type Changed } from '../../common/links/answers'
import { movedBy, type Move } from '../../common/links/moved'
import { sideBySide } from '../../common/side-by-side'
import type { Person } from '../../common/person'
import type { Access } from '../permissions/access'
import type { Content } from '../permissions/content'
import type { Edit, Store } from '../store/types'

const record = change.omit({ files: true }).extend({
  files: z.object({ path: z.string(), from: z.string(), to: z.string() }).array()
})
type ChangeRecord = z.infer<typeof record>

const MOST_KEPT = 100
/** Versions that are read at the same time. */
const AT_ONCE = 16

/** What is done as one, and is to be taken back as one. */
interface Doing {
  readonly what: ChangeAnswer['what']
  readonly edits: readonly Edit[]
  readonly moves?: readonly Move[]
  readonly links: number
  readonly by: Person
  readonly overwrite?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** Changes of several files: each all or nothing, remembered, and taken back as one (LK4). */
export interface Changes {
  /** Resolves to its id. @throws as `Store.change` */
  make(content: Content, doing: Doing): Promise<string>
  /** Newest first: the caller's own; the owner's are all. */
  list(access: Access): Promise<ChangeAnswer[]>
  /**
   * The bytes of before, where they were, as far as nobody changed a document since; what somebody did is
   * told, and stays.
   * @throws not-found · exists when something else is in a place by now
   */
  undo(content: Content, access: Access, id: string, by: Person): Promise<Changed>
}

export function openChanges(store: Store): Changes {
  const records = store.records<ChangeRecord>('changes', (value, key) =>
    record.extend({ id: z.literal(key) }).parse(value)
  )

  async function all(): Promise<ChangeRecord[]> {
    const found = (await records.list()).records.map(({ value }) => value)
    return found.sort((a, b) => b.at - a.at)
  }

  async function keep(made: ChangeRecord): Promise<void> {
    await records.put(made.id, made)
    for (const old of (await all()).slice(MOST_KEPT)) await records.remove(old.id)
  }

  const isTheirs = (access: Access, { by }: ChangeRecord) => access.unrestricted || access.isCaller(by)

  return {
    async make(content, { what, edits, moves = [], links, by, overwrite, signal, onProgress }) {
      const after = await content.change({
        edits,
        moves,
        by,
        ...(overwrite !== undefined && { overwrite }),
        ...(what === 'replace' && { keepAs: RESTORE_POINT }),
        ...(signal && { signal }),
        ...(onProgress && { onProgress })
      })
      const id = randomUUID()
      const moved = movedBy(moves)
      await keep({
        id,
        at: Date.now(),
        by: { email: by.email },
        what,
        moves: moves.map(({ from, to }) => ({ from, to })),
        files: edits.flatMap(({ path, from }, at) => {
          const hash = after[at]?.hash
          return hash === undefined ? [] : [{ path: moved(path), from, to: hash }]
        }),
        links,
        undone: false
      })
      return id
    },
    async list(access) {
      return (await all())
        .filter((one) => isTheirs(access, one))
        .map(({ files, ...rest }) => ({ ...rest, files: files.length }))
    },
    async undo(content, access, id, by) {
      const made = /^[0-9a-f-]{36}$/.test(id) ? await records.get(id) : null
      if (!made || !isTheirs(access, made))
        throw new GalleyError('not-found', 'There is no such change (any more).', { where: id })
      if (made.undone)
        throw new GalleyError('not-found', 'This change was taken back already.', { where: id })
      const before = new Map<string, Uint8Array | null>()
      await sideBySide(made.files, AT_ONCE, async (file) =>
        before.set(file.path, await bytesOf(content, file))
      )
      const edits: Edit[] = made.files.flatMap(({ path, to: from }) => {
        const to = before.get(path)
        return to ? [{ path: contentPath(path), from, to }] : []
      })
      const left = made.files.flatMap(({ path }) => (before.get(path) ? [] : [path]))
      const moves = made.moves.map(({ from, to }) => ({ from: contentPath(to), to: contentPath(from) }))
      await content.change({ edits, moves, by })
      await records.put(id, { ...made, undone: true })
      return { change: null, files: edits.length, links: made.links, left }
    }
  }
}

/** The content before, by its hash; null where somebody changed it since, or it is not kept any more. */
async function bytesOf(
  content: Content,
  { path: text, from, to }: ChangeRecord['files'][number]
): Promise<Uint8Array | null> {
  const path = contentPath(text)
  const entry = await content.stat(path)
  if (entry?.kind !== 'file' || entry.hash !== to) return null
  const version = (await content.versions(path)).find(({ hash }) => hash === from)
  const found = version && (await content.readVersion(orgOf(path), entry.id, version.id))
  return found ? found.bytes : null
}
