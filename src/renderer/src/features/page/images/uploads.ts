import { closeHistory } from 'prosemirror-history'
import { nameOf, siteOf, type ContentPath } from '../../../../../common/content/paths'
import { kindOfPath } from '../../../../../common/formats/files'
import { api, currentWorkspace, reasonOf, sentenceOf } from '../../../api'
import { perDocument, type DocumentSession } from '../../../documents'
import type { GivenPicture } from '../../../engines/page/images/given'
import { openPlaceholder, type Placeholder } from '../../../engines/page/images/placeholder'
import { arrive, stopWaiting, wait, waitingAt } from '../../../engines/page/images/waiting'
import type { PageBuffer } from '../../../engines/page/page-buffer'
import { pageOf } from '../../../engines/page/open-pages'
import type { PageSurface } from '../../../engines/page/surface'
import { startJob } from '../../../workbench/jobs'
import { notifyFailure } from '../../../workbench/toast'
import { workbench } from '../../../workbench/workbench'
import { createSignal } from '../../../state/signal'
import { pictureAddress, pictureFolder } from './picture-address'
import { pictureNameOf, sendPicture } from './send-picture'
import { asWanted } from './smaller-question'
import { words } from './words'

/** A picture of a page that is on its way. */
interface Upload {
  readonly id: number
  readonly name: string
  readonly shown: Placeholder
  readonly stop: AbortController
  /** Null until it is known, for a file of another site. */
  file: File | null
  readonly from: ContentPath | null
  state: 'going' | 'failed' | 'come'
  /** Where it is, once it has come. */
  path: ContentPath | null
}

let lastId = 0

/**
 * Brings pictures into the folder of a page and then into the page (VE11). Until one has come nothing of it
 * is in the page.
 */
class PictureUploads {
  /** One more, one less, or one that failed. */
  readonly changed = createSignal<void>()
  private readonly going = new Set<Upload>()
  private readonly buffer: PageBuffer
  private readonly surface: PageSurface

  constructor(private readonly session: DocumentSession) {
    const { buffer, surface } = pageOf(session)
    this.buffer = buffer
    this.surface = surface
  }

  /**
   * Shows the pictures at their places, and begins with them. Large ones may be made smaller first, if the
   * person wants.
   */
  async take(given: readonly GivenPicture[]): Promise<void> {
    const begun = given.flatMap((one) => this.begin(one))
    const files = begun.flatMap(({ file }) => file ?? [])
    const wanted = await asWanted(files)
    for (const upload of begun) {
      if (wanted === null) this.drop(upload)
      else {
        if (upload.file) upload.file = wanted.get(upload.file) ?? upload.file
        void this.run(upload)
      }
    }
  }

  /** How many could not be uploaded. */
  failed(): number {
    return [...this.going].filter(({ state }) => state === 'failed').length
  }

  /** Tries again with all that failed. */
  retry(): void {
    for (const upload of this.going) if (upload.state === 'failed') void this.run(upload)
  }

  /** Gives up what failed. */
  dropFailed(): void {
    for (const upload of [...this.going]) if (upload.state === 'failed') this.drop(upload)
  }

  /** The page is shown again: what has come meanwhile is put in. */
  resume(): void {
    for (const upload of [...this.going]) if (upload.state === 'come') this.put(upload)
  }

  close(): void {
    for (const { stop } of this.going) stop.abort()
    this.going.clear()
  }

  private begin(given: GivenPicture): Upload[] {
    const [file, from] = 'file' in given ? [given.file, null] : [null, given.path]
    const name = file ? file.name : from ? nameOf(from) : ''
    const isPicture = file ? pictureNameOf(file) !== null : from !== null && kindOfPath(from) === 'image'
    if (!isPicture) {
      notifyFailure(words.notInserted, words.noPicture(name))
      return []
    }
    const upload: Upload = {
      id: ++lastId,
      name,
      stop: new AbortController(),
      shown: openPlaceholder(name, { retry: () => void this.run(upload), remove: () => this.drop(upload) }),
      file,
      from,
      state: 'going',
      path: null
    }
    upload.shown.progress(words.preparing, null)
    if (
      !this.surface.run(
        wait({ id: upload.id, at: given.at, dom: upload.shown.dom, replaces: given.replaces === true }),
        false
      )
    )
      return []
    this.going.add(upload)
    this.changed.notify()
    return [upload]
  }

  private async run(upload: Upload): Promise<void> {
    if (upload.stop.signal.aborted) return
    upload.state = 'going'
    this.changed.notify()
    try {
      upload.path ??= await this.place(upload)
      if (!upload.stop.signal.aborted) this.put(upload)
    } catch (error) {
      if (reasonOf(error) !== 'cancelled' && !upload.stop.signal.aborted) this.fail(upload, sentenceOf(error))
    }
  }

  /**
   * Where the picture is: a file of this site stays where it lies, everything else comes into the folder of
   * the page.
   */
  private async place(upload: Upload): Promise<ContentPath> {
    const { from, name, shown, stop } = upload
    if (from !== null && siteOf(from) === siteOf(this.session.path)) return from
    if (from !== null && !upload.file) {
      const { bytes } = await api.read(from, { signal: stop.signal })
      upload.file = new File([Uint8Array.from(bytes)], name)
    }
    const { file } = upload
    if (!file) throw new Error('A picture on its way has neither a file nor a path.')
    const job = startJob({
      title: words.job(name),
      total: file.size,
      unit: 'bytes',
      cancel: () => this.drop(upload)
    })
    try {
      return await sendPicture(file, {
        folder: () => this.folder(),
        signal: stop.signal,
        onProgress: (bytes) => {
          job.progress(bytes)
          shown.progress(words.uploading(Math.round((100 * bytes) / file.size)), bytes / file.size)
        }
      })
    } finally {
      job.end()
    }
  }

  private put(upload: Upload): void {
    const { session, buffer, surface } = this
    const { id, path, shown } = upload
    if (path === null) return
    upload.state = 'come'
    // while another view has the document, that one is written in; what has no tab any more is about to be
    // closed
    if (session.attached !== buffer || buffer.state === null || !hasTab(session))
      return shown.progress(words.waits, 1)
    const url = pictureAddress(path, session.path, this.folder())
    const alreadyGone = waitingAt(buffer.state, id) === null
    if (!alreadyGone && (url === null || !surface.run(arrive(id, url), false)))
      return this.fail(upload, words.noPlace)
    this.going.delete(upload)
    this.changed.notify()
    if (alreadyGone) return
    // what is written next is a step of its own
    const { state } = buffer
    if (state) buffer.dispatch(closeHistory(state.tr))
    surface.said.notify(words.inserted)
  }

  private fail(upload: Upload, why: string): void {
    upload.state = 'failed'
    upload.shown.failed(why)
    this.surface.said.notify(`${upload.name}: ${why}`)
    this.changed.notify()
  }

  private drop(upload: Upload): void {
    upload.stop.abort()
    this.going.delete(upload)
    this.changed.notify()
    const { state } = this.buffer
    if (state) stopWaiting(upload.id)(state, (tr) => this.buffer.dispatch(tr))
  }

  private folder(): ContentPath {
    return pictureFolder(this.session.path, currentWorkspace()?.serviceFolder ?? '')
  }
}

const hasTab = ({ path }: DocumentSession): boolean => workbench().tabs.some((tab) => tab.path === path)

/** The pictures of an open page that are on their way; they end with the document. */
export const picturesOf = perDocument(
  (session) => new PictureUploads(session),
  (uploads) => uploads.close()
)
