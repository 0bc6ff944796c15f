import type * as Y from 'yjs'
import { GalleyError } from '../../common/errors'
import type { ContentPath } from '../../common/content/paths'
import type { Person } from '../../common/person'
import type { Here as Somebody } from '../../common/rooms/frames'
import type { WhyApart } from '../../common/sync'
import type { Membership, News, RoomsHere } from '../rooms'
import { covers } from './covers'

/** What is heard of the document here. */
interface Heard {
  /** Somebody has written here; it is in the log. */
  wrote(update: Uint8Array): void
  /** Its file holds what is in the vector, and all that came from there. */
  saved(vector: Uint8Array): void
  /** What came was not taken: something before it is missing. */
  gap(): void
  people(people: readonly Somebody[]): void
  /** It began anew. @param epoch what it is called now */
  anew(epoch: string): void
  /** It cannot go on as it was. `isForGood`: the sync has it now. */
  over(isForGood: boolean, why: WhyApart): void
}

interface Parts {
  readonly rooms: RoomsHere
  readonly path: ContentPath
  /** Who stands for what comes. */
  readonly person: Person
  readonly session: string
  readonly heard: Heard
  readonly report: (error: unknown) => void
}

/** The document of this service, for whoever keeps it alike with that of another one. */
export class Here {
  /** What the document is called: it may have been taken over from there since it was joined. */
  epoch = ''
  /** Of what its file holds. */
  hash = ''
  private way: Membership | null = null
  private writing = Promise.resolve()
  /** What came, and how much of it is in the document. */
  private came = 0
  private isIn = 0
  /** Who wrote what comes now. */
  private by: readonly Person[] = []
  /** What comes now was written while nobody heard of it. */
  private isOutside = false
  private isOver = false

  private constructor(private readonly parts: Parts) {}

  /** @throws GalleyError where it cannot be joined */
  static async join(parts: Parts): Promise<Here> {
    const here = new Here(parts)
    const { person, session } = parts
    const relay = { by: () => here.by, isOutside: () => here.isOutside }
    const member = { person, session, relay, tell: (news: News) => here.tell(news) }
    here.way = await parts.rooms.join(parts.path, member, null)
    here.epoch = here.way.epoch
    here.hash = here.way.hash
    return here
  }

  get kind() {
    return this.joined.kind
  }

  /** What is in it, as a state vector. */
  vector(): Promise<Uint8Array> {
    return this.joined.vector()
  }

  /** What whoever knows of this lacks. */
  since(vector: Uint8Array): Promise<Uint8Array> {
    return this.joined.since(vector)
  }

  /** Whether all of a document, of what came from there, is in it. */
  async has(doc: Y.Doc): Promise<boolean> {
    await this.writing
    return this.isIn === this.came && covers(await this.vector(), doc)
  }

  /** What was written there comes, by these: at least one. @param isOutside it is told as what was written elsewhere */
  write(update: Uint8Array, by: readonly Person[], isOutside: boolean): void {
    this.came += 1
    this.writing = this.writing.then(() => this.take(update, by, isOutside))
  }

  save(): void {
    this.way?.save()
  }

  end(): void {
    this.isOver = true
    this.way?.leave()
  }

  private get joined(): Membership {
    if (this.way) return this.way
    throw new GalleyError('closed', 'This document is not joined.')
  }

  private async take(update: Uint8Array, by: readonly Person[], isOutside: boolean): Promise<void> {
    if (this.isOver) return
    const { heard, report } = this.parts
    try {
      this.isOutside = isOutside
      this.by = by
      const refusal = await this.joined.write(update)
      this.isIn += 1
      if (refusal === null || this.hasEnded()) return
      if (refusal === 'gap') heard.gap()
      else heard.over(refusal !== 'closed', 'failed')
    } catch (error) {
      if (!(error instanceof GalleyError)) report(error)
      if (!this.hasEnded()) heard.over(false, 'failed')
    }
  }

  private hasEnded(): boolean {
    return this.isOver
  }

  private tell(news: News): void {
    if (this.isOver) return
    const { heard } = this.parts
    switch (news.kind) {
      case 'update':
      case 'outside':
        if (news.bytes) heard.wrote(news.bytes)
        return
      case 'saved':
        this.hash = news.hash
        if (news.upTo === this.came && this.isIn === this.came) heard.saved(news.vector)
        return
      case 'here':
        return heard.people(news.people)
      case 'anew':
        return heard.anew(news.epoch)
      case 'bye':
        return heard.over(false, 'failed')
      case 'moved':
      case 'deleted':
      case 'back':
        return heard.over(true, 'moved')
      case 'unsaved':
        // it is tried again
        return
    }
  }
}
