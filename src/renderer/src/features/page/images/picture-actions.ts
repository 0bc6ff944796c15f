import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { DocumentSession } from '../../../documents'
import { currentWorkspace } from '../../../api'
import { pasteSaid } from '../../../engines/page/clipboard/notice'
import { changePicture, chosenPicture } from '../../../engines/page/images/place'
import { remotePictures } from '../../../engines/page/images/remote'
import { askedPicture, askForWords } from '../../../engines/page/images/waiting'
import type { PageSurface } from '../../../engines/page/surface'
import { resolveAddress } from '../../../engines/preview/resolve-address'
import { chooseFiles } from '../../../workbench/choose-files'
import { openDocument } from '../../../workbench/workbench'
import { askForFocal } from './focal-point'
import { pictureFolder } from './picture-address'
import { askForPicture } from './PictureDialog'
import { askForHosts } from './remote-question'
import { picturesOf } from './uploads'
import { words } from './words'

/** Where the picture stands that commands are about: the chosen one, or the one whose words are asked for. */
export function pictureAt({ state }: PageSurface): number | null {
  if (!state) return null
  return chosenPicture(state)?.pos ?? askedPicture(state)?.at ?? null
}

/** Makes the picture say something else, as a step of its own; what it says already is none. */
export const change =
  (at: number, said: Parameters<typeof changePicture>[2]): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(at)
    if (node?.type.name !== 'image') return false
    if (Object.entries(said).every(([name, value]) => node.attrs[name] === value)) return false
    dispatch?.(closeHistory(changePicture(state.tr, at, said)))
    return true
  }

/** Takes the picture out of the page. */
export const removeAt =
  (at: number): Command =>
  (state, dispatch) => {
    if (state.doc.nodeAt(at)?.type.name !== 'image') return false
    dispatch?.(closeHistory(state.tr.delete(at, at + 1)).scrollIntoView())
    return true
  }

const ownFolder = (session: DocumentSession) =>
  pictureFolder(session.path, currentWorkspace()?.serviceFolder ?? '')

/** Asks for a picture, of the site or of this computer, and puts it where the caret is. */
export function insertPicture(session: DocumentSession, surface: PageSurface): void {
  askForPicture({
    title: words.insert,
    page: session.path,
    own: ownFolder(session),
    several: true,
    onClose: () => surface.focus(),
    onChoose: (chosen) => {
      const at = surface.state?.selection.from
      if (at === undefined) return
      const given = 'path' in chosen ? [{ at, path: chosen.path }] : filesAt(chosen.files, at)
      void picturesOf(session).take(given)
    }
  })
}

/** Asks for files of this computer and puts them where the caret is. */
export async function insertFiles(session: DocumentSession, surface: PageSurface): Promise<void> {
  const files = await chooseFiles({ accept: 'image/*', several: true })
  const at = surface.state?.selection.from
  if (at !== undefined) await picturesOf(session).take(filesAt(files, at))
}

/**
 * Fetches what the page shows from other servers into its folder, once the person has seen whom that asks
 * (VE29): of what was pasted last, or else of the whole page.
 */
export async function fetchPictures(
  session: DocumentSession,
  surface: PageSurface,
  isPasted: boolean
): Promise<void> {
  const found = () => {
    const { state } = surface
    const said = isPasted ? pasteSaid(state) : null
    if (!state) return []
    return said && !('refused' in said)
      ? remotePictures(state.doc, said.from, said.to)
      : remotePictures(state.doc)
  }
  const named = found()
  const hosts = named.length === 0 ? null : await askForHosts(named)
  surface.focus()
  if (hosts === null) return
  const urls = new Set(named.map(({ url }) => url))
  // the page may have changed while the person was asked
  picturesOf(session).takeRemote(
    found().filter(({ url }) => urls.has(url)),
    hosts
  )
}

const filesAt = (files: readonly File[], at: number) => files.map((file) => ({ at, file }))

/** Asks for another picture in the place of the one that stands there. What is said of it stays. */
export function replacePicture(session: DocumentSession, surface: PageSurface, at: number): void {
  const node = surface.state?.doc.nodeAt(at)
  if (!node) return
  askForPicture({
    title: words.replace,
    page: session.path,
    own: ownFolder(session),
    several: false,
    onClose: () => surface.focus(),
    onChoose: (chosen) => {
      const now = stillAt(surface, node, at)
      const [file] = 'files' in chosen ? chosen.files : []
      if (now === null) return
      if ('path' in chosen) void picturesOf(session).take([{ at: now, path: chosen.path, replaces: true }])
      else if (file) void picturesOf(session).take([{ at: now, file, replaces: true }])
    }
  })
}

/** The page may have changed while a dialog was open: then the picture is the chosen one. */
const stillAt = (surface: PageSurface, node: Node, at: number): number | null =>
  surface.state?.doc.nodeAt(at) === node ? at : pictureAt(surface)

/** Asks for the place of the picture that stays in sight. */
export function chooseFocal(session: DocumentSession, surface: PageSurface, at: number): void {
  const node = surface.state?.doc.nodeAt(at)
  if (!node) return
  askForFocal({
    url: String(node.attrs['url']),
    page: session.path,
    focal: node.attrs['focal'],
    onClose: () => surface.focus(),
    onChoose: (focal) => {
      const now = stillAt(surface, node, at)
      if (now !== null) surface.run(change(now, { focal }))
    }
  })
}

/** The file of the picture that stands there, if the workspace has it, in a tab of its own. */
export function openPicture(session: DocumentSession, surface: PageSurface, at: number): void {
  const path = resolveAddress(String(surface.state?.doc.nodeAt(at)?.attrs['url'] ?? ''), session.path)
  if (path) openDocument(path)
}

/** Asks for the words of the picture, with the keyboard going there. */
export function describePicture(surface: PageSurface): void {
  const at = pictureAt(surface)
  if (at !== null) surface.run(askForWords(at, true), false)
}
