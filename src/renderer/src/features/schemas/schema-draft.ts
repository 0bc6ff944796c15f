import type { ContentPath } from '../../../../common/content/paths'
import { isJsonObject, readSchema, type JsonObject, type SchemaReading } from '../../../../common/schema'
import { readSchemaDocument, writeSchemaDocument } from '../../../../common/structured'
import { currentWorkspace } from '../../api'
import { onDocumentClosed, type DocumentSession } from '../documents'

const KEEP_DELAY = 200
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
  private done: string[] = []
  private undone: string[] = []
  private lastChange = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private readonly listeners = new Set<() => void>()
  private version = 0
  private reading: ReadText | null = null
  /** Somebody else saved while changes are open here. */
  changedElsewhere = false
  /** Changes of an earlier time were found on this machine. */
  restored = false

  constructor(private readonly session: DocumentSession) {
    this.stored = this.text = jsonOf(session.text())
    const kept = localStorage.getItem(this.key)
    if (kept !== null && kept !== this.stored) {
      this.text = kept
      this.restored = true
    }
    session.subscribe(() => this.follow())
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
    this.keep()
  }

  private become(text: string): void {
    this.text = text
    this.timer ??= setTimeout(() => this.keep(), KEEP_DELAY)
    this.tell()
  }

  private keep(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.dirty) localStorage.setItem(this.key, this.text)
    else localStorage.removeItem(this.key)
  }

  private follow(): void {
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
    for (const listener of this.listeners) listener()
  }

  private get key(): string {
    return `galley.schema-draft.${currentWorkspace()?.id ?? ''}.${this.session.path}`
  }
}

const drafts = new Map<DocumentSession, SchemaDraft>()
let listening = false

export function draftOf(session: DocumentSession): SchemaDraft {
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => drafts.delete(closed))
  }
  const known = drafts.get(session)
  if (known) return known
  const made = new SchemaDraft(session)
  drafts.set(session, made)
  return made
}

/** Forgets what was kept for a schema that is gone. */
export function forgetDraft(path: ContentPath): void {
  localStorage.removeItem(`galley.schema-draft.${currentWorkspace()?.id ?? ''}.${path}`)
}

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
