import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import { parseJson } from '../../../../../common/json'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/schema'
import { currentWorkspace } from '../../../api'
import { openDocument, workbench } from '../../../workbench/workbench'
import { notify } from '../../../workbench/toast'
import { draftStore, keptOnClosing, type DocumentSession } from '../../../documents'
import { DraftKeeper } from '../../../documents/draft-keeper'
import type { DraftInParts, DraftStore } from '../../../documents/drafts'
import { writtenData } from './read-data'
import type { JsonText } from './json-text'

/**
 * JSON of a document that cannot be saved yet because it is not right: it is kept on this machine, comes back
 * after a crash or when the document is opened again, and the status says that it is not saved.
 */
export class JsonDraft {
  private readonly keeper: DraftKeeper
  private readonly release: () => void
  private readonly stops: readonly (() => void)[]
  private path: ContentPath
  private readonly held

  constructor(
    private readonly session: DocumentSession,
    private readonly drafts: DraftStore,
    private readonly json: JsonText,
    show: () => void
  ) {
    this.path = session.path
    this.keeper = new DraftKeeper(drafts, this.key, () => this.draft())
    this.release = drafts.hold(this.key)
    this.held = {
      save: show,
      keep: async () => {
        await this.keeper.write()
        return this.keeper.kept
      },
      words: { state: 'Not saved: the JSON is not right yet', action: 'Show it' }
    }
    this.stops = [json.changed.subscribe(() => this.follow()), session.subscribe(() => this.followPath())]
    void this.find()
  }

  /** The document is closed for good; text that is not right stays on this machine. */
  close(): void {
    for (const stop of this.stops) stop()
    this.keeper.stop()
    this.release()
    if (!this.json.trouble) return
    notify(
      keptOnClosing(
        `Changes of the JSON of “${nameOf(this.session.path)}” that are not right yet`,
        this.keeper.kept
      )
    )
  }

  private async find(): Promise<void> {
    try {
      const left = await this.drafts.adopt(spaceOf(), this.session.path, this.key)
      if (!left || this.json.trouble) return
      this.json.restore(left.text, dataIn(left.baseText))
    } catch (problem) {
      console.warn('JSON from an earlier time could not be read.', problem)
    }
  }

  private follow(): void {
    const troubled = this.json.trouble !== null
    this.session.holdBack(troubled ? this.held : null)
    this.keeper.touch()
  }

  private followPath(): void {
    if (this.session.path === this.path) return
    this.path = this.session.path
    if (this.json.trouble) this.keeper.touch()
  }

  private draft(): DraftInParts | null {
    if (!this.json.trouble) return null
    return {
      session: this.key,
      workspace: spaceOf(),
      path: this.session.path,
      parts: [this.json.text],
      baseEtag: null,
      baseText: writtenData(this.json.standsFor),
      sending: null,
      at: Date.now()
    }
  }

  private get key(): string {
    return `${this.session.id}-json`
  }
}

/** Opens every document for which an earlier time left JSON on this machine. */
export async function recoverJson(): Promise<void> {
  const isOpen = (path: ContentPath) => workbench().tabs.some((tab) => tab.path === path)
  for (const path of await draftStore().left(spaceOf())) if (!isOpen(path)) openDocument(path)
}

/** Apart from the drafts of documents, which are saved as soon as they are found. */
const spaceOf = () => `${currentWorkspace()?.id ?? ''} json`

function dataIn(text: string): JsonValue {
  const value = parseJson(text)
  return isJsonObject(value) || isJsonArray(value) ? value : {}
}
