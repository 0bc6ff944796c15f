import { closeHistory } from 'prosemirror-history'
import { nameOf, siteOf, type ContentPath } from '../../../../../common/content/paths'
import { kindOfPath } from '../../../../../common/formats/files'
import { api, currentWorkspace, reasonOf, sentenceOf } from '../../../api'
import { perDocument, type DocumentSession } from '../../../documents'
import type { GivenPicture, RemoteAt } from '../../../engines/page/images/given'
import { openPlaceholder } from '../../../engines/page/images/placeholder'
import { arrive, arriveInstead, stopWaiting, wait, waitingAt } from '../../../engines/page/images/waiting'
import type { PageBuffer } from '../../../engines/page/page-buffer'
import { pageOf } from '../../../engines/page/open-pages'
import type { PageSurface } from '../../../engines/page/surface'
import { startJob } from '../../../workbench/jobs'
import { notifyFailure } from '../../../workbench/toast'
import { workbench } from '../../../workbench/workbench'
import { createSignal } from '../../../state/signal'
import { eachOf } from './each-of'
import { pictureAddress, pictureFolder } from './picture-address'
import { fetchRemote, nameOfRemote, wider } from './remote-picture'
import { pictureNameOf, sendPicture } from './send-picture'
import { asWanted } from './smaller-question'
import { remoteWords, waitingForSameYes, type Upload } from './upload'
import { words } from './words'

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

  /**
   * Fetches pictures of other servers that were named to the person, who said yes (VE29): they come into the
   * folder of the page, and all that could be had is one step to undo.
   */
  takeRemote(pictures: readonly RemoteAt[], hosts: readonly string[]): void {
    const batch = new Set<Upload>()
    const begun = pictures.flatMap(({ at, url }) => {
      const remote = { now: { url, hosts, ownNetwork: false }, wider: null }
      return this.show({ name: nameOfRemote(url), file: null, from: null, remote, batch }, at, url)
    })
    for (const upload of begun) batch.add(upload)
    void eachOf(begun, AT_ONCE, (upload) => this.run(upload))
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
    const { at, replaces } = given
    return this.show({ name, file, from, remote: null, batch: null }, at, replaces === true)
  }

  /** @param replaces the picture at the place; as long as it has this address */
  private show(
    what: Pick<Upload, 'name' | 'file' | 'from' | 'remote' | 'batch'>,
    at: number,
    replaces: boolean | string
  ): Upload[] {
    const upload: Upload = {
      ...what,
      id: ++lastId,
      stop: new AbortController(),
      shown: openPlaceholder(what.name, {
        retry: () => this.tryAgain(upload),
        remove: () => this.drop(upload),
        ...(what.remote && { giveUp: words.leaveThere })
      }),
      state: 'going',
      path: null
    }
    upload.shown.progress(what.remote ? words.waitsForOthers : words.preparing, null)
    const waiting = {
      id: upload.id,
      at,
      dom: upload.shown.dom,
      replaces: replaces !== false,
      ...(typeof replaces === 'string' && { instead: replaces })
    }
    if (!this.surface.run(wait(waiting), false)) return []
    this.going.add(upload)
    this.changed.notify()
    return [upload]
  }

  /** What is said yes to by that goes for all of which the same was said. */
  private tryAgain(upload: Upload): void {
    const again = waitingForSameYes(upload, this.going)
    for (const one of again) {
      one.state = 'going'
      if (one.remote?.wider) one.remote = { now: one.remote.wider.picture, wider: null }
      if (one.remote) one.shown.progress(words.waitsForOthers, null)
    }
    void eachOf(again, AT_ONCE, (one) => this.run(one))
  }

  private async run(upload: Upload): Promise<void> {
    if (upload.stop.signal.aborted) return
    upload.state = 'going'
    this.changed.notify()
    try {
      upload.path ??= await this.place(upload)
      if (!upload.stop.signal.aborted) this.put(upload)
    } catch (error) {
      if (reasonOf(error) === 'cancelled' || upload.stop.signal.aborted) return
      const { remote } = upload
      if (remote) upload.remote = { now: remote.now, wider: wider(remote.now, error) }
      this.fail(upload, remoteWords(upload, error) ?? sentenceOf(error))
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
    if (upload.remote && !upload.file) {
      shown.progress(words.fetching(new URL(upload.remote.now.url).host), null)
      upload.file = await fetchRemote(upload.remote.now, this.session.path, stop.signal)
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
    if (upload.batch) return this.putBatch(upload.batch)
    const url = pictureAddress(path, session.path, this.folder())
    const alreadyGone = waitingAt(buffer.state, id) === null
    if (!alreadyGone && (url === null || !surface.run(arrive(id, url), false)))
      return this.fail(upload, words.noPlace)
    this.going.delete(upload)
    this.changed.notify()
    if (alreadyGone) return
    this.endStep()
    surface.said.notify(words.inserted)
  }

  /** What is written next is a step of its own. */
  private endStep(): void {
    const { state } = this.buffer
    if (state) this.buffer.dispatch(closeHistory(state.tr))
  }

  /** As soon as nothing of them is under way any more, those that have come are put in as one step. */
  private putBatch(batch: ReadonlySet<Upload>): void {
    const { session, surface } = this
    const all = [...batch].filter((one) => this.going.has(one))
    const come = all.filter(({ state }) => state === 'come')
    if (all.some(({ state }) => state === 'going')) {
      for (const { shown } of come) shown.progress(words.fetched, 1)
      return
    }
    const put = come.flatMap(({ id, path }) => {
      const url = path && pictureAddress(path, session.path, this.folder())
      return url === null ? [] : [{ id, url }]
    })
    if (put.length === 0 || !surface.run(arriveInstead(put), false)) return
    for (const one of come) this.going.delete(one)
    this.changed.notify()
    this.endStep()
    surface.said.notify(words.fetchedAll(put.length))
  }

  private fail(upload: Upload, why: string): void {
    upload.state = 'failed'
    upload.shown.failed(why)
    this.surface.said.notify(`${upload.name}: ${why}`)
    this.changed.notify()
    this.settle(upload)
  }

  /** The others of its batch wait for it no more. */
  private settle({ batch }: Upload): void {
    const isReady = this.session.attached === this.buffer && this.buffer.state !== null
    if (batch && isReady) this.putBatch(batch)
  }

  private drop(upload: Upload): void {
    upload.stop.abort()
    this.going.delete(upload)
    this.changed.notify()
    const { state } = this.buffer
    if (state) stopWaiting(upload.id)(state, (tr) => this.buffer.dispatch(tr))
    this.settle(upload)
  }

  private folder(): ContentPath {
    return pictureFolder(this.session.path, currentWorkspace()?.serviceFolder ?? '')
  }
}

/** Pictures that are asked for at once: other servers are other people's. */
const AT_ONCE = 3

const hasTab = ({ path }: DocumentSession): boolean => workbench().tabs.some((tab) => tab.path === path)

/** The pictures of an open page that are on their way; they end with the document. */
export const picturesOf = perDocument(
  (session) => new PictureUploads(session),
  (uploads) => uploads.close()
)
