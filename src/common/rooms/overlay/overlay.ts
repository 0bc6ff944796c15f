import * as Y from 'yjs'
import { memberOf } from './cells'
import { entryIn, isLater, LAST_CLOCK, newSpot, type Entry, type Spot } from './entries'

/** A value, the place of an item, or that it was deleted; a path is what leads to a spot, with `/` between. */
type Kind = '=' | '@' | '-'

/** Sets what is there at a path. */
export type Write = (kind: Kind, path: string, value: unknown) => void

/** Milliseconds in which whoever has set something is told that somebody else has set it too. */
const LATELY = 10_000

/** A path has at most so many names: nothing that is shared lies deeper. */
const DEEPEST = 450

/** Where what a key says belongs. */
interface Place {
  readonly field: 'value' | 'place' | 'gone'
  readonly spot: Spot
  /** From the root on, with the spot. */
  readonly way: readonly Spot[]
}

/** Each person has places of their own for what they set: behind its name, or of no name for many at once. */
const BY = '~'

/** What a key sets that somebody else may set as well: where it lies, and each by its name. */
function partsOf(key: string, value: unknown): readonly { readonly head: string; readonly name: string }[] {
  const [begin, end] = [Math.max(1, key.lastIndexOf('/') + 1), key.lastIndexOf(BY)]
  if (end < begin || !key.startsWith('=')) return []
  const [head, name] = [key.slice(0, begin), key.slice(begin, end)]
  if (name !== '') return [{ head, name }]
  const cells = memberOf(value, 'cells')
  return typeof cells === 'object' && cells !== null
    ? Object.keys(cells).map((one) => ({ head, name: one }))
    : []
}

/** What one person did in one go: what was there before, by key. */
interface Step {
  readonly mark: string
  readonly before: Map<string, unknown>
}

/**
 * What differs from the seed of a document: of each place what was set last, as whoever reads it finds it. What
 * was taken back is known to all by its mark, so it comes back by nobody, whatever was set over it. To be
 * closed.
 */
export class Overlay {
  readonly root = newSpot()
  private readonly map: Y.Map<unknown>
  private readonly undone: Y.Map<unknown>
  private step: Step | null = null
  private readonly done: Step[] = []
  private takenBack: Step[] = []

  /** The highest that an entry has, and when the next one is set. */
  private clock = 0
  private now = 0
  /** What was set here lately, by key, and when. */
  private readonly lately = new Map<string, number>()
  /** What somebody else has set over that. */
  private replaced = new Map<string, unknown>()

  /**
   * @param changed told after others have changed it, with what they have set over values that were set here
   * within ten seconds, by path
   */
  constructor(
    private readonly doc: Y.Doc,
    private readonly changed: (replaced: ReadonlyMap<string, unknown>) => void
  ) {
    this.map = doc.getMap('overlay')
    this.undone = doc.getMap('undone')
    for (const key of this.map.keys()) this.read(key)
    this.map.observe(this.onMap)
    this.undone.observe(this.onUndone)
    doc.on('afterTransaction', this.onTransaction)
  }

  /** How many steps can be taken back. */
  get depth(): number {
    return this.done.length
  }

  /** How many can be done again. */
  get left(): number {
    return this.takenBack.length
  }

  /** Signs that others do not have. */
  get salt(): string {
    return `${this.doc.clientID.toString(36).slice(-2)}i`
  }

  /** Whose it is that is set here. */
  get own(): string {
    return this.doc.clientID.toString(36)
  }

  /** Ids that nobody else gives: each stands for at least one entry that is about to be made. */
  newIds(): () => string {
    const { clientID, store } = this.doc
    let clock = Y.getState(store, clientID)
    return () => `${clientID.toString(36)}-${(clock++).toString(36)}`
  }

  /** Whether what is set now is of the same step as this. */
  isOfStep({ mark }: Entry): boolean {
    return this.step?.mark === mark
  }

  /** What follows is a step of its own. */
  separate(): void {
    this.step = null
  }

  /** What is set in one go; one step, and with what came before it where nothing has separated the two. */
  edit(work: (write: Write) => void): void {
    this.doc.transact(() => {
      this.now = Date.now()
      this.forgetOld()
      work((kind, path, value) => this.set(kind + path, value))
    }, this)
  }

  /** Takes the last step back. */
  undo(): void {
    this.moved(this.done, this.takenBack, ({ mark, before }) =>
      this.undone.set(mark, Object.fromEntries(before))
    )
  }

  redo(): void {
    this.moved(this.takenBack, this.done, ({ mark }) => this.undone.delete(mark))
  }

  close(): void {
    this.map.unobserve(this.onMap)
    this.undone.unobserve(this.onUndone)
    this.doc.off('afterTransaction', this.onTransaction)
  }

  private moved(from: Step[], to: Step[], take: (step: Step) => void): void {
    this.step = null
    const step = from.pop()
    if (!step) return
    this.doc.transact(() => take(step), this)
    to.push(step)
  }

