import type { ContentPath } from '../../../common/content/paths'
import { currentWorkspace } from '../api'
import { createSignal } from '../state/signal'
import { DraftKeeper, type WordsKept } from './draft-keeper'
import type { DraftInParts, DraftStore } from './drafts'
import { createTextSteps } from './text-steps'

/** Where a text's changes are kept until they are saved. */
interface DraftPlace {
  readonly drafts: DraftStore
  /** The editing session's own name. */
  readonly key: string
  /**
   * What is kept, in one word: apart from the drafts of documents, which are saved as soon as they are found.
   */
  readonly kind: string
  readonly path: () => ContentPath
}

/**
 * A text that is saved only when the person says so. Until then its changes are kept on this machine and come
 * back after a crash or when it is opened again (E1); every change can be taken back (E4), and what somebody
 * else saves meanwhile is told (E3).
 */
export abstract class TextDraft {
  protected text = ''
  protected readonly keeper: DraftKeeper
  protected readonly steps = createTextSteps()
  private readonly changed = createSignal<void>()
  /** Somebody else saved while changes are open here. */
  changedElsewhere = false
  /** Changes of an earlier time were found on this machine. */
  restored = false

  constructor(private readonly place: DraftPlace) {
    this.keeper = new DraftKeeper(
      place.drafts,
      place.key,
      () => this.draft(),
      () => this.notify()
    )
  }

  /** What is stored. */
  abstract get saved(): string

  readonly subscribe = this.changed.subscribe
  /** Rises with every change of anything that is shown. */
  readonly count = this.changed.count

  /** As it is shown, saved or not. */
  get current(): string {
    return this.text
  }

  get dirty(): boolean {
    return this.text !== this.saved
  }

  /** Where the changes are that are not saved. */
  get kept(): WordsKept {
    return this.keeper.kept
  }

  /** Tries to keep them now. */
  keep = async (): Promise<WordsKept> => {
    await this.keeper.write()
    return this.keeper.kept
  }

  get canUndo(): boolean {
    return this.steps.canUndo
  }

  get canRedo(): boolean {
    return this.steps.canRedo
  }

  /** @param apart true: a step of its own for undo, however soon it follows the last one */
  set(text: string, apart = false): void {
    if (text === this.text) return
    this.steps.push(this.text, apart)
    this.become(text)
  }

  undo(): void {
    const before = this.steps.undo(this.text)
    if (before !== null) this.become(before)
  }

  redo(): void {
    const next = this.steps.redo(this.text)
    if (next !== null) this.become(next)
  }

  /** Back to what is stored; comes back with undo. */
  discard(): void {
    this.set(this.saved, true)
    this.dismiss()
  }

  dismiss(): void {
    this.restored = false
    this.changedElsewhere = false
    this.notify()
  }

  /** Takes over what an earlier time left on this machine. */
  protected async takeUp(): Promise<void> {
    const { drafts, key, kind, path } = this.place
    try {
      const left = await drafts.adopt(draftSpace(kind), path(), key)
      if (left && left.text !== this.saved) {
        this.text = left.text
        this.restored = true
        this.changedElsewhere = left.baseText !== this.saved
      }
    } catch (problem) {
      console.warn(`Changes of ${kind} could not be read.`, problem)
    }
    this.notify()
  }

  protected become(text: string): void {
    this.text = text
    this.keeper.touch()
    this.notify()
  }

  protected notify(): void {
    this.changed.notify()
  }

  private draft(): DraftInParts | null {
    if (!this.dirty) return null
    const { key, kind, path } = this.place
    return {
      session: key,
      workspace: draftSpace(kind),
      path: path(),
      parts: [this.text],
      baseEtag: null,
      baseText: this.saved,
      sending: null,
      at: Date.now()
    }
  }
}

/** Under which name changes of a kind are kept in the open workspace. */
export const draftSpace = (kind: string): string => `${currentWorkspace()?.id ?? ''} ${kind}`
