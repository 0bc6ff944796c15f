import type { ContentPath } from '../../../../common/content/paths'
import type { ConfigState } from '../../../../common/api/client'
import { api, currentWorkspace, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { beforeClosing } from '../../app/closing'
import { draftStore } from '../documents'
import { DraftKeeper } from '../documents/draft-keeper'
import type { Draft, DraftStore } from '../documents/drafts'

const JOIN_WITHIN = 1_000

/** What is known of a config at the service. `state` null: there is none yet; `writable`: whether this person may change or make it (P4). */
export type ConfigPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly denied: boolean }
  | ({ readonly kind: 'ready' } & Found)

interface Found {
  readonly state: ConfigState | null
  readonly writable: boolean
}

/**
 * A config that is being changed. It is saved only when the person says so, because a wrong one can lock people out; until then it
 * is kept on this machine and comes back after a crash.
 */
export class ConfigDraft {
  private phase: ConfigPhase = { kind: 'loading' }
  private text = ''
  private done: string[] = []
  private undone: string[] = []
  private lastChange = 0
  private version = 0
  private turn = 0
  private readonly listeners = new Set<() => void>()
  private readonly keeper: DraftKeeper
  private readonly ends: readonly (() => void)[]
  /** Settled when it has been read for the first time, or could not be. */
  readonly opened: Promise<void>
  /** Somebody else saved while changes are open here. */
  changedElsewhere = false
  /** Changes of an earlier time were found on this machine. */
  restored = false

  constructor(
    private path_: ContentPath,
    private readonly drafts: DraftStore = draftStore()
  ) {
    this.keeper = new DraftKeeper(drafts, this.key, () => this.draft())
    this.ends = [
      drafts.hold(this.key),
      beforeClosing(() => this.keeper.write()),
      onServiceEvent((event) => {
        const mine = event.type === 'config' && event.path === this.path
        if (mine || (event.type === 'hello' && this.phase.kind !== 'loading')) void this.load()
      })
    ]
    this.opened = this.open()
  }

  get path(): ContentPath {
    return this.path_
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Rises with every change of anything that is shown. */
  count = (): number => this.version

  get at(): ConfigPhase {
    return this.phase
  }

  /** As it is shown, saved or not; empty where there is no config. */
  get current(): string {
    return this.text
  }

  get saved(): string {
    return this.phase.kind === 'ready' ? (this.phase.state?.text ?? '') : ''
  }

  get dirty(): boolean {
    return this.phase.kind === 'ready' && this.text !== this.saved
  }

  get writable(): boolean {
    return this.phase.kind === 'ready' && this.phase.writable
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** @param apart true: a step of its own for undo, however soon it follows the last one */
  set(text: string, apart = false): void {
    if (text === this.text) return
    const now = Date.now()
    if (apart || now - this.lastChange > JOIN_WITHIN || this.done.length === 0) this.done.push(this.text)
    this.lastChange = apart ? 0 : now
    this.undone = []
    this.become(text)
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

  /** Back to what is stored; comes back with undo. */
  discard(): void {
    this.set(this.saved, true)
    this.dismiss()
  }

  dismiss(): void {
    this.restored = false
    this.changedElsewhere = false
    this.tell()
  }

  /** @throws GalleyError bad-config, forbidden, precondition-failed when somebody else saved meanwhile */
  async save(): Promise<void> {
    const { text } = this
    const stored = this.phase.kind === 'ready' ? this.phase.state : null
    const condition = stored ? { ifMatch: stored.etag } : { ifNoneMatch: '*' as const }
    try {
      const state = await api.saveConfig(this.path, text, condition)
      this.turn++
      this.phase = { kind: 'ready', state, writable: true }
      this.dismiss()
      await this.keeper.write()
    } catch (error) {
      if (reasonOf(error) === 'precondition-failed') void this.load()
      throw error
    }
  }

  /** Reads it again; what is typed stays. */
  async load(): Promise<void> {
    const turn = ++this.turn
    try {
      const found = await read(this.path)
      if (turn === this.turn) this.take(found)
    } catch (error) {
      if (turn !== this.turn || this.phase.kind === 'ready') return
      const denied = ['forbidden', 'unauthenticated'].includes(reasonOf(error))
      this.phase = { kind: 'failed', message: sentenceOf(error), denied }
      this.tell()
    }
  }

  /** What is not saved stays on this machine. */
  close(): void {
    this.keeper.stop()
    void this.keeper.write()
    for (const end of this.ends) end()
  }

  private async open(): Promise<void> {
    await this.load()
    try {
      const left = await this.drafts.adopt(spaceOf(), this.path, this.key)
      if (left && left.text !== this.saved) {
        this.text = left.text
        this.restored = true
        this.changedElsewhere = left.baseText !== this.saved
        this.tell()
      }
    } catch (problem) {
      console.warn('Changes of configs could not be read.', problem)
    }
    await this.keeper.write()
  }

  private take({ state, writable }: Found): void {
    const before = this.phase
    const clean = before.kind !== 'ready' || !this.dirty
    const news = before.kind === 'ready' && (before.state?.text ?? '') !== (state?.text ?? '')
    this.phase = { kind: 'ready', state, writable }
    if (clean) this.text = this.saved
    else if (news && this.dirty) this.changedElsewhere = true
    this.tell()
  }

  private draft(): Draft | null {
    if (!this.dirty) return null
    return {
      session: this.key,
      workspace: spaceOf(),
      path: this.path,
      text: this.text,
      baseEtag: null,
      baseText: this.saved,
      sending: null,
      at: Date.now()
    }
  }

  private become(text: string): void {
    this.text = text
    this.keeper.touch()
    this.tell()
  }

  private tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }

  private readonly key = `config-${crypto.randomUUID()}`
}

/** A config that is not there is no failed request. */
async function read(path: ContentPath): Promise<Found> {
  const state = (await api.configs(path)).includes(path) ? await api.config(path) : null
  if (state) return { state, writable: state.writable }
  return { state, writable: (await api.access(path)).config.includes('write') }
}

/** Apart from the drafts of documents, which are saved as soon as they are found. */
const spaceOf = () => `${currentWorkspace()?.id ?? ''} configs`
