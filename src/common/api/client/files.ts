import { contentPath, type ContentPath } from '../../content/paths'
import { headers as names } from '../headers'
import { restored, trashItem, write } from '../shapes'
import type { ListItem, TransferAnswer, TrashItem, WriteAnswer } from '../types'
import { listItems } from './answers'
import { emptyFileForm, formOf, rawBody } from './bodies'
import { bytesOf, parsed, unlessMissing, type CallOptions, type Calls } from './calls'
import { headersOf, type Conditions, type OperationOptions } from './conditions'
import { etagOf, headOf, withText, type FileHead } from './states'

interface FileState extends FileHead {
  readonly bytes: Uint8Array
  readonly text: string
}

interface SaveOptions extends Conditions, CallOptions {
  /** The editing session of an autosave (V3). */
  readonly session?: string
}

interface SaveOutcome extends WriteAnswer {
  readonly created: boolean
  readonly etag: string
  readonly fileId: string
}

interface TransferOptions extends CallOptions, OperationOptions {
  /** Files in the way go to the trash instead of failing with `exists`. */
  readonly overwrite?: boolean
  /** Of a move: everything that links goes along (LK2), also in rows for readers of what is published. */
  readonly follow?: { readonly redirects: boolean }
}

interface Transferred extends TransferAnswer {
  /** What takes a move with its links back as one (LK4). */
  readonly change?: string
}

/** Files, folders and the trash (S1 to S5). */
export function fileCalls({ ask, read, url }: Calls) {
  /** All or nothing. `path` in the answer is where it is now. */
  const transfer =
    (id: 'move' | 'copy') =>
    async (from: ContentPath, to: ContentPath, options: TransferOptions = {}): Promise<Transferred> => {
      const { follow, overwrite } = options
      const form = formOf({
        destination: to,
        ...(overwrite && { overwrite: 'true' }),
        ...(follow && { links: 'follow', redirects: String(follow.redirects) })
      })
      const sent = { signal: options.signal, headers: headersOf(options), payload: form }
      const { headers } = await ask(id, { at: from }, sent)
      const change = headers.get(names.change)
      return {
        files: Number(headers.get(names.files) ?? 1),
        path: to,
        ...(change !== null && { change })
      }
    }

  return {
    /** The address of a file's content, for `<img src>` and the like. */
    sourceUrl: (path: ContentPath): string => url('readFile', { at: path }),
    /**
     * Everything in the folder that may be seen, sorted by name (S2). `/` lists the organizations.
     * @param options `missing: 'empty'`: a folder that is not there is an empty list, not `not-found`
     */
    list(
      folder: ContentPath,
      { missing, signal }: CallOptions & { readonly missing?: 'empty' } = {}
    ): Promise<ListItem[]> {
      return read(listItems, 'list', { at: folder, missing: missing ?? 'refuse' }, { signal })
    },
    async head(path: ContentPath, options?: CallOptions): Promise<FileHead> {
      const answer = await ask('headFile', { at: path }, options)
      return headOf(path, answer, Number(answer.headers.get('Content-Length') ?? 0))
    },
    async read(path: ContentPath, options?: CallOptions): Promise<FileState> {
      const answer = await ask('readFile', { at: path }, options)
      const bytes = await bytesOf(answer)
      return withText({ ...headOf(path, answer, bytes.length), bytes })
    },
    async write(
      path: ContentPath,
      content: Uint8Array | string,
      save: SaveOptions = {}
    ): Promise<SaveOutcome> {
      const payload = content.length === 0 ? emptyFileForm() : rawBody(content)
      const sent = { signal: save.signal, headers: headersOf(save), payload }
      const answer = await ask('putFile', { at: path }, sent)
      const { source } = await parsed(answer, write)
      return {
        source,
        created: answer.status === 201,
        etag: etagOf(answer),
        fileId: answer.headers.get(names.fileId) ?? ''
      }
    },
    /**
     * Makes the folder and its parents; also an organization or a site. Resolves to false when it was there
     * already.
     */
    createFolder: async (path: ContentPath): Promise<boolean> =>
      (await ask('putFile', { at: path })).status === 201,
    /** Into the trash (S5); resolves to the id there, for undo with `restoreFromTrash`. */
    async remove(
      path: ContentPath,
      options: Pick<Conditions, 'ifMatch'> & OperationOptions = {}
    ): Promise<string> {
      const answer = await ask('deleteFile', { at: path }, { headers: headersOf(options) })
      return answer.headers.get(names.trash) ?? ''
    },
    /** Keeps ids and history (S4). */
    move: transfer('move'),
    /** New ids, no history (S4). */
    copy: transfer('copy'),
    /**
     * Stops a move, copy or deletion of the caller's own, which then fails with `cancelled`; false when it
     * has ended already.
     */
    stopOperation: async (name: string): Promise<boolean> =>
      (await unlessMissing(ask('stopOperation', { name }), null)) !== null,

    /**
     * What is in the trash of a site (or of an organization, for deleted sites; at the root, for deleted
     * organizations), newest first.
     */
    trash: (site: ContentPath, options?: CallOptions): Promise<TrashItem[]> =>
      read(trashItem.array(), 'listTrash', { at: site }, options),
    /** Puts it back with its ids and history; resolves to its path. @throws exists when the place is taken */
    restoreFromTrash: async (site: ContentPath, id: string): Promise<ContentPath> =>
      contentPath((await read(restored, 'restoreFromTrash', { at: site, id })).path),
    /** For good. */
    async deleteFromTrash(site: ContentPath, id: string): Promise<void> {
      await ask('deleteFromTrash', { at: site, id })
    }
  }
}
