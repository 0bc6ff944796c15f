import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { isJsonObject, readSchema, type JsonObject, type SchemaReading } from '../../../../common/schema'
import { readSchemaDocument, writeSchemaDocument } from '../../../../common/structured'
import { currentWorkspace } from '../../api'
import { openDocument, workbench } from '../../app/workbench'
import { tell } from '../../components/toast'
import { draftStore, onDocumentClosed, type DocumentSession } from '../documents'
import { DraftKeeper } from '../documents/draft-keeper'
import type { Draft, DraftStore } from '../documents/drafts'

const JOIN_WITHIN = 1_000

interface ReadText {
  readonly text: string
  readonly read: SchemaReading
  /** Null when the text is no JSON object. */
  readonly value: JsonObject | null
}

/**
 * A schema that is being changed. Unlike documents it is saved when the person says so, because a change can make documents
 * invalid; until then it is kept on this machine and comes back after a crash.
 */
export class SchemaDraft {
  private text: string
  private stored: string
  private path: ContentPath
  private done: string[] = []
  private undone: string[] = []
  private lastChange = 0
  private readonly listeners = new Set<() => void>()
  private version = 0
  private reading: ReadText | null = null
  private readonly keeper: DraftKeeper
  private readonly release: () => void
  private readonly stopFollowing: () => void
  private readonly held = { save: () => this.askToSave(), keep: () => this.keeper.write() }
  /** Somebody else saved while changes are open here. */
  changedElsewhere = false
  /** Changes of an earlier time were found on this machine. */
  restored = false
  /** False until what an earlier time left on this machine was looked for. */
  ready = false

  constructor(
    private readonly session: DocumentSession,
    private readonly drafts: DraftStore,
    private readonly askToSave: () => void
  ) {
    this.path = session.path
    this.stored = this.text = jsonOf(session.text())
    this.keeper = new DraftKeeper(drafts, this.key, () => this.draft())
    this.release = drafts.hold(this.key)
    this.stopFollowing = session.subscribe(() => this.follow())
    void this.find()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  count = (): number => this.version

  get current(): string {
    return this.text
  }

  get saved(): string {
    return this.stored
  }

  get dirty(): boolean {
    return this.text !== this.stored
  }

  /** The text as a schema, and as JSON where it is an object; read once for each text. */
  read(): ReadText {
    if (this.reading?.text === this.text) return this.reading
    return (this.reading = { text: this.text, read: readSchema(this.text), value: objectIn(this.text) })
  }

  set(text: string): void {
    if (text === this.text) return
    const now = Date.now()
    if (now - this.lastChange > JOIN_WITHIN || this.done.length === 0) this.done.push(this.text)
    this.lastChange = now
    this.undone = []
    this.become(text)
  }

  setValue(value: JsonObject): void {
    this.lastChange = 0
    this.set(JSON.stringify(value, null, 2))
  }

  undo(): void {
    const before = this.done.pop()
    if (before === undefined) return
    this.undone.push(this.text)
    this.lastChange = 0
    this.become(before)
  }

  redo(): void {
    const next = this.undone.pop()
    if (next === undefined) return
    this.done.push(this.text)
    this.lastChange = 0
    this.become(next)
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** Back to what is stored; comes back with undo. */
  discard(): void {
    this.lastChange = 0
    this.set(this.stored)
    this.restored = false
    this.changedElsewhere = false
    this.tell()
  }

  dismiss(): void {
    this.restored = false
    this.changedElsewhere = false
    this.tell()
  }

  /** @throws GalleyError when it cannot be written */
  async save(): Promise<void> {
    const { text } = this
    await this.session.replaceWith(new TextEncoder().encode(writeSchemaDocument(text)))
    this.stored = text
    this.dismiss()
    await this.keeper.write()
  }

  /** The document was flushed and is closed for good; changes that are not saved stay on this machine. */
  close(): void {
    this.stopFollowing()
    this.keeper.stop()
    this.release()
  }

  private async find(): Promise<void> {
    try {
      const left = await this.drafts.adopt(spaceOf(), this.session.path, this.key)
      if (left && left.text !== this.stored) {
        this.text = left.text
        this.restored = true
        this.changedElsewhere = left.baseText !== this.stored
      }
    } catch (problem) {
      console.warn('Changes of schemas could not be read.', problem)
    }
    this.ready = true
    this.tell()
    await this.keeper.write()
  }

  private draft(): Draft | null {
    if (!this.dirty) return null
    return {
      session: this.key,
      workspace: spaceOf(),
      path: this.session.path,
      text: this.text,
      baseEtag: null,
      baseText: this.stored,
      sending: null,
      at: Date.now()
    }
  }

  private become(text: string): void {
    this.text = text
    this.keeper.touch()
    this.tell()
  }

  private follow(): void {
    if (this.session.path !== this.path) {
      this.path = this.session.path
      this.keeper.touch()
    }
    if (this.session.snapshot().phase.kind !== 'text') return
    const stored = jsonOf(this.session.text())
    if (stored === this.stored) return
    const clean = !this.dirty
    this.stored = stored
    if (clean) this.become(stored)
    else if (this.dirty) this.changedElsewhere = true
    this.tell()
  }

  private tell(): void {
    this.version++
    this.session.holdBack(this.dirty ? this.held : null)
    for (const listener of this.listeners) listener()
  }

  private get key(): string {
    return `${this.session.id}-schema`
  }
}

const open = new Map<DocumentSession, SchemaDraft>()
let listening = false

/** The changes of an open schema. @param askToSave opens what saves them */
export function draftOf(session: DocumentSession, askToSave: (draft: SchemaDraft) => void): SchemaDraft {
  if (!listening) {
    listening = true
    onDocumentClosed(letGo)
  }
  const known = open.get(session)
  if (known) return known
  const made: SchemaDraft = new SchemaDraft(session, draftStore(), () => askToSave(made))
  open.set(session, made)
  return made
}

/** Opens every schema whose changes an earlier time left on this machine. */
export async function recoverSchemas(): Promise<void> {
  const isOpen = (path: ContentPath) => workbench().tabs.some((tab) => tab.path === path)
  for (const path of await draftStore().left(spaceOf())) if (!isOpen(path)) openDocument(path)
}

/** Forgets what was kept for a schema that is gone. */
export async function forgetDraft(path: ContentPath): Promise<void> {
  for (const [session, draft] of open) if (session.path === path) draft.discard()
  const own = crypto.randomUUID()
  const left = await draftStore().adopt(spaceOf(), path, own)
  if (left) await draftStore().remove(own)
}

/** A schema that is not open has another path now. */
export async function moveDraft(from: ContentPath, to: ContentPath): Promise<void> {
  const left = await draftStore().adopt(spaceOf(), from, crypto.randomUUID())
  if (left) await draftStore().put({ ...left, path: to })
}

function letGo(session: DocumentSession): void {
  const draft = open.get(session)
  if (!draft) return
  open.delete(session)
  draft.close()
  if (!draft.dirty) return
  const { name } = splitName(nameOf(session.path))
  tell(
    `The changes of the schema “${name}” are not saved. They are kept here and come back when you open it.`
  )
}

/** Apart from the drafts of documents, which are saved as soon as they are found. */
const spaceOf = () => `${currentWorkspace()?.id ?? ''} schemas`

/** A malformed stored schema opens as its raw text, for repair (map A). */
const jsonOf = (html: string): string => readSchemaDocument(html) ?? html

function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}

function isPlainObject(value: unknown): value is JsonObject {
  return isJsonObject(value)
}