  private set(key: string, value: unknown): void {
    const place = this.placeOf(key)
    if (!place) return
    const before = place.spot[place.field]
    const isOther = this.step?.before.has(key) === true && before?.mark !== this.step.mark
    if (!this.step || isOther) {
      this.step = { mark: this.newIds()(), before: new Map() }
      this.done.push(this.step)
      this.takenBack = []
    }
    if (!this.step.before.has(key))
      this.step.before.set(key, before ? [before.mark, before.clock, before.value] : null)
    for (const { head, name } of partsOf(key, value)) {
      this.lately.delete(head + name + BY + this.own)
      this.lately.set(head + name + BY + this.own, this.now)
    }
    this.clock = Math.min(LAST_CLOCK, this.clock + 1)
    const entry = { mark: this.step.mark, clock: this.clock, value }
    this.map.set(key, [entry.mark, entry.clock, value])
    this.put(place, entry, entry)
  }

  /** What counts at a key: of what was taken back, what was there before it. */
  private resolved(key: string): Entry | null {
    if (this.undone.size === 0) return entryIn(this.map.get(key))
    const passed = new Set<string>()
    for (let raw = this.map.get(key); ;) {
      const entry = entryIn(raw)
      if (!entry || passed.has(entry.mark)) return null
      passed.add(entry.mark)
      const before = this.undone.get(entry.mark)
      if (!isRecord(before) || !Object.hasOwn(before, key)) return entry
      raw = before[key]
    }
  }

  private read(key: string): void {
    const place = this.placeOf(key)
    if (!place) return
    const [entry, written] = [this.resolved(key), entryIn(this.map.get(key))]
    this.clock = Math.max(this.clock, written?.clock ?? 0)
    const old = place.spot[place.field]
    const isKnown = place.field !== 'value' || place.spot.written?.mark === written?.mark
    if (isKnown && old?.mark === entry?.mark && old?.clock === entry?.clock) return
    if (entry) this.lookBeside(key, place, entry)
    this.put(place, entry, written)
  }

  /** The spot of a key, made where it is not there; null for a key that means nothing. */
  private placeOf(key: string): Place | null {
    const kind = key.charAt(0)
    const field = kind === '=' ? 'value' : kind === '@' ? 'place' : kind === '-' ? 'gone' : null
    if (!field) return null
    const way = [this.root]
    let spot = this.root
    for (let at = 1; at <= key.length;) {
      if (way.length > DEEPEST) return null
      const end = key.indexOf('/', at)
      const name = end < 0 ? key.slice(at) : key.slice(at, end)
      at = end < 0 ? key.length + 1 : end + 1
      spot.below ??= new Map()
      let next = spot.below.get(name)
      if (!next) spot.below.set(name, (next = newSpot()))
      way.push(next)
      spot = next
    }
    return { field, spot, way }
  }

  private put({ field, spot, way }: Place, entry: Entry | null, written: Entry | null): void {
    const isOrder = field !== 'value' || way.some(({ place, gone }) => place !== null || gone !== null)
    spot[field] = entry
    if (field === 'value') spot.written = written
    for (const one of way) {
      one.stamp += 1
      if (isOrder) one.order += 1
    }
  }

  /**
   * Somebody has set what was set here lately: each person has places of their own for it, behind a `~`, for one
   * value or for many at once.
   */
  private lookBeside(key: string, { way }: Place, entry: Entry): void {
    if (this.lately.size === 0 || key.endsWith(BY + this.own)) return
    const holder = way.at(-2)
    for (const { head, name } of partsOf(key, entry.value)) {
      const own = head + name + BY + this.own
      if (!this.lately.has(own)) continue
      const at = (place: string) => holder?.below?.get(place + BY + this.own)?.value ?? null
      const [one, many] = [at(name), at('')]
      const among = many ? memberOf(memberOf(many.value, 'cells'), name) : undefined
      const isAmong = many !== null && among !== undefined && (!one || isLater(many, one))
      const last = isAmong ? many : one
      if (last && isLater(entry, last)) this.replace(own, isAmong ? among : last.value)
    }
  }

  private replace(key: string, value: unknown): void {
    this.forgetOld()
    if (this.lately.delete(key)) this.replaced.set(key.slice(1), value)
  }

  /** What was set here more than ten seconds ago. */
  private forgetOld(): void {
    const since = Date.now() - LATELY
    for (const [one, time] of this.lately) {
      // in the order in which they were set
      if (time >= since) break
      this.lately.delete(one)
    }
  }

  private readonly onMap = ({ keysChanged }: Y.YMapEvent<unknown>, { origin }: Y.Transaction): void => {
    // what is set here is there already
    if (origin !== this) for (const key of keysChanged) this.read(key)
  }

  private readonly onUndone = ({ changes }: Y.YMapEvent<unknown>): void => {
    for (const [mark, { oldValue }] of changes.keys)
      for (const before of [oldValue, this.undone.get(mark)])
        if (isRecord(before)) for (const key of Object.keys(before)) if (this.map.has(key)) this.read(key)
  }

  private seen = 0
  private readonly onTransaction = ({ origin }: Y.Transaction): void => {
    const { stamp } = this.root
    if (this.seen === stamp) return
    this.seen = stamp
    const { replaced } = this
    if (origin === this) return
    if (replaced.size > 0) this.replaced = new Map()
    this.changed(replaced)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
