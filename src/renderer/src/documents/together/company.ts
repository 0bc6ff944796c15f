import type { Here } from '../../../../common/rooms/frames'
import { createSignal } from '../../state/signal'

/** Milliseconds between two times that others are told where one is. */
const BETWEEN = 100
/** Without a key or a click for so long, somebody is elsewhere with their thoughts. */
const IDLE = 120_000

/**
 * Goes to where somebody is.
 * @param isAsked the caret goes there too, and not the view alone
 * @returns false where that is not known here, or not yet: places may be told before the words that they are in
 */
type Lead = (at: Uint8Array, isAsked: boolean) => boolean

/** Who shows the document, or a part of it. */
interface Show {
  readonly lead: Lead
  readonly where: () => Uint8Array | null
  readonly words: (at: Uint8Array) => string | null
}

/** Who else is in a document, and where (RT10). */
export class Company {
  /** Others have come, gone, or moved. */
  readonly changed = createSignal<void>()
  private all: readonly Here[] = []
  /** Those who show the text; the last one has it. */
  private shows: readonly Show[] = []
  private view: string | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private idle: ReturnType<typeof setTimeout> | undefined
  private isIdle = false
  /** It is the document that the window shows. */
  private isShown = true
  private followed: number | null = null
  /** Where the one who is followed is was not known here. */
  private isBehind = false
  private coming: ReturnType<typeof setTimeout> | undefined

  /** @param say tells where one is */
  constructor(
    private readonly say: (at: Uint8Array | null, view: string | undefined, isIdle: boolean) => void
  ) {}

  /** The others, each with every window that they have the document in. */
  get people(): readonly Here[] {
    return this.all
  }

  /** Whom the view goes along with; null: nobody. */
  get following(): Here | null {
    return this.all.find(({ who }) => who === this.followed) ?? null
  }

  heard(people: readonly Here[]): void {
    const before = this.following?.at
    this.all = people
    const now = this.following
    if (!now) this.followed = null
    if (now?.at !== before) this.goAlong()
    this.changed.notify()
  }

  /** Others' words are shown now: so is who is in them. */
  came(): void {
    if (this.all.length === 0) return
    this.coming ??= setTimeout(() => {
      this.coming = undefined
      if (this.isBehind) this.goAlong()
      this.changed.notify()
    }, BETWEEN)
  }

  /** One is somewhere else now. @param view what shows the document */
  moved(view = this.view): void {
    this.view = view
    this.isIdle = !this.isShown
    clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      this.isIdle = true
      this.tell()
    }, IDLE)
    this.timer ??= setTimeout(() => this.tell(), BETWEEN)
  }

  /** What others wrote has moved the place where one is. */
  shifted(): void {
    this.timer ??= setTimeout(() => this.tell(), BETWEEN)
  }

  /** Where somebody is, in words; null where nothing says them. */
  wordsOf({ at }: Here): string | null {
    return at && (this.shows.at(-1)?.words(at) ?? null)
  }

  /** Whoever has it open behind another document is not at the keys in it. */
  shown(isShown: boolean): void {
    if (isShown === this.isShown) return
    this.isShown = isShown
    this.moved()
  }

  /**
   * Who shows the text can go to a place in it, and says where one is.
   * @param where null: in none of its text
   * @param words where somebody is, as it goes on after “is here too”; null where there are none for it
   * @returns a function that ends it
   */
  led(
    lead: Lead,
    where: () => Uint8Array | null,
    words: (at: Uint8Array) => string | null = () => null
  ): () => void {
    const show = { lead, where, words }
    this.shows = [...this.shows, show]
    return () => {
      this.shows = this.shows.filter((one) => one !== show)
    }
  }

  /** @returns false where it is not known here where they are */
  goTo(somebody: Here): boolean {
    return somebody.at === null || this.shows.at(-1)?.lead(somebody.at, true) !== false
  }

  /** Goes along with somebody, until `follow(null)` or until they are gone. */
  follow(somebody: Here | null): void {
    this.followed = somebody?.who ?? null
    this.isBehind = somebody !== null && !this.goTo(somebody)
    this.changed.notify()
  }

  /** Tells the others where one is, now. */
  tell(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.say(this.shows.at(-1)?.where() ?? null, this.view, this.isIdle)
  }

  end(): void {
    clearTimeout(this.timer)
    clearTimeout(this.idle)
    clearTimeout(this.coming)
    this.heard([])
  }

  private goAlong(): void {
    const at = this.following?.at
    this.isBehind = at ? this.shows.at(-1)?.lead(at, false) === false : false
  }
}
