import type { ContentPath } from '../../../../common/content/paths'
import type { ConfigState } from '../../../../common/api/client'
import { api, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { beforeClosing } from '../../documents/closing'
import { draftStore } from '../../documents'
import type { DraftStore } from '../../documents/drafts'
import { TextDraft } from '../../documents/text-draft'

/**
 * What is known of a config at the service. `state` null: there is none yet; `writable`: whether this person
 * may change or make it (P4).
 */
type ConfigPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly denied: boolean }
  | ({ readonly kind: 'ready' } & Found)

interface Found {
  readonly state: ConfigState | null
  readonly writable: boolean
}

/**
 * A config that is being changed. It is saved only when the person says so, because a wrong one can lock
 * people out; until then it is kept on this machine and comes back after a crash.
 */
export class ConfigDraft extends TextDraft {
  private phase: ConfigPhase = { kind: 'loading' }
  private turn = 0
  private readonly ends: readonly (() => void)[]
  /** Settled when it has been read for the first time, or could not be. */
  readonly opened: Promise<void>

  constructor(
    readonly path: ContentPath,
    drafts: DraftStore = draftStore()
  ) {
    const key = `config-${crypto.randomUUID()}`
    super({ drafts, key, kind: 'configs', path: () => path })
    this.ends = [
      drafts.hold(key),
      beforeClosing(() => this.keep()),
      onServiceEvent((event) => {
        const mine = event.type === 'config' && event.path === this.path
        if (mine || (event.type === 'hello' && this.phase.kind !== 'loading')) void this.load()
      })
    ]
    this.opened = this.open()
  }

  get at(): ConfigPhase {
    return this.phase
  }

  get saved(): string {
    return this.phase.kind === 'ready' ? (this.phase.state?.text ?? '') : ''
  }

  override get dirty(): boolean {
    return this.phase.kind === 'ready' && super.dirty
  }

  get writable(): boolean {
    return this.phase.kind === 'ready' && this.phase.writable
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
      this.notify()
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
    await this.takeUp()
    await this.keeper.write()
  }

  private take({ state, writable }: Found): void {
    const before = this.phase
    const clean = before.kind !== 'ready' || !this.dirty
    const news = before.kind === 'ready' && (before.state?.text ?? '') !== (state?.text ?? '')
    this.phase = { kind: 'ready', state, writable }
    if (clean) this.text = this.saved
    else if (news && this.dirty) this.changedElsewhere = true
    this.notify()
  }
}

/** A config that is not there is no failed request. */
async function read(path: ContentPath): Promise<Found> {
  const state = (await api.configs(path)).includes(path) ? await api.config(path) : null
  if (state) return { state, writable: state.writable }
  return { state, writable: (await api.access(path)).config.includes('write') }
}
