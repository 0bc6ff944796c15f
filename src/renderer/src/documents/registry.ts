import type { FileEvent, ServiceEvent } from '../../../common/api/events'
import type { Person } from '../../../common/person'
import { formatOfPath } from '../../../common/formats/files'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'
import { api, currentWorkspace, onServiceEvent } from '../api'
import { roomsLine } from '../api/rooms-line'
import { createSignal } from '../state/signal'
import { editorSettings, onEditorSettings } from '../workbench/editor-settings'
import { openDocument, subscribeWorkbench, workbench } from '../workbench/workbench'
import { openDraftDatabase } from './draft-database'
import { worst, type WordsKept } from './draft-keeper'
import { openDraftService } from './draft-service'
import { living } from './living'
import { openDraftStore, type DraftStore } from './drafts'
import { documentService } from './service-client'
import { DocumentSession } from './session'
import { touches } from './touches'

/**
 * A closed tab's document stays this long, so that it can come back, or follow a move, with its undo history.
 */
const GRACE = 1_500

const sessions = new Set<DocumentSession>()
const closing = new Map<DocumentSession, ReturnType<typeof setTimeout>>()
const changes = createSignal<void>()
const closed = createSignal<DocumentSession>()
let drafts: DraftStore | null = null
let stopListening: (() => void) | null = null

/** The open text document at the path; opens it when it is not. */
export function documentAt(path: ContentPath): DocumentSession {
  const open = openDocumentAt(path)
  if (open) return open
  start()
  const session = new DocumentSession(path, {
    service: documentService,
    drafts: draftStore(),
    workspace: currentWorkspace()?.id ?? '',
    me: () => currentWorkspace()?.owner?.email,
    id: crypto.randomUUID(),
    isHidden: () => editorSettings().hidden,
    ...(!editorSettings().apart && isWrittenTogether(path) && { line: roomsLine })
  })
  sessions.add(session)
  session.subscribe(changes.notify)
  tellShown(session)
  queueMicrotask(changes.notify)
  void session.open()
  return session
}

/** Whatever is written as a text is. */
const isWrittenTogether = (path: ContentPath): boolean => formatOfPath(path) !== 'media'

/** The document at the path when it is open already. */
export function openDocumentAt(path: ContentPath): DocumentSession | null {
  for (const session of sessions) if (session.path === path) return session
  return null
}

/** Sends everything that is not saved yet. @returns true when nothing unsaved is left */
export async function flushAll(): Promise<boolean> {
  const results = await Promise.all([...sessions].map((session) => session.flush()))
  return results.every(Boolean)
}

/**
 * Saves everything, and keeps what cannot be saved. Resolves to where the least safe words are; null when all
 * are saved.
 */
export async function leaveAll(): Promise<WordsKept> {
  const left = await Promise.all([...sessions].map((session) => session.leave()))
  return left.reduce<WordsKept>(worst, null)
}

/** True while words typed in this window are not durable on the service. */
export function hasUnsaved(): boolean {
  return [...sessions].some((session) => session.dirty())
}

/** Told of every change of any open document, and of opening and closing. @returns a function that ends it */
export const subscribeDocuments = changes.subscribe

/** Told when a document is closed for good. @returns a function that ends it */
export const onDocumentClosed = closed.subscribe

/** Opens every document that a crash left words of, so that they are saved, or asked about. */
export async function recoverDrafts(): Promise<void> {
  const workspace = currentWorkspace()
  if (!workspace) return
  for (const path of await draftStore().left(workspace.id)) {
    if (!openDocumentAt(path)) openDocument(path)
  }
}

/** What is kept on this machine until the service has it. */
export function draftStore(): DraftStore {
  return (drafts ??= openDraftStore(
    [openDraftDatabase(indexedDB), openDraftService(api, thisBrowser())],
    living()
  ))
}

/** A name for this browser that its windows share; of this window alone where nothing can be kept. */
function thisBrowser(): string {
  const made = crypto.randomUUID()
  try {
    const known = localStorage.getItem(BROWSER)
    if (known) return known
    localStorage.setItem(BROWSER, made)
  } catch {
    // a disk that is full from the start: the drafts at the service are found again after a day
  }
  return made
}

const BROWSER = 'galley.browser'

function start(): void {
  if (stopListening) return
  const stopEvents = onServiceEvent(hear)
  const stopTabs = subscribeWorkbench(() => {
    closeUnused()
    sessions.forEach(tellShown)
  })
  const stopSettings = onEditorSettings(() => sessions.forEach(({ company }) => company?.tell()))
  stopListening = () => {
    stopEvents()
    stopTabs()
    stopSettings()
    stopListening = null
  }
}

function hear(event: ServiceEvent): void {
  if (event.type === 'hello') return sessions.forEach((session) => void session.look())
  if (event.type === 'rights' || event.type === 'config')
    return sessions.forEach((session) => void session.allowed())
  if (
    (event.type === 'file' || event.type === 'folder') &&
    event.change === 'moved' &&
    event.from !== undefined
  ) {
    follow(contentPath(event.from), contentPath(event.path), event.by)
  } else if (event.type === 'file') notify(event)
  else if (event.type === 'folder') lookInside(event)
}

function notify(event: FileEvent): void {
  for (const session of sessions) if (session.path === event.path) session.hear(event)
}

/** A folder that goes, or comes back, may take along what is open in it. */
function lookInside(event: Extract<ServiceEvent, { type: 'folder' }>): void {
  for (const session of sessions) if (touches(event, session.path)) void session.look(event.by)
}

function follow(from: ContentPath, to: ContentPath, by: Person): void {
  const there = [...sessions].filter(({ path }) => isWithin(path, to) && !isWithin(path, from))
  for (const session of sessions) {
    if (isWithin(session.path, from)) session.moved(contentPath(to + session.path.slice(from.length)))
  }
  // what was deleted here has something at its place again
  for (const session of there) void session.look(by)
  // The tabs may have followed already, or may follow only now.
  closeUnused()
}

/** Others see whether the document is the one that is looked at here. */
function tellShown({ company, path }: DocumentSession): void {
  const { tabs, activeTab } = workbench()
  company?.shown(tabs.find(({ id }) => id === activeTab)?.path === path)
}

const isUsed = (session: DocumentSession) => workbench().tabs.some((tab) => tab.path === session.path)

/** Documents without a tab are saved and closed; one that cannot be saved stays until it is. */
function closeUnused(): void {
  for (const session of sessions) {
    const used = isUsed(session)
    const timer = closing.get(session)
    if (used && timer) {
      clearTimeout(timer)
      closing.delete(session)
    } else if (!used && !timer) {
      void session.flush()
      closing.set(
        session,
        setTimeout(() => void closeWhenSaved(session), GRACE)
      )
    }
  }
}

async function closeWhenSaved(session: DocumentSession): Promise<void> {
  const saved = await session.flush()
  if (!closing.has(session)) return
  if (isUsed(session)) return void closing.delete(session)
  if (!saved && session.snapshot().question?.kind !== 'deleted') {
    closing.set(
      session,
      setTimeout(() => void closeWhenSaved(session), GRACE * 4)
    )
    return
  }
  closing.delete(session)
  sessions.delete(session)
  closed.notify(session)
  session.close()
  changes.notify()
  if (sessions.size === 0) stopListening?.()
}
