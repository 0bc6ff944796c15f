import { nameOf } from '../../../../../common/content/paths'
import { kindOfPath } from '../../../../../common/formats/files'
import { currentWorkspace, reasonOf, sentenceOf } from '../../../api'
import { perDocument, type DocumentSession } from '../../../documents'
import type { GivenPicture, RemoteAt } from '../../../engines/page/images/given'
import { openPlaceholder } from '../../../engines/page/images/placeholder'
import { stopWaiting, wait } from '../../../engines/page/images/waiting'
import { pageOf } from '../../../engines/page/open-pages'
import { notifyFailure } from '../../../workbench/toast'
import { createSignal } from '../../../state/signal'
import { bring } from './bring'
import { eachOf } from './each-of'
import { pictureFolder } from './picture-address'
import { putOne, putTogether, takesPictures, type PutIn } from './put-in'
import { nameOfRemote, wider } from './remote-picture'
import { pictureNameOf } from './send-picture'
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
  private readonly page: PutIn

  constructor(session: DocumentSession) {
    const folder = () => pictureFolder(session.path, currentWorkspace()?.serviceFolder ?? '')
    this.page = { ...pageOf(session), session, folder }
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
    if (!this.page.surface.run(wait(waiting), false)) return []
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
    const cancel = () => this.drop(upload)
    try {
      upload.path ??= await bring(upload, { session: this.page.session, folder: this.page.folder, cancel })
      if (!upload.stop.signal.aborted) this.put(upload)
    } catch (error) {
      if (reasonOf(error) === 'cancelled' || upload.stop.signal.aborted) return
      const { remote } = upload
      if (remote) upload.remote = { now: remote.now, wider: wider(remote.now, error) }
      this.fail(upload, remoteWords(upload, error) ?? sentenceOf(error))
    }
  }

  private put(upload: Upload): void {
    upload.state = 'come'
    if (!takesPictures(this.page)) return upload.shown.progress(words.waits, 1)
    if (upload.batch) return this.putBatch(upload.batch)
    if (!putOne(this.page, upload)) return this.fail(upload, words.noPlace)
    this.going.delete(upload)
    this.changed.notify()
  }

  /** As soon as nothing of them is under way any more, those that have come are put in as one step. */
  private putBatch(batch: ReadonlySet<Upload>): void {
    const all = [...batch].filter((one) => this.going.has(one))
    const come = all.filter(({ state }) => state === 'come')
    if (all.some(({ state }) => state === 'going')) {
      for (const { shown } of come) shown.progress(words.fetched, 1)
      return
    }
    if (!putTogether(this.page, come)) return
    for (const one of come) this.going.delete(one)
    this.changed.notify()
  }

  private fail(upload: Upload, why: string): void {
    upload.state = 'failed'
    upload.shown.failed(why)
    this.page.surface.said.notify(`${upload.name}: ${why}`)
    this.changed.notify()
    this.settle(upload)
  }

  /** The others of its batch wait for it no more. */
  private settle({ batch }: Upload): void {
    if (batch && takesPictures(this.page)) this.putBatch(batch)
  }

  private drop(upload: Upload): void {
    upload.stop.abort()
    this.going.delete(upload)
    this.changed.notify()
    const { buffer } = this.page
    if (buffer.state) stopWaiting(upload.id)(buffer.state, (tr) => buffer.dispatch(tr))
    this.settle(upload)
  }
}

/** Pictures that are asked for at once: other servers are other people's. */
const AT_ONCE = 3

/** The pictures of an open page that are on their way; they end with the document. */
export const picturesOf = perDocument(
  (session) => new PictureUploads(session),
  (uploads) => uploads.close()
)
