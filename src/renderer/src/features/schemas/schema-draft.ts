import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { parseJson } from '../../../../common/json'
import {
  isJsonObject,
  readSchema,
  type JsonObject,
  type Pointer,
  type SchemaReading
} from '../../../../common/schema'
import { readSchemaDocument, writeSchemaDocument } from '../../../../common/formats/structured'
import { openDocument, workbench } from '../../workbench/workbench'
import { notify } from '../../workbench/toast'
import { draftStore, keptOnClosing, onDocumentClosed, type DocumentSession } from '../../documents'
import { inParts, type DraftStore } from '../../documents/drafts'
import { draftSpace, TextDraft } from '../../documents/text-draft'
import { changedPlace } from '../../engines/form/store/changed-place'

/** Apart from the drafts of documents, which are saved as soon as they are found. */
const KIND = 'schemas'

interface ReadText {
  readonly text: string
  readonly read: SchemaReading
  /** Null when the text is no JSON object. */
  readonly value: JsonObject | null
}

/**
 * A schema that is being changed. Unlike documents it is saved when the person says so, because a change can
 * make documents invalid; until then it is kept on this machine and comes back after a crash.
 */
export class SchemaDraft extends TextDraft {
  private stored: string
  private path: ContentPath
  private reading: ReadText | null = null
  private typedAt: Pointer | null = null
  private readonly release: () => void
  private readonly stopFollowing: () => void
  private readonly held = { save: () => this.askToSave(), keep: () => this.keep() }
  /** False until what an earlier time left on this machine was looked for. */
  ready = false

  constructor(
    private readonly session: DocumentSession,
    drafts: DraftStore,
    private readonly askToSave: () => void
  ) {
    const key = `${session.id}-schema`
    super({ drafts, key, kind: KIND, path: () => session.path })
    this.path = session.path
    this.stored = this.text = jsonOf(session.text())
    this.release = drafts.hold(key)
    this.stopFollowing = session.subscribe(() => this.follow())
    void this.find()
  }

  get saved(): string {
    return this.stored
  }

  /** The text as a schema, and as JSON where it is an object; read once for each text. */
  read(): ReadText {
    if (this.reading?.text === this.text) return this.reading
    return (this.reading = { text: this.text, read: readSchema(this.text), value: objectIn(this.text) })
  }

  /** The schema as the builder has it; words typed into one of its settings join into a step. */
  setValue(value: JsonObject): void {
    const { pointer, after } = changedPlace(this.read().value ?? {}, value)
    const typed = typeof after === 'string' || typeof after === 'number'
    if (!typed || pointer !== this.typedAt) this.steps.cut()
    this.typedAt = typed ? pointer : null
    this.set(JSON.stringify(value, null, 2))
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

  protected override notify(): void {
    this.session.holdBack(this.dirty ? this.held : null)
    super.notify()
  }

  private async find(): Promise<void> {
    await this.takeUp()
    this.ready = true
    this.notify()
    await this.keeper.write()
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
    this.notify()
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
  for (const path of await draftStore().left(draftSpace(KIND))) if (!isOpen(path)) openDocument(path)
}

/** Forgets what was kept for a schema that is gone. */
export async function forgetDraft(path: ContentPath): Promise<void> {
  for (const [session, draft] of open) if (session.path === path) draft.discard()
  const own = crypto.randomUUID()
  const left = await draftStore().adopt(draftSpace(KIND), path, own)
  if (left) await draftStore().remove(own)
}

/** A schema that is not open has another path now. */
export async function moveDraft(from: ContentPath, to: ContentPath): Promise<void> {
  const left = await draftStore().adopt(draftSpace(KIND), from, crypto.randomUUID())
  if (left) await draftStore().put(inParts({ ...left, path: to }))
}

function letGo(session: DocumentSession): void {
  const draft = open.get(session)
  if (!draft) return
  open.delete(session)
  draft.close()
  if (!draft.dirty) return
  const { name } = splitName(nameOf(session.path))
  notify(keptOnClosing(`The changes of the schema “${name}”`, draft.kept))
}

/** A malformed stored schema opens as its raw text, for repair (map A). */
const jsonOf = (html: string): string => readSchemaDocument(html) ?? html

function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}

function isPlainObject(value: unknown): value is JsonObject {
  return isJsonObject(value)
}
